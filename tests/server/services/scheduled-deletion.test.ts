import mongoose, { Types } from "mongoose";
import { describe, expect, test } from "vitest";
import { WRONG_PASSWORD } from "~/schemas/second-factor";
import { authenticate } from "~/services/accounts/accounts.server";
import {
  cancelDeletion,
  deleteDueAccounts,
  scheduleDeletion,
} from "~/services/account-deletion/account-deletion.server";
import { postArticle } from "~/services/articles/articles.server";
import { collection, setFields, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { useInbox } from "../../setup/inbox";
import { HERE as here, PASSWORD, signUpSomebody, someArticle } from "../../setup/people";

useEnvironment({ APP_ORIGIN: "https://site.example", RATE_LIMITS: "on" });
useDatabase();

const DAY = 86_400_000;

const inbox = useInbox();

type Person = Awaited<ReturnType<typeof signUpSomebody>>;

const plan = ({ viewer }: Person, content: "keep" | "delete", currentPassword = PASSWORD) =>
  scheduleDeletion(viewer, { content, currentPassword }, here);

const deletionOf = async ({ browserSecret }: Person) =>
  (await authenticate(browserSecret, "browser"))?.viewer.deletion;

const letTimePass = ({ viewer }: Person) =>
  setFields("users", viewer.id, { leavesAt: new Date(Date.now() - 1000) });

describe("planning it", () => {
  test("changes nothing for seven days, and is confirmed by mail", async () => {
    const person = await signUpSomebody({ isProven: true });
    await plan(person, "keep");
    const deletion = (await deletionOf(person))!;
    const days = (deletion.leavesAt.getTime() - Date.now()) / DAY;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    expect(await deleteDueAccounts()).toBe(0);
    expect(await authenticate(person.browserSecret, "browser")).not.toBeNull();
    expect((await inbox.subjects()).at(-1)).toMatch(/will be deleted/);
    expect((await inbox.newest()).text).toContain("https://site.example/settings/data");
  });

  test("needs the password, and succeeds once", async () => {
    const person = await signUpSomebody({ isProven: true });
    await expect(plan(person, "keep", "wrong guess 1!")).rejects.toThrow(WRONG_PASSWORD);
    expect(await deletionOf(person)).toBeUndefined();
    const both = await Promise.allSettled([plan(person, "keep"), plan(person, "delete")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

test("calling it off leaves everything as it was", async () => {
  const person = await signUpSomebody({ isProven: true });
  const id = { _id: new Types.ObjectId(person.viewer.id) };
  const before = await collection("users").findOne(id);
  await plan(person, "delete");
  await cancelDeletion(person.viewer, here.origin);
  expect(await collection("users").findOne(id)).toEqual(before);
  expect(await deletionOf(person)).toBeUndefined();
  await expect(cancelDeletion(person.viewer, here.origin)).rejects.toMatchObject({
    kind: "conflict",
  });
  expect((await inbox.subjects()).at(-1)).toMatch(/will not be deleted/);
});

test.each([
  ["keep", 1],
  ["delete", 0],
] as const)(
  "when it is due with %s, the account is gone, and %d article stays",
  async (content, articles) => {
    const person = await signUpSomebody({ isProven: true });
    const { id } = await postArticle(person.viewer, someArticle());
    await plan(person, content);
    await letTimePass(person);
    expect(await deleteDueAccounts()).toBe(1);
    expect(await deleteDueAccounts()).toBe(0);
    expect(await authenticate(person.browserSecret, "browser")).toBeNull();
    const filter = { _id: new Types.ObjectId(id) };
    expect(await collection("articles").countDocuments(filter)).toBe(articles);
    expect(await inbox.newest()).toMatchObject({ to: [person.email] });
    expect((await inbox.subjects()).at(-1)).toMatch(/was deleted/);
    // With the last mail sent, nothing in the database names the user any more.
    for (const { name } of await mongoose.connection.db!.listCollections().toArray()) {
      const rows = JSON.stringify(await collection(name).find().toArray()).toLowerCase();
      expect(rows, name).not.toContain(person.viewer.name.toLowerCase());
    }
  },
);
