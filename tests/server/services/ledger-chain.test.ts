import { Types } from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hashEntry } from "~/services/ledger/canonical";
import { checkLedger } from "~/services/ledger-checks/check-ledger.server";
import { checkRecommendation } from "~/services/ledger-checks/check-recommendation.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
import { signHash } from "~/services/ledger/signing-key.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { alter } from "../../setup/alter";
import { collection, useDatabase } from "../../setup/database";
import { importMomentumCloses } from "../../setup/recommendations";

useDatabase();

const DAY = 86_400_000;
const LIMIT = 100;
const ledger = () => collection("ledger");
const atSeq = (seq: number) => ({ _id: seq as unknown as Types.ObjectId });
const entryAt = async (seq: number) => (await ledger().findOne(atSeq(seq)))!;
const fieldsOf = async () => (await checkLedger(LIMIT)).faults.map(({ field }) => field);

/** Entries 1 to 3 are about recommendations, 4 and 5 about the outcomes of the first two. */
let ids: string[];
beforeEach(async () => {
  const now = Date.now();
  ids = [];
  for (const days of [16, 9]) {
    vi.useFakeTimers({ toFake: ["Date"], now: now - days * DAY });
    await importMomentumCloses();
    ids.push((await momentumEngine.make(new Date(), { bySchedule: true })).id);
  }
  vi.useRealTimers();
  await importMomentumCloses();
  ids.push((await sentimentEngine.make(new Date(), { bySchedule: true })).id);
  expect(await settleOutcomes()).toEqual({ settled: 2 });
});
afterEach(() => void vi.useRealTimers());

test("an unaltered ledger has no faults", async () => {
  const { hash } = await entryAt(5);
  expect(await checkLedger(LIMIT)).toMatchObject({
    head: { seq: 5, hash },
    entries: 5,
    recommendations: 3,
    faults: [],
    faultCount: 0,
    notes: new Map(),
  });
  expect(await checkRecommendation(ids[0]!)).toMatchObject({
    faults: [],
    entries: { recommendation: { seq: 1 }, outcome: { kind: "outcome", of: ids[0] } },
  });
});

describe("the check reports an altered entry", () => {
  const other = new Types.ObjectId();
  test.each<[string, unknown, string[]]>([
    ["hash", "0".repeat(64), ["2 hash", "2 signature", "3 previous"]],
    ["kind", "outcome", ["2 kind"]],
    ["content", "{}", ["2 hash", "2 seq", "2 kind", "2 of", "2 at"]],
    ["content", "null", ["2 hash", "2 content"]],
  ])("%s", async (field, value, named) => {
    // Avoids two entries of one kind about the same recommendation, which the index forbids.
    if (value === "outcome") await ledger().updateOne(atSeq(5), { $set: { of: other } });
    await ledger().updateOne(atSeq(2), { $set: { [field]: value } });
    expect(await fieldsOf()).toEqual(
      expect.arrayContaining(named.map((one) => `ledger entry ${one}`)),
    );
    // The check of its recommendation reports it as well.
    const { faults } = await checkRecommendation(ids[1]!);
    expect(faults.length).toBeGreaterThan(0);
  });

  test("with a new hash, by its signature and the next entry", async () => {
    const { content, previous } = await entryAt(2);
    const altered = (content as string).replace('"isScheduled":true', '"isScheduled":false');
    const hash = hashEntry(previous as string, altered);
    await ledger().updateOne(atSeq(2), { $set: { content: altered, hash } });
    expect(await fieldsOf()).toEqual([
      "ledger entry 2 signature",
      "ledger entry 3 previous",
      `recommendation ${ids[1]} isScheduled`,
      `recommendation ${ids[1]} trackRecord`,
    ]);
  });

  test("whose settled outcome does not follow from its closes", async () => {
    const { content, previous, of } = await entryAt(5);
    const altered = (content as string).replace(/"value":[\d.]+/, '"value":199');
    const hash = hashEntry(previous as string, altered);
    const signature = signHash(hash);
    await ledger().updateOne(atSeq(5), { $set: { content: altered, hash, signature } });
    const fault = {
      field: "ledger entry 5 outcome.value",
      problem: expect.stringMatching(/^199 is stored, [\d.]+ follows from its closes$/),
    };
    expect((await checkLedger(LIMIT)).faults).toEqual([fault]);
    expect((await checkRecommendation(String(of))).faults).toEqual([fault]);
  });
});

test("the check reports an entry removed from the middle", async () => {
  await ledger().deleteOne(atSeq(2));
  expect((await checkLedger(LIMIT)).faults).toEqual([
    {
      field: "ledger entry 3 seq",
      problem: "follows 1: the entries between are missing",
    },
    expect.objectContaining({ field: expect.stringMatching(/^ledger entry [45] of$/) }),
    { field: `recommendation ${ids[1]} ledger`, problem: "has no entry about it" },
  ]);
});

test("the removal of the last entry shows only in the head", async () => {
  const { hash } = await entryAt(4);
  await ledger().deleteOne(atSeq(5));
  expect(await checkLedger(LIMIT)).toMatchObject({ faults: [], head: { seq: 4, hash } });
});

test("the check reports a deleted and an altered recommendation", async () => {
  await collection("recommendations").deleteOne({ _id: new Types.ObjectId(ids[2]) });
  await alter(ids[1]!, { "facts.rates.BTC": 99.99, rationale: "Luck." });
  expect(await checkLedger(1)).toMatchObject({
    faults: [{ field: "ledger entry 3 of", problem: expect.stringMatching(/, which is gone$/) }],
    faultCount: 3,
  });
  expect(await fieldsOf()).toEqual([
    "ledger entry 3 of",
    `recommendation ${ids[1]} rationale`,
    `recommendation ${ids[1]} facts.rates.BTC`,
  ]);
});
