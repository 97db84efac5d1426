import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as eventModel from "~/models/event.server";
import { listEvents, type StoredEvent } from "~/models/event.server";
import { closeSessionsOf } from "~/models/session.server";
import { removeUser } from "~/models/user-deletion.server";
import type { EventKind } from "~/schemas/events";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { authenticate, restoreBrowser, signOut } from "~/services/accounts/accounts.server";
import { changePassword, grantMembership } from "~/services/accounts/admin.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { tidyEvents } from "~/services/events/feature.server";
import {
  onEvent,
  recordEvent,
  recordLimitExceeded,
  storeCollectedEvents,
  type EventLine,
} from "~/services/events/events.server";
import { applyForMembership, voteOnApplication } from "~/services/membership/membership.server";
import { removableContent } from "~/services/articles/removal.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { addReview } from "~/services/articles/reviews.server";
import { onWarning } from "~/services/warnings.server";
import { call } from "../../setup/api";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { addMomentum } from "../../setup/recommendations";
import {
  addArticle,
  addSignedIn,
  addUser,
  PASSWORD,
  signUpSomebody,
  someReview,
} from "../../setup/people";

useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_COMMENTS: "2" });
useDatabase();

const ADDRESS = "203.0.113.77";
const DAY = 86_400_000;
const MINUTE = 60_000;
let lines: EventLine[];
let stop: () => void;
beforeEach(() => {
  lines = [];
  stop = onEvent((line) => lines.push(line));
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function stored(kind?: EventKind): Promise<StoredEvent[]> {
  await storeCollectedEvents();
  return listEvents(kind ? { kind } : {}, 1_000);
}

/** Expects exactly one event of a kind. @returns its document and its log line */
async function only(kind: EventKind) {
  const events = await stored(kind);
  const told = lines.filter(({ event }) => event === kind);
  expect([events.length, told.length], kind).toEqual([1, 1]);
  return { row: events[0]!, line: told[0]! };
}

const logIn = (email: string, password: string) =>
  call("/api/auth/login", { body: { email, password }, address: ADDRESS });
const register = (name: string, email = `${name.toLowerCase()}@example.org`) =>
  call("/api/auth/signup", { body: { name, email, password: PASSWORD }, address: ADDRESS });

describe("an event is recorded when an account", () => {
  test("is created, or refused because it is taken", async () => {
    expect((await register("Mara")).status).toBe(201);
    const { row, line } = await only("sign-up");
    expect(row).toMatchObject({ level: "info", address: ADDRESS, requestId: "request-1" });
    expect(row.user).toMatch(/^[0-9a-f]{24}$/);
    expect(line).toMatchObject({ level: "info", address: "203.0.113.0/24", user: row.user });
    expect((await register("Mara")).status).toBe(409);
    const refused = await only("sign-up-refused");
    expect(refused.row).toMatchObject({ level: "warn", user: null });
    expect(refused.row.details.account).toMatch(/^[\w-]{43}$/);
  });

  test("is signed in to, or a sign-in fails", async () => {
    const { viewer, email } = await signUpSomebody();
    await logIn(email, PASSWORD);
    expect((await only("sign-in")).row).toMatchObject({
      user: viewer.id,
      address: ADDRESS,
      details: { sessions: ["token"] },
    });
    await logIn(email, "wrong password!");
    expect((await only("sign-in-failed")).row).toMatchObject({ user: viewer.id, details: {} });
  });

  test("does not exist at a sign-in, with a hash of the email that changes daily", async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    await logIn("nobody@example.org", "wrong password!");
    await stored();
    await logIn("Nobody@example.org", "wrong password!");
    await stored();
    await logIn("somebody@example.org", "wrong password!");
    await stored();
    vi.setSystemTime(now + DAY);
    await logIn("nobody@example.org", "wrong password!");
    const [nextDay, other, again, first] = (await stored("sign-in-failed")).map(
      ({ user, details }) => (expect(user).toBeNull(), details.account),
    );
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(again).toBe(first);
    expect(new Set([first, other, nextDay]).size).toBe(3);
  });

  test("is signed out of, or its browser session is restored by a token", async () => {
    const { viewer, token } = await addSignedIn();
    const signedIn = (await authenticate(token, "token"))!;
    expect(
      await restoreBrowser(signedIn, { address: "192.0.2.1", userAgent: "test" }),
    ).not.toBeNull();
    expect((await only("session-restored")).row).toMatchObject({ user: viewer.id });
    await signOut(signedIn.session);
    expect((await only("sign-out")).row).toMatchObject({ user: viewer.id });
    expect(await restoreBrowser(signedIn, { address: "192.0.2.1", userAgent: "test" })).toBeNull();
    await only("session-restored");
  });

  test("has its password and its role changed by the operator", async () => {
    const { viewer, email } = await signUpSomebody();
    await changePassword(email, "another password!");
    expect((await only("password-changed")).row).toMatchObject({
      user: viewer.id,
      address: null,
      requestId: null,
      details: { by: "operator" },
    });
    await grantMembership(email, true);
    expect((await only("membership-changed")).row).toMatchObject({
      user: viewer.id,
      details: { isMember: true, by: "operator" },
    });
  });
});

describe("an event records the refusal of", () => {
  test("an invalid token, but not of a missing one", async () => {
    const body = { title: "T", summary: "S", url: "https://example.org" };
    await call("/api/articles/create", { body });
    expect(await stored("token-refused")).toEqual([]);
    await call("/api/articles/create", { body, token: "x".repeat(43), address: ADDRESS });
    const { row } = await only("token-refused");
    expect(row).toMatchObject({ level: "warn", address: ADDRESS, requestId: "request-1" });
    expect(row.details.call).toMatch(/article/i);
  });

  test("requests over a limit, once for all within a second", async () => {
    const { viewer } = await addSignedIn();
    const { id } = await addArticle();
    for (let i = 0; i < 5; i += 1) {
      await commentOnArticle(viewer, id, { content: "A comment" }).catch(() => {});
    }
    const events = await stored("limit-exceeded");
    expect(events.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(events[0]).toMatchObject({ user: viewer.id, details: { limit: "comments" } });
    recordLimitExceeded("generates", `momentum ${viewer.id}`);
    const [ofEngine] = await stored("limit-exceeded");
    expect(ofEngine, "of an engine").toMatchObject({
      user: viewer.id,
      details: { limit: "generates" },
    });
  });

  test.each<[string, (viewer: Viewer) => Promise<unknown>]>([
    [
      "vote",
      async (viewer) => {
        const { id } = await applyForMembership(await addUser(), { statement: "x".repeat(60) });
        await voteOnApplication(viewer, id, true);
      },
    ],
    ["review", (viewer) => addReview(viewer, someReview({ category: "memes" }))],
    [
      "generate-momentum",
      (viewer) => addMomentum(new Date()).then(() => momentumEngine.generate(viewer)),
    ],
  ])("the action %s without permission", async (action, act) => {
    const viewer = await addUser();
    await expect(act(viewer)).rejects.toMatchObject({ kind: "forbidden" });
    expect((await only("permission-denied")).row).toMatchObject({
      user: viewer.id,
      details: { action },
    });
  });
});

type Viewer = Awaited<ReturnType<typeof addUser>>;

describe("an event records the removal of", () => {
  test("content, by the operator", async () => {
    const { id } = await addArticle();
    await removableContent.article.remove(id);
    expect((await only("content-removed")).row).toMatchObject({
      user: null,
      details: { content: "article", id, by: "operator" },
    });
  });

  test("an account, whose events lose its user id, addresses and request ids", async () => {
    const { viewer, email } = await signUpSomebody();
    await logIn(email, PASSWORD);
    await logIn(email, "wrong password!");
    await addArticle({ author: viewer });
    await deleteAccount(email);
    const { row } = await only("account-deleted");
    expect(row.details).toMatchObject({ articles: 1, withContent: false, by: "operator" });
    expect(row.user).not.toBe(viewer.id);
    const events = await stored();
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["sign-up", "sign-in", "sign-in-failed"]),
    );
    for (const { user, address, requestId } of events) {
      expect([user, address, requestId]).toEqual([row.user, null, null]);
    }
  });

  test("an account, whose last event is stored without its id if it arrives later", async () => {
    const viewer = await addUser();
    recordEvent({ kind: "sign-out", user: viewer.id }, { address: ADDRESS });
    await closeSessionsOf(viewer.id);
    await removeUser(viewer.id);
    const [event] = await stored();
    expect(event).toMatchObject({ kind: "sign-out", user: null, address: null });
    const rows = await collection("events").find().toArray();
    expect(JSON.stringify(rows)).not.toContain(viewer.id);
  });
});

