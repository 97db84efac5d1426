import { afterEach, describe, expect, test, vi } from "vitest";
import { hashLeaf } from "~/domain/merkle-tree";
import { addDays, dayOf, mondayOf, startOf, type Day } from "~/domain/calendar-days";
import { listFullLedger, type FullLedgerEntry } from "~/models/ledger.server";
import { storeCloses } from "~/models/price.server";
import { newRecommendationId } from "~/models/recommendation.server";
import { appendEntry } from "~/services/ledger/append-entry.server";
import { makeCheckpoint, readCheckpoint } from "~/services/ledger/checkpoint.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { collection, useDatabase } from "../../setup/database";
import { rootOf } from "../../setup/merkle-tree";
import { addMomentum } from "../../setup/recommendations";

useDatabase();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const morning = (day: Day) => new Date(startOf(day).getTime() + 9 * 3_600_000);
const lastMonday = mondayOf(addDays(dayOf(new Date()), -14));

/** Expects positions without gaps, hashes of the contents, and the checkpoint of all entries. */
async function expectTree(entries: readonly FullLedgerEntry[]) {
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, i) => i + 1));
  const leaves = entries.map(({ content }) => hashLeaf(content));
  expect(entries.map(({ hash }) => hash)).toEqual(leaves);
  expect(await readCheckpoint()).toMatchObject({ size: leaves.length, root: rootOf(leaves) });
}

test("appending at the same time makes one tree, with one entry of a kind for each recommendation", async () => {
  const ids = Array.from({ length: 12 }, newRecommendationId);
  const append = (of: string) => appendEntry({ kind: "recommendation", of, body: { of } });
  await Promise.all([...ids, ...ids].map(append));
  const entries = await listFullLedger(0, 100);
  await makeCheckpoint();
  await expectTree(entries);
  expect(entries.map(({ of }) => of).toSorted()).toEqual(["1", ...ids.toSorted()]);
});

describe("an outcome", () => {
  /** Imports closes from the Monday before last on. BTC gains 1% a day, the others do not change. */
  async function importThreeWeeks() {
    const growth = { BTC: 1.01, SOL: 1, USDT: 1 };
    for (const [asset, factor] of Object.entries(growth)) {
      const closes = Array.from({ length: 15 }, (_, i) => ({
        day: addDays(lastMonday, i),
        close: 100 * factor ** i,
      }));
      await storeCloses("import", asset, closes);
    }
  }

  test("is settled once its week is over, and does not change when its closes are corrected", async () => {
    await importThreeWeeks();
    const { id } = await addMomentum(morning(lastMonday), { BTC: 60, USDT: 40 });
    expect(await settleOutcomes()).toEqual({ settled: 1 });
    expect(await settleOutcomes()).toEqual({ settled: 0 });
    const before = await momentumEngine.read(id);
    const end = addDays(lastMonday, 7);
    const valueAtEnd = async () =>
      (await readEngineRecord("momentum")).record.points.find(({ day }) => day === end)?.value;
    const inRecord = await valueAtEnd();
    expect(inRecord).toBeGreaterThan(100);
    const value = 60 * 1.01 ** 7 + 40;
    expect(before.outcome).toMatchObject({ state: "known", value: expect.closeTo(value, 10) });
    expect(before.settlement).toMatchObject({ entry: { seq: 3 }, corrections: [] });

    await storeCloses("import", "BTC", [{ day: end, close: 1 }]);
    const after = await momentumEngine.read(id);
    expect(after.outcome).toEqual(before.outcome);
    expect(after.settlement!.corrections).toEqual([
      { asset: "BTC", day: end, settled: 100 * 1.01 ** 7, now: 1 },
    ]);
    expect(await valueAtEnd()).toBe(inRecord);
    await expectTree(await listFullLedger(0, 10));
  });

  test("with missing closes is tried again daily for two months", async () => {
    const { id } = await addMomentum(morning(lastMonday), { BTC: 60, USDT: 40 });
    expect(await settleOutcomes()).toEqual({ settled: 0 });
    await importThreeWeeks();
    expect(await settleOutcomes()).toEqual({ settled: 0 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    expect(await settleOutcomes()).toEqual({ settled: 1 });
    expect((await momentumEngine.read(id)).settlement).not.toBeNull();

    const old = await addMomentum(morning(addDays(lastMonday, -70)), { DOGE: 60, USDT: 40 });
    await settleOutcomes();
    expect(await collection("unsettled-outcomes").countDocuments()).toBe(0);
    expect((await momentumEngine.read(old.id)).settlement).toBeNull();
  });
});
