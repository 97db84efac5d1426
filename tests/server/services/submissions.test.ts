import { beforeEach, describe, expect, test, vi } from "vitest";
import { submitOnce, type Submission } from "~/services/submissions.server";
import { collection, useDatabase } from "../../setup/database";

useDatabase();

const submission = (more: Partial<Submission> = {}): Submission => ({
  key: "0123456789abcdef",
  userId: "65f0c0ffee65f0c0ffee65f0",
  fields: [["content", "One."]],
  ...more,
});

let made = 0;
const make = vi.fn(async () => ({ posted: `number ${(made += 1)}` }));
beforeEach(() => {
  made = 0;
  make.mockClear();
});

test("twenty simultaneous posts get the result of the first", async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, () => submitOnce(submission(), make)),
  );
  expect(make).toHaveBeenCalledTimes(1);
  expect(new Set(results.map(({ posted }) => posted))).toEqual(new Set(["number 1"]));
});

test("a later post gets the result of the first", async () => {
  await submitOnce(submission(), make);
  expect(await submitOnce(submission(), make)).toEqual({ posted: "number 1" });
  expect(make).toHaveBeenCalledTimes(1);
});

describe("a post counts as another form", () => {
  test.each<[string, Partial<Submission>]>([
    ["with another key", { key: "fedcba9876543210" }],
    ["by another user", { userId: "65f0c0ffee65f0c0ffee65f1" }],
    ["with other values", { fields: [["content", "Two."]] }],
  ])("%s", async (_what, more) => {
    await submitOnce(submission(), make);
    expect(await submitOnce(submission(more), make)).toEqual({ posted: "number 2" });
  });

  test("without a key", async () => {
    await submitOnce(submission({ key: "" }), make);
    await submitOnce(submission({ key: "" }), make);
    expect(make).toHaveBeenCalledTimes(2);
  });
});

test("a post after a failed one is processed", async () => {
  const fail = () => Promise.reject(new Error("refused"));
  await expect(submitOnce(submission(), fail)).rejects.toThrow("refused");
  expect(await submitOnce(submission(), make)).toEqual({ posted: "number 1" });
});

test("the record of a post does not contain its values or its user", async () => {
  await submitOnce(submission({ fields: [["content", "A secret."]] }), make);
  const rows = await collection("form-submissions").find().toArray();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/secret|65f0c0ffee/);
});
