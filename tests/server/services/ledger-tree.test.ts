import { Types } from "mongoose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hashLeaf } from "~/domain/merkle-tree";
import { checkLedger } from "~/services/ledger-checks/check-ledger.server";
import { checkRecommendation } from "~/services/ledger-checks/check-recommendation.server";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import { settleOutcomes } from "~/services/recommendations/settlement.server";
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

/** Entry 1 is the key, 2 to 4 are about recommendations, 5 and 6 about the outcomes of the first two. */
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
  const { size, root } = (await readCheckpoint())!;
  expect(await checkLedger(LIMIT)).toMatchObject({
    head: { size, root },
    entries: 6,
    recommendations: 3,
    faults: [],
    faultCount: 0,
    notes: new Map(),
  });
  expect(await checkRecommendation(ids[0]!)).toMatchObject({
    faults: [],
    entries: { recommendation: { seq: 2 }, outcome: { kind: "outcome", of: ids[0] } },
  });
});

describe("the check reports an altered entry", () => {
  const other = "f".repeat(24);
  test.each<[string, unknown, string[]]>([
    ["nodes", ["0".repeat(64)], ["3 nodes.0", "3 hash"]],
    ["kind", "outcome", ["3 kind"]],
    ["content", "{}", ["3 nodes.0", "3 hash", "3 seq", "3 kind", "3 of", "3 at", "4 nodes.1"]],
    ["content", "null", ["3 hash", "3 content"]],
  ])("%s", async (field, value, named) => {
    // Avoids two entries of one kind about the same recommendation, which the index forbids.
    if (value === "outcome") await ledger().updateOne(atSeq(6), { $set: { of: other } });
    await ledger().updateOne(atSeq(3), { $set: { [field]: value } });
    expect(await fieldsOf()).toEqual(
      expect.arrayContaining(named.map((one) => `ledger entry ${one}`)),
    );
    // The check of its recommendation reports it as well.
    const { faults } = await checkRecommendation(ids[1]!);
    expect(faults.length).toBeGreaterThan(0);
  });

  test("with a new hash, by the hashes above it and every checkpoint since", async () => {
    const { content } = await entryAt(3);
    const altered = (content as string).replace('"isScheduled":true', '"isScheduled":false');
    const nodes = [hashLeaf(altered)];
    await ledger().updateOne(atSeq(3), { $set: { content: altered, nodes } });
    expect(await fieldsOf()).toEqual([
      ...["checkpoint 3 root", "checkpoint 3 said"],
      ...["ledger entry 4 nodes.1", "ledger entry 4 nodes.2"],
      ...[4, 5, 6].flatMap((size) => [`checkpoint ${size} root`, `checkpoint ${size} said`]),
      `recommendation ${ids[1]} isScheduled`,
      `recommendation ${ids[1]} trackRecord`,
    ]);
  });

  test("whose settled outcome does not follow from its closes", async () => {
    const { content, of } = await entryAt(6);
    const altered = (content as string).replace(/"value":[\d.]+/, '"value":199');
    const { nodes } = await entryAt(6);
    const [, ...above] = nodes as string[];
    await ledger().updateOne(atSeq(6), {
      $set: { content: altered, nodes: [hashLeaf(altered), ...above] },
    });
    const fault = {
      field: "ledger entry 6 outcome.value",
      problem: expect.stringMatching(/^199 is stored, [\d.]+ follows from its closes$/),
    };
    expect((await checkLedger(LIMIT)).faults).toContainEqual(fault);
    expect((await checkRecommendation(String(of))).faults).toEqual([fault]);
  });
});

test("the check reports an entry removed from the middle", async () => {
  await ledger().deleteOne(atSeq(3));
  const { faults } = await checkLedger(LIMIT);
  expect(faults).toContainEqual({
    field: "ledger entry 4 seq",
    problem: "follows 2: the entries between are missing",
  });
  expect(faults.map(({ field }) => field)).toEqual(
    expect.arrayContaining(["checkpoint 4 root", `recommendation ${ids[1]} ledger`]),
  );
});

test("the removal of the last entry shows in the newest checkpoint", async () => {
  await ledger().deleteOne(atSeq(6));
  expect((await checkLedger(LIMIT)).faults).toEqual([
    { field: "checkpoint 6 size", problem: "is more than the 5 entries that the ledger has" },
  ]);
  await collection("ledger-checkpoints").deleteOne(atSeq(6));
  expect((await checkLedger(LIMIT)).faults).toEqual([]);
});

test("the check reports a deleted and an altered recommendation", async () => {
  await collection("recommendations").deleteOne({ _id: new Types.ObjectId(ids[2]) });
  await alter(ids[1]!, { "facts.rates.BTC": 99.99, rationale: "Luck." });
  expect(await checkLedger(1)).toMatchObject({
    faults: [{ field: "ledger entry 4 of", problem: expect.stringMatching(/, which is gone$/) }],
    faultCount: 3,
  });
  expect(await fieldsOf()).toEqual([
    "ledger entry 4 of",
    `recommendation ${ids[1]} rationale`,
    `recommendation ${ids[1]} facts.rates.BTC`,
  ]);
});
