import { describe, expect, onTestFinished, test, vi } from "vitest";
import mongoose from "mongoose";
import { MAX_TOKENS } from "~/domain/token-scopes";
import { authenticate, restoreBrowser, signIn } from "~/services/accounts/accounts.server";
import { changePassword as setPasswordOf } from "~/services/accounts/admin.server";
import {
  describeDevice,
  endOtherSessions,
  endSession,
  listSessions,
  makeToken,
  type ListedSignIn,
} from "~/services/accounts/sessions.server";
import { cacheReads } from "~/services/cache/cached-reads.server";
import { readFiledMails } from "~/services/mail/transport.server";
import { sendDueMails } from "~/services/mail/outbox.server";
import { browserSession } from "~/utils/http/auth.server";
import { call } from "../../setup/api";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { addSignedIn, PASSWORD, signUpSomebody } from "../../setup/people";

useEnvironment({ APP_ORIGIN: "https://site.example", RATE_LIMITS: "on" });
useDatabase();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const here = { address: "192.0.2.77", userAgent: FIREFOX, origin: "https://site.example" };
const DAY = 86_400_000;

async function addPerson() {
  const person = await signUpSomebody({ isProven: true, address: here.address });
  const { session } = (await authenticate(person.browserSecret, "browser"))!;
  return { ...person, signInId: session.signInId };
}
type Person = Awaited<ReturnType<typeof addPerson>>;

const signInAgain = async ({ email }: Person) =>
  (await signIn({ email, password: PASSWORD }, { ...here, kinds: ["browser", "token"] })).secrets;

const tokenOf = ({ viewer }: Person, scope: "read" | "write", days: 7 | 30 | 90 | 365 = 30) =>
  makeToken(viewer, { name: "Backup", scope, days, currentPassword: PASSWORD }, here);

describe("the list", () => {
  test("has each sign-in once, with its device and network, and the tokens", async () => {
    const person = await addPerson();
    await signInAgain(person);
    await tokenOf(person, "read");
    const list = await listSessions(person.viewer, person.signInId);
    expect(
      list.map(({ device, network, isCurrent, token }) => [device, network, isCurrent, token]),
    ).toEqual([
      ["Firefox on Linux", "192.0.2.0/24", false, { name: "Backup", scope: "read" }],
      ["Firefox on Linux", "192.0.2.0/24", false, null],
      ["test", "192.0.2.0/24", true, null],
    ]);
    expect(JSON.stringify(list)).not.toContain("192.0.2.77");
  });

  test("has when each was last seen, recorded at most once an hour", async () => {
    const person = await addPerson();
    const seen = async () => (await listSessions(person.viewer, null))[0]!.lastSeenAt!.getTime();
    const first = await seen();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 59 * 60_000 });
    await authenticate(person.browserSecret, "browser");
    expect(await seen()).toBe(first);
    vi.setSystemTime(first + 61 * 60_000);
    await authenticate(person.browserSecret, "browser");
    expect(await seen()).toBe(first + 61 * 60_000);
    vi.useRealTimers();
  });

  test("has no sessions of other users", async () => {
    const person = await addPerson();
    const other = await addSignedIn();
    const list = await listSessions(other.viewer, null);
    expect(list.map(({ id }) => id)).not.toContain(person.signInId);
  });
});

test("a session that is kept in memory is looked up again an hour later", async () => {
  onTestFinished(cacheReads(1_000_000, () => true));
  const { cookie } = await addSignedIn();
  const isSignedIn = async () => {
    const request = new Request(here.origin, { headers: { Cookie: cookie } });
    return (await browserSession(request)) !== null;
  };
  expect(await isSignedIn()).toBe(true);
  await collection("sessions").deleteMany({});
  expect(await isSignedIn(), "at once").toBe(true);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await isSignedIn(), "an hour later").toBe(false);
});

