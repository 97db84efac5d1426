/** A form that arrives more than once is acted on once. */
import mongoose from "mongoose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { submitOnce, type Submission } from "~/services/submissions.server";
import { useDatabase } from "../../setup/database";

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

test("twenty arrivals at once get what came of the first", async () => {
  const results = await Promise.all(
    Array.from({ length: 20 }, () => submitOnce(submission(), make)),
  );
  expect(make).toHaveBeenCalledTimes(1);
  expect(new Set(results.map(({ posted }) => posted))).toEqual(new Set(["number 1"]));
});

test("a later arrival gets what came of the first", async () => {
  await submitOnce(submission(), make);
  expect(await submitOnce(submission(), make)).toEqual({ posted: "number 1" });
  expect(make).toHaveBeenCalledTimes(1);
});

describe("counts as another form", () => {
  test.each<[string, Partial<Submission>]>([
    ["with another key", { key: "fedcba9876543210" }],
    ["of another person", { userId: "65f0c0ffee65f0c0ffee65f1" }],
    ["with other words", { fields: [["content", "Two."]] }],
  ])("one %s", async (_what, more) => {
    await submitOnce(submission(), make);
    expect(await submitOnce(submission(more), make)).toEqual({ posted: "number 2" });
  });

  test("each one without a key", async () => {
    await submitOnce(submission({ key: "" }), make);
    await submitOnce(submission({ key: "" }), make);
    expect(make).toHaveBeenCalledTimes(2);
  });
});

test("an arrival after one that failed is acted on", async () => {
  const fail = () => Promise.reject(new Error("refused"));
  await expect(submitOnce(submission(), fail)).rejects.toThrow("refused");
  expect(await submitOnce(submission(), make)).toEqual({ posted: "number 1" });
});

test("an arrival after one whose process crashed is acted on", async () => {
  await submitOnce(submission(), make);
  const rows = mongoose.connection.collection("form-submissions");
  await rows.updateMany({}, { $set: { isDone: false, claimedUntil: new Date(0) } });
  expect(await submitOnce(submission(), make)).toEqual({ posted: "number 2" });
});

test("nothing that was written is kept with it", async () => {
  await submitOnce(submission({ fields: [["content", "A secret."]] }), make);
  const rows = await mongoose.connection.collection("form-submissions").find().toArray();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/secret|65f0c0ffee/);
});
