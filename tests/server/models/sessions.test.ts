import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findSession, openSessions, SESSION_MS } from "~/models/session.server";
import { collection, useDatabase } from "../../setup/database";

useDatabase();

const user = "65f0c0ffee65f0c0ffee65f0";

const sessions = () => collection("sessions");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("a session's secret", () => {
  test("has 256 bits, and is stored only as its SHA-256 hash", async () => {
    const { token } = await openSessions(user, ["token"], { userAgent: "test" });
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const row = await sessions().findOne({});
    expect(row?.secretHash).toBe(createHash("sha256").update(token).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("of a browser is not accepted as a token, nor the other way round", async () => {
    const { browser, token } = await openSessions(user, ["browser", "token"], {
      userAgent: "test",
    });
    expect(await findSession(browser, "browser")).toMatchObject({ userId: user, kind: "browser" });
    expect(await findSession(token, "token")).toMatchObject({ userId: user, kind: "token" });
    expect(await findSession(browser, "token")).toBeNull();
    expect(await findSession(token, "browser")).toBeNull();
  });

  test("must match exactly", async () => {
    const { token } = await openSessions(user, ["token"], { userAgent: "test" });
    const hash = createHash("sha256").update(token).digest("hex");
    for (const guess of ["", token.slice(0, -1), `${token}A`, token.toLowerCase(), hash])
      expect(await findSession(guess, "token")).toBeNull();
  });
});

describe("a session lasts 30 days from its last extension", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T00:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const expiry = async () => (await sessions().findOne({}))?.expiresAt as Date;
  const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

  test("and not a moment longer", async () => {
    const { token } = await openSessions(user, ["token"], { userAgent: "test" });
    expect(await expiry()).toEqual(new Date("2026-01-31T00:00:00Z"));
    pass(SESSION_MS);
    expect(await findSession(token, "token")).toBeNull();
  });

  test("and is extended by use at the last moment", async () => {
    const { token } = await openSessions(user, ["token"], { userAgent: "test" });
    pass(SESSION_MS - 1);
    expect(await findSession(token, "token")).not.toBeNull();
    pass(SESSION_MS - 1);
    expect(await findSession(token, "token")).not.toBeNull();
  });

  test("and is extended at most once a day", async () => {
    const { token } = await openSessions(user, ["token"], { userAgent: "test" });
    pass(DAY);
    await findSession(token, "token");
    expect(await expiry(), "a day is not over").toEqual(new Date("2026-01-31T00:00:00Z"));
    pass(HOUR);
    await findSession(token, "token");
    expect(await expiry(), "a day is over").toEqual(new Date("2026-02-01T01:00:00Z"));
    pass(23 * HOUR);
    await findSession(token, "token");
    expect(await expiry(), "slid a short while ago").toEqual(new Date("2026-02-01T01:00:00Z"));
  });
});

test("a TTL index deletes expired sessions", async () => {
  const indexes = await sessions().indexes();
  expect(indexes).toContainEqual(
    expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
  );
});

describe("a session ends 90 days after its sign-in, however often it is used", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T00:00:00Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY);
  const END = new Date("2026-04-01T00:00:00Z");

  test("and a cached lookup is valid until then at most", async () => {
    const { token } = await openSessions(user, ["token"], { userAgent: "test" });
    for (let day = 20; day <= 80; day += 20) {
      pass(20);
      expect(await findSession(token, "token"), `day ${day}`).not.toBeNull();
    }
    expect((await sessions().findOne({}))?.expiresAt).toEqual(END);
    pass(9.98);
    expect((await findSession(token, "token"))?.checkAgainAt).toEqual(END);
    pass(0.5);
    expect(await findSession(token, "token")).toBeNull();
  });

  test("even if it joined the sign-in later", async () => {
    const { token } = await openSessions(user, ["token"], { userAgent: "test" });
    pass(29);
    const signIn = (await findSession(token, "token"))?.signInId;
    pass(29);
    expect((await findSession(token, "token"))?.signInId).toBe(signIn);
    pass(29);
    const { browser } = await openSessions(user, ["browser"], { userAgent: "test" }, signIn);
    pass(2.9);
    expect(await findSession(browser, "browser")).not.toBeNull();
    pass(0.1);
    expect(await findSession(browser, "browser")).toBeNull();
  });
});