describe("ending", () => {
  test("a sign-in ends its browser session and its token, and no others", async () => {
    const person = await addPerson();
    const elsewhere = await signInAgain(person);
    const [{ id }] = (await listSessions(person.viewer, person.signInId)) as [
      ListedSignIn,
      ...ListedSignIn[],
    ];
    await endSession(person.viewer, id);
    expect(await authenticate(elsewhere.browser, "browser")).toBeNull();
    expect(await authenticate(elsewhere.token, "token")).toBeNull();
    expect(await authenticate(person.browserSecret, "browser")).not.toBeNull();
    await expect(endSession(person.viewer, id)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("all others ends tokens as well, but not the current sign-in", async () => {
    const person = await addPerson();
    const elsewhere = await signInAgain(person);
    const { secret } = await tokenOf(person, "write");
    await endOtherSessions(person.viewer, person.signInId);
    expect(await authenticate(elsewhere.browser, "browser")).toBeNull();
    expect(await authenticate(secret, "token")).toBeNull();
    expect(await authenticate(person.browserSecret, "browser")).not.toBeNull();
    expect(await authenticate(person.token, "token")).not.toBeNull();
  });

  test("an unknown or another user's session fails as not found", async () => {
    const [person, other] = [await addPerson(), await addPerson()];
    for (const id of ["x", "65f0c0ffee65f0c0ffee65f0", other.signInId])
      await expect(endSession(person.viewer, id)).rejects.toMatchObject({ kind: "notFound" });
    expect(await authenticate(other.browserSecret, "browser")).not.toBeNull();
  });
});

describe("a token for a program", () => {
  test("with the scope read cannot write", async () => {
    const person = await addPerson();
    const { secret } = await tokenOf(person, "read");
    const article = { title: "A title", summary: "A summary", url: "https://example.org/scope" };
    expect((await call("/api/auth/verify", { token: secret })).status).toBe(200);
    const refused = await call("/api/articles/create", { token: secret, body: article });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({ error: "This token may only read." });
    const { secret: writer } = await tokenOf(person, "write");
    expect((await call("/api/articles/create", { token: writer, body: article })).status).toBe(201);
  });

  test("opens no browser session", async () => {
    const person = await addPerson();
    const { secret } = await tokenOf(person, "write");
    const signedIn = (await authenticate(secret, "token"))!;
    expect(await restoreBrowser(signedIn, here)).toBeNull();
  });

  test("expires on its day, however often it is used", async () => {
    const person = await addPerson();
    const { secret, expiresAt } = await tokenOf(person, "read", 7);
    const start = expiresAt.getTime() - 7 * DAY;
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const day of [2, 4, 6.9]) {
      vi.setSystemTime(start + day * DAY);
      expect(await authenticate(secret, "token")).not.toBeNull();
    }
    vi.setSystemTime(start + 7 * DAY + 1);
    expect(await authenticate(secret, "token")).toBeNull();
    vi.useRealTimers();
  });

  test("is not valid if it is made while the password changes", async () => {
    const person = await addPerson();
    const [made] = await Promise.allSettled([
      tokenOf(person, "write"),
      setPasswordOf(person.email, "a fresh lantern #9"),
    ]);
    if (made.status === "fulfilled") {
      expect(await authenticate(made.value.secret, "token")).toBeNull();
    }
    expect(await listSessions(person.viewer, null)).toEqual([]);
  });

  test("needs the password, and is announced by mail without its secret", async () => {
    const person = await addPerson();
    const input = { name: "Backup", scope: "read", days: 30 } as const;
    await expect(
      makeToken(person.viewer, { ...input, currentPassword: "wrong guess 1!" }, here),
    ).rejects.toMatchObject({
      details: { fieldErrors: { currentPassword: [expect.any(String)] } },
    });
    const { secret } = await tokenOf(person, "read");
    await sendDueMails();
    const mails = (await readFiledMails(50)).filter(({ to }) => to === person.email);
    expect(mails.filter(({ subject }) => subject.startsWith("A new token"))).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain(secret);
    const rows = await collection("sessions").find({}).toArray();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test(`is refused to a user who has ${MAX_TOKENS}`, async () => {
    const person = await addPerson();
    const template = await collection("sessions").findOne({});
    await collection("sessions").insertMany(
      Array.from({ length: MAX_TOKENS - 1 }, (_, i) => ({
        ...template,
        _id: new mongoose.Types.ObjectId(),
        user: new mongoose.Types.ObjectId(person.viewer.id),
        signIn: new mongoose.Types.ObjectId(),
        secretHash: `${i}`,
        name: `Token ${i}`,
      })),
    );
    await tokenOf(person, "read");
    await expect(tokenOf(person, "read")).rejects.toMatchObject({ kind: "conflict" });
  });
});

test.each([
  [FIREFOX, "Firefox on Linux"],
  ["<b>x</b>", "Unknown device"],
  ["x".repeat(300), "x".repeat(40)],
])("%j is described as %j", (userAgent, description) => {
  expect(describeDevice(userAgent)).toBe(description);
});
