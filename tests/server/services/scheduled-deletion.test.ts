/** The deletion of one's account: planned, called off, and carried out when it is due. */
import mongoose, { Types } from "mongoose";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { WRONG_PASSWORD } from "~/schemas/second-factor";
import { authenticate } from "~/services/accounts/accounts.server";
import {
  cancelDeletion,
  deleteDueAccounts,
  scheduleDeletion,
} from "~/services/account-deletion/scheduled-deletion.server";
import { postArticle } from "~/services/articles/articles.server";
import { sendDueMails } from "~/services/mail/outbox.server";
import { useDatabase } from "../../setup/database";
import { useMailServer } from "../../setup/mail-server";
import { PASSWORD, signUpSomebody } from "../../setup/people";

// Settings are read at their first use, so this file needs modules of its own.
Object.assign(process.env, { APP_ORIGIN: "https://site.example", RATE_LIMITS: "on" });
useDatabase();

const here = { address: "192.0.2.1", origin: "https://site.example" };
const collection = (name: string) => mongoose.connection.collection(name);
const DAY = 86_400_000;

const server = useMailServer();
beforeEach(async () => {
  await sendDueMails();
  server().received.splice(0);
});

type Person = Awaited<ReturnType<typeof signUpSomebody>>;

const plan = ({ viewer }: Person, content: "keep" | "delete", currentPassword = PASSWORD) =>
  scheduleDeletion(viewer, { content, currentPassword }, here);

const deletionOf = async ({ browserSecret }: Person) =>
  (await authenticate(browserSecret, "browser"))?.viewer.deletion;

/** Makes the deletion due, as if seven days had passed. */
const letTimePass = ({ viewer }: Person) =>
  collection("users").updateOne(
    { _id: new Types.ObjectId(viewer.id) },
    { $set: { leavesAt: new Date(Date.now() - 1000) } },
  );

const post = ({ viewer }: Person) =>
  postArticle(viewer, {
    title: "A farewell",
    summary: "S",
    category: "general",
    content: "",
    url: `https://example.org/farewell/${viewer.id}`,
  });

const received = () => server().received.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]);

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
    await sendDueMails();
    expect(received().at(-1)).toMatch(/will be deleted/);
    expect(server().received.at(-1)!.text).toContain("https://site.example/settings/data");
  });

  test("needs the password, and succeeds once", async () => {
    const person = await signUpSomebody({ isProven: true });
    await expect(plan(person, "keep", "wrong guess 1!")).rejects.toThrow(WRONG_PASSWORD);
    expect(await deletionOf(person)).toBeUndefined();
    const both = await Promise.allSettled([plan(person, "keep"), plan(person, "delete")]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("calling it off", () => {
  test("leaves everything as it was", async () => {
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
    await sendDueMails();
    expect(received().at(-1)).toMatch(/will not be deleted/);
  });
});

describe("when it is due", () => {
  test.each([
    ["keep", 1],
    ["delete", 0],
  ] as const)("with %s, the account is gone, and %d article stays", async (content, articles) => {
    const person = await signUpSomebody({ isProven: true });
    const { id } = await post(person);
    await plan(person, content);
    await letTimePass(person);
    expect(await deleteDueAccounts()).toBe(1);
    expect(await deleteDueAccounts()).toBe(0);
    expect(await authenticate(person.browserSecret, "browser")).toBeNull();
    const filter = { _id: new Types.ObjectId(id) };
    expect(await collection("articles").countDocuments(filter)).toBe(articles);
    await sendDueMails();
    expect(server().received.at(-1)).toMatchObject({ to: [person.email] });
    expect(received().at(-1)).toMatch(/was deleted/);
    // With the last mail sent, nothing in the database names the user any more.
    for (const { name } of await mongoose.connection.db!.listCollections().toArray()) {
      const rows = JSON.stringify(await collection(name).find({}).toArray());
      expect(rows.toLowerCase(), name).not.toContain(person.viewer.name.toLowerCase());
    }
  });

  test("an account stays if it is called off while others are deleted", async () => {
    const [first, second] = [
      await signUpSomebody({ isProven: true }),
      await signUpSomebody({ isProven: true }),
    ];
    for (const person of [first, second]) {
      await plan(person, "keep");
      await letTimePass(person);
    }
    await sendDueMails();
    server().received.splice(0);
    // The signal is read before each account, after all have been listed.
    let asked = 0;
    const signal = {
      get aborted() {
        asked += 1;
        return false;
      },
    } as AbortSignal;
    const deleted = deleteDueAccounts(signal);
    await vi.waitUntil(() => asked === 1, { interval: 0 });
    await cancelDeletion(second.viewer, here.origin);
    expect(await deleted).toBe(1);
    await sendDueMails();
    expect(await authenticate(second.browserSecret, "browser")).not.toBeNull();
    const mails = server().received.filter(({ to }) => to[0] === second.email);
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Subject: .* will not be deleted/m),
    ]);
  });

  test("a deletion that was interrupted is resumed, with one last mail", async () => {
    const person = await signUpSomebody({ isProven: true });
    await plan(person, "keep");
    await letTimePass(person);
    await collection("users").updateOne(
      { _id: new Types.ObjectId(person.viewer.id) },
      { $set: { leavingAs: new Types.ObjectId() } },
    );
    await sendDueMails();
    server().received.splice(0);
    expect(await deleteDueAccounts()).toBe(1);
    await sendDueMails();
    expect(server().received).toEqual([]);
    expect(await collection("users").countDocuments({ email: person.email })).toBe(0);
  });
});
