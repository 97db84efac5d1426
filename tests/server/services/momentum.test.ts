import { afterEach, describe, expect, test, vi } from "vitest";
import { addDays, dayOf, daysBetween, mondayOf, startOf } from "~/domain/calendar-days";
import { storeCloses } from "~/models/price.server";
import { ServiceError } from "~/services/errors";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { serializeMomentum } from "~/presenters/recommendations";
import { findRows } from "~/models/recommendation.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
import { readEngineRecord, readOutcomes } from "~/services/recommendations/track-record.server";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { outcomeOf } from "../../setup/outcomes";
import { addUser } from "../../setup/people";
import { addMomentum, importMomentumCloses } from "../../setup/recommendations";

useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" });
useDatabase();
afterEach(() => {
  vi.useRealTimers();
});

const today = () => dayOf(new Date());
const at = (day: string, hour = 9) => new Date(startOf(day).getTime() + hour * 3_600_000);
const isId = (outcome: string) => /^[0-9a-f]{24}$/.test(outcome);

describe("generating", () => {
  test("computes from the closes up to yesterday, with a rationale", async () => {
    await importMomentumCloses();
    const member = await addUser({ isMember: true });
    const before = Date.now();
    const row = await momentumEngine.generate(member);
    expect(row.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(serializeMomentum(row)).toEqual({
      id: row.id,
      reason: "SOL rose 30% in four weeks and BTC rose 10%: 60% in SOL and about a quarter in BTC.",
      weekDate: mondayOf(today()),
      createdAt: row.createdAt.toISOString(),
      rationale: expect.stringContaining("imported closes"),
      btcAllocation: 25,
      solAllocation: 60,
      usdtAllocation: 15,
      btcRoc: expect.closeTo(10, 9),
      solRoc: expect.closeTo(30, 9),
      usdtRoc: 0,
      asOf: addDays(today(), -1),
      source: "imported closes",
      isSample: false,
      isDegraded: false,
      hasPegWarning: false,
      notCash: null,
    });
    expect((await momentumEngine.list({ limit: 10 })).items).toEqual([row]);
    expect(await momentumEngine.count()).toBe(1);
  });

  test("without prices fails with the standard message, stores nothing and does not count against the limit", async () => {
    const member = await addUser({ isMember: true });
    const refusal = await momentumEngine.generate(member).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ServiceError);
    expect(refusal).toMatchObject({
      kind: "unavailable",
      message: "Failed to generate momentum recommendation",
    });
    for (const name of ["recommendations", "recommendation-inputs", "recommendation-drafts"])
      expect(await collection(name).countDocuments(), name).toBe(0);

    await importMomentumCloses();
    expect(isId(await outcomeOf(momentumEngine.generate(member)))).toBe(true);
    const limited = await momentumEngine.generate(member).catch((error: unknown) => error);
    expect(limited).toMatchObject({ kind: "limited" });
    const { retryAfterSeconds } = (limited as ServiceError).details;
    expect(retryAfterSeconds).toBeGreaterThan(50);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(await momentumEngine.count()).toBe(1);
  });

  test("without prices of SOL leaves it out and is marked as degraded", async () => {
    await importMomentumCloses();
    await collection("prices").deleteMany({ asset: "SOL" });
    const row = await momentumEngine.generate(await addUser({ isMember: true }));
    expect(row.facts).toMatchObject({ isDegraded: true, rates: { SOL: null } });
    expect(row.allocation).toEqual({ BTC: 60, SOL: 0, USDT: 40 });
  });

  test("is allowed to members, and to any signed-in user while the list is empty", async () => {
    await importMomentumCloses();
    const [somebody, other, member] = [
      await addUser(),
      await addUser(),
      await addUser({ isMember: true }),
    ];
    await expect(momentumEngine.generate(null)).rejects.toMatchObject({
      kind: "unauthenticated",
      message: "Please log in to generate recommendations.",
    });
    expect(isId(await outcomeOf(momentumEngine.generate(somebody)))).toBe(true);
    await expect(momentumEngine.generate(other)).rejects.toMatchObject({
      kind: "forbidden",
      message: "Only members of the organisation can generate momentum recommendations.",
    });
    expect(isId(await outcomeOf(momentumEngine.generate(member)))).toBe(true);
    expect(await momentumEngine.count()).toBe(2);
  });
});