test("no event has a password, a token or an email address", async () => {
  const { email, token } = await signUpSomebody({ name: "Zephyrine", password: "hidden-word!1" });
  await logIn(email, "hidden-word!2");
  await logIn("unknown-person@example.org", "hidden-word!3");
  await call("/api/articles/create", { body: {}, token: "hidden-token-hidden-token" });
  await changePassword(email, "hidden-word!4");
  const events = await stored();
  expect(events).toHaveLength(5);
  expect(JSON.stringify([events, lines])).not.toMatch(
    new RegExp(`hidden|@|zephyrine|unknown-person|${token}`, "i"),
  );
});

test("events that cannot be stored are logged, with a warning for the operator only", async () => {
  const warnings: string[] = [];
  const stopWarnings = onWarning(({ message }) => warnings.push(message));
  vi.spyOn(eventModel, "addEvents").mockRejectedValueOnce(new Error("the disk is full"));
  expect((await logIn("stranger@example.org", "wrong password!")).status).toBe(401);
  await storeCollectedEvents();
  stopWarnings();
  expect(warnings).toEqual(["events could not be stored"]);
  expect(lines).toMatchObject([{ event: "sign-in-failed" }]);
});

describe("the upkeep", () => {
  const fail = (address: string) => recordEvent({ kind: "sign-in-failed" }, { address });

  test("shortens addresses once they are seven days old", async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now });
    fail(ADDRESS);
    fail("2001:db8:1:2::3");
    await storeCollectedEvents();
    vi.setSystemTime(now + 7 * DAY - MINUTE);
    fail("192.0.2.5");
    await storeCollectedEvents();
    expect(await tidyEvents()).toEqual({ shortened: 0, removed: 0 });
    vi.setSystemTime(now + 7 * DAY + MINUTE);
    expect(await tidyEvents()).toEqual({ shortened: 2, removed: 0 });
    expect((await stored()).map(({ address }) => address).sort()).toEqual([
      "192.0.2.5",
      "2001:db8:1::/48",
      "203.0.113.0/24",
    ]);
    expect(await tidyEvents()).toEqual({ shortened: 0, removed: 0 });
  });

  test("keeps the newest events of each level", async () => {
    const { id } = await addUser();
    recordEvent({ kind: "sign-out", user: id });
    for (let i = 1; i <= 5; i += 1) {
      fail(`192.0.2.${i}`);
      await storeCollectedEvents();
    }
    expect(await tidyEvents({ keep: 2, restMs: 0 })).toEqual({ shortened: 0, removed: 3 });
    expect((await stored("sign-in-failed")).map(({ address }) => address)).toEqual([
      "192.0.2.5",
      "192.0.2.4",
    ]);
    await only("sign-out");
  });

  test("leaves the removal of events after 90 days to the database", async () => {
    fail(ADDRESS);
    await storeCollectedEvents();
    const row = await collection("events").findOne({});
    expect((row?.expiresAt as Date).getTime() - (row?.at as Date).getTime()).toBe(90 * DAY);
    const indexes = await collection("events").indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    );
  });
});

// The last tests of the file, because they use up the number of events that this process may keep in a second.
describe("a flood of events", () => {
  const refuse = (i: number) =>
    recordEvent(
      { kind: "foreign-origin", origin: `https://${i}.example`, own: "https://a.example" },
      { address: `198.51.${i >> 8}.${i & 255}` },
    );

  test("of one kind from one address is one document with a count", async () => {
    for (let i = 0; i < 2_000; i += 1)
      recordEvent({ kind: "sign-in-failed" }, { address: ADDRESS });
    expect((await only("sign-in-failed")).row).toMatchObject({ count: 2_000, address: ADDRESS });
  });

  test("is stored up to a limit with the number dropped, and displaces no other events", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY });
    for (let i = 0; i < 2_000; i += 1) refuse(i);
    const { id } = await addUser();
    recordEvent({ kind: "membership-changed", user: id, isMember: true, by: "operator" });
    const events = await stored();
    expect(await stored("foreign-origin")).toHaveLength(200);
    expect(lines).toHaveLength(202);
    await only("membership-changed");
    const { row } = await only("events-dropped");
    expect(row).toMatchObject({
      level: "warn",
      details: { dropped: { "foreign-origin": 1_800 } },
    });
    expect(events).toHaveLength(202);
  });
});