describe("its outcome", () => {
  const store = (asset: string, first: string, closes: readonly number[]) =>
    storeCloses(
      "import",
      asset,
      closes.map((close, i) => ({ day: addDays(first, i), close })),
    );
  const DAY = "2026-02-02";
  const made = (day: string, allocation: Record<string, number>) =>
    addMomentum(at(day), allocation).then(({ id }) => id);
  const outcome = async (id: string) => (await momentumEngine.read(id)).outcome;

  test("is the value of 100 after seven days, beside BTC and the previous recommendation", async () => {
    await store("BTC", DAY, [100, 90, 95, 100, 105, 110, 115, 120]);
    await store("SOL", DAY, [10, 10, 10, 10, 10, 10, 10, 5]);
    await store("USDT", DAY, [1, 1, 1, 1, 1, 1, 1, 1]);
    await made("2026-01-26", { SOL: 100 });
    // The last of several on one day counts as the previous one.
    await addMomentum(at("2026-01-27", 8), { BTC: 100 });
    await addMomentum(at("2026-01-27", 20), { USDT: 100 });
    const id = await made(DAY, { BTC: 50, SOL: 0, USDT: 50 });
    expect(await outcome(id)).toEqual({
      state: "known",
      value: 110, // 50 · 1.2 + 50
      bitcoin: 120,
      previous: 100,
      drawdown: expect.closeTo(-5, 9), // 50 · 0.9 + 50 = 95, of 100.
      gaps: 0,
      until: "2026-02-09",
    });
  });

  test("is pending until the days are over and the last close can be expected", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: at("2026-02-09", 12) });
    await store("BTC", DAY, [100, 90, 95, 100, 105, 110, 115]);
    await store("USDT", DAY, [1, 1, 1, 1, 1, 1, 1]);
    const id = await made(DAY, { BTC: 60, USDT: 40 });
    const [row] = await findRows([id]);
    const listed = async () => (await readOutcomes([row!])).get(id);
    const soFar = { value: 109, bitcoin: 115, until: "2026-02-08" }; // 60 · 1.15 + 40
    expect(await outcome(id)).toEqual({ state: "pending", soFar });
    expect(await listed()).toEqual({ state: "pending", soFar });
    vi.setSystemTime(at("2026-02-10", 1));
    expect(await outcome(id)).toEqual({ state: "pending", soFar });
    vi.setSystemTime(at("2026-02-12", 1));
    expect(await outcome(id)).toEqual({ state: "missing", assets: ["BTC", "USDT"] });
    await store("BTC", "2026-02-09", [120]);
    await store("USDT", "2026-02-09", [1]);
    expect(await outcome(id)).toMatchObject({ state: "known", value: 112 });
    await settleOutcomes();
    await store("BTC", "2026-02-09", [200]);
    expect(await listed(), "as settled").toMatchObject({ state: "known", value: 112 });
  });
});

test("the track record has the first scheduled recommendation of each week, and is recomputed after a new one", async () => {
  const monday = addDays(mondayOf(today()), -14);
  const days = Array.from({ length: daysBetween(monday, today()) }, (_, i) => addDays(monday, i));
  const [first = "", second = ""] = [monday, addDays(monday, 7)];
  for (const [asset, growth] of [
    ["BTC", 1.01],
    ["SOL", 1.02],
    ["USDT", 1],
  ] as const) {
    await storeCloses(
      "import",
      asset,
      days.map((day, i) => ({ day, close: 100 * growth ** i })),
    );
  }
  await addMomentum(at(first, 7), { SOL: 60, USDT: 40 }, { bySchedule: false });
  const scheduled = await addMomentum(at(first, 8), { BTC: 60, USDT: 40 });
  const again = await addMomentum(at(first, 9), { SOL: 60, USDT: 40 });
  expect([scheduled.isScheduled, again.isScheduled]).toEqual([true, false]);
  const before = await readEngineRecord("momentum");
  expect(before.record.rows.map(({ id }) => id)).toEqual([scheduled.id]);
  expect(before.source?.name).toBe("import");
  expect(before.record.points.at(-1)?.day).toBe(addDays(today(), -1));
  expect(await readEngineRecord("momentum"), "the same object").toBe(before);

  const next = await addMomentum(at(second), { SOL: 60, USDT: 40 });
  const after = await readEngineRecord("momentum");
  expect(after.record.rows.map(({ id }) => id)).toEqual([scheduled.id, next.id]);

  await storeCloses("import", "SOL", [{ day: addDays(today(), -1), close: 1 }]);
  const fallen = await readEngineRecord("momentum");
  expect(fallen.record.summary?.value).toBeLessThan(after.record.summary?.value ?? 0);
  expect((await readEngineRecord("sentiment")).record.rows).toEqual([]);
});
