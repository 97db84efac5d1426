import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { decodeCursor, type Cursor, type Page } from "~/domain/cursor";
import {
  closeDraft,
  listDrafts,
  openDraft,
  readInputs,
  ROWS_PER_CHUNK,
  removeInputs,
  storeInputs,
  touchDraft,
} from "~/models/recommendation-inputs.server";
import {
  countRecommendations,
  findListed,
  findNeighbours,
  findNewest,
  findRecommendation,
  hasRecommendations,
  isListed,
  listRecommendations,
  newRecommendationId,
  tokensInUse,
  type MomentumRow,
} from "~/models/recommendation.server";
import {
  findNewestScheduled,
  findScheduled,
  listScheduled,
  recordScheduled,
} from "~/models/scheduled-recommendation.server";
import { releaseLock, renewLock, waitForOutcome, acquireLock } from "~/models/job-lock.server";
import { useDatabase } from "../../setup/database";
import { addMomentum, addSentiment } from "../../setup/recommendations";

useDatabase();

const collection = (name: string) => mongoose.connection.collection(name);
const at = (text: string) => new Date(`2026-${text}Z`);
const unknown = "65f0c0ffee65f0c0ffee65f0";

describe("recommendations", () => {
  test("are read as they were stored, with their day and the Monday of its week", async () => {
    const createdAt = at("02-01T23:59:59.999"); // A Sunday.
    const row = await addMomentum(createdAt);
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: "momentum",
      day: "2026-02-01",
      weekDate: "2026-01-26",
      createdAt,
      isScheduled: true,
      rationale: "A reason.",
      allocation: { BTC: 20, SOL: 30, USDT: 50 },
      facts: {
        asOf: "2026-01-31",
        source: "import",
        sourceLabel: "imported closes",
        isSample: false,
        isDegraded: false,
        hasPegWarning: false,
        notCash: null,
        rates: { BTC: 10, SOL: 30.25, USDT: null },
      },
    });
    expect(await findRecommendation("momentum", row.id)).toEqual({
      ...row,
      tokens: ["BTC", "SOL", "USDT"],
      calculation: {},
      inputs: 0,
    });
    expect(await findListed("momentum", [row.id, unknown])).toEqual([row]);
    expect((await listRecommendations("momentum", { limit: 1 })).items).toEqual([row]);
  });

  test("are separate for each engine", async () => {
    const { id } = await addMomentum(at("02-02T09:00"));
    expect(await findRecommendation("sentiment", id)).toBeNull();
    expect(await findListed("sentiment", [id])).toEqual([]);
    expect(await hasRecommendations("sentiment")).toBe(false);
    expect(await countRecommendations("sentiment")).toBe(0);
    expect(await hasRecommendations("momentum")).toBe(true);
    expect(await countRecommendations("momentum")).toBe(1);
    for (const wrong of [unknown, "", "x", "000"]) {
      expect(await findRecommendation("momentum", wrong)).toBeNull();
      expect(await isListed(wrong)).toBe(false);
    }
  });

  test("are listed newest first, ties by id, in pages that omit none", async () => {
    const moments = ["03T09:00", "02T09:00", "02T09:00", "02T09:00", "01T09:00"];
    for (const moment of moments) await addMomentum(at(`02-${moment}`));
    await addSentiment(at("02-02T10:00"));
    const whole = (await listRecommendations("momentum", { limit: 10 })).items;
    expect(whole.map(({ createdAt }) => createdAt)).toEqual(moments.map((day) => at(`02-${day}`)));
    const read: string[] = [];
    let after: Cursor | null = null;
    do {
      const page: Page<MomentumRow> = await listRecommendations("momentum", { limit: 2, after });
      read.push(...page.items.map(({ id }) => id));
      after = page.next ? decodeCursor(page.next) : null;
    } while (after);
    expect(read).toEqual(whole.map(({ id }) => id));

    for (const [i, row] of whole.entries()) {
      expect(await findNeighbours(row)).toEqual({
        newerId: whole[i - 1]?.id ?? null,
        olderId: whole[i + 1]?.id ?? null,
      });
    }
    expect((await findNewest("momentum"))?.id).toBe(whole[0]?.id);
    expect((await findNewest("momentum", "2026-02-03"))?.id).toBe(whole[1]?.id);
    expect(await findNewest("momentum", "2026-02-01")).toBeNull();
  });

  test("have one scheduled recommendation for each week, the first, in whatever order they are recorded", async () => {
    const first = await addMomentum(at("02-02T09:00"), { USDT: 100 });
    const second = await addMomentum(at("02-05T18:00"), { BTC: 60, USDT: 40 });
    const other = await addMomentum(at("02-09T00:00"), { SOL: 50, USDT: 50 });
    await addSentiment(at("02-02T20:00"));
    await recordScheduled(second);
    expect([first, second, other].map(({ isScheduled }) => isScheduled)).toEqual([
      true,
      false,
      true,
    ]);
    const weeks = [
      { id: first.id, day: "2026-02-02", allocation: { USDT: 100 } },
      { id: other.id, day: "2026-02-09", allocation: { SOL: 50, USDT: 50 } },
    ];
    expect(await listScheduled("momentum", 10)).toEqual(weeks);
    expect(await listScheduled("momentum", 1)).toEqual(weeks.slice(1));
    expect(await findNewestScheduled("momentum")).toEqual(weeks[1]);
    expect(await findScheduled("momentum", "2026-02-15")).toEqual(weeks[1]);
    expect(await findScheduled("momentum", "2026-02-16")).toBeNull();
  });

  test("use the tokens to which any of them allocates a share", async () => {
    expect(await tokensInUse()).toEqual([]);
    await addMomentum(at("02-02T09:00"), { BTC: 0, SOL: 10, USDT: 90 });
    await addSentiment(at("02-03T09:00"), { LINK: 5, USDT: 95 });
    await addSentiment(at("02-04T09:00"), { USDT: 100 });
    expect(await tokensInUse()).toEqual(["SOL", "USDT", "LINK"]);
  });
});

describe("inputs", () => {
  const rows = Array.from({ length: 2 * ROWS_PER_CHUNK + 3 }, (_, i) => ({
    i,
    p: i / 3 - 0.1,
    n: null,
  }));

  test("are read unchanged for any range", async () => {
    const id = newRecommendationId();
    await storeInputs(id, rows);
    expect(await collection("recommendation-inputs").countDocuments()).toBe(3);
    const last = rows.length;
    for (const [from, to] of [
      [0, last],
      [0, 1],
      [ROWS_PER_CHUNK - 1, ROWS_PER_CHUNK + 1],
      [ROWS_PER_CHUNK, 2 * ROWS_PER_CHUNK],
      [2 * ROWS_PER_CHUNK + 2, last],
      [5, 5],
      [7, 5],
    ] as const) {
      expect(await readInputs(id, from, to), `${from} to ${to}`).toEqual(rows.slice(from, to));
    }
    expect(await readInputs(id, 0, 0)).toEqual([]);
  });

  test("are read and removed for one recommendation only", async () => {
    const [one, other] = [newRecommendationId(), newRecommendationId()];
    await storeInputs(one, rows.slice(0, 2));
    await storeInputs(other, rows.slice(2, 4));
    await removeInputs(one);
    expect(await readInputs(other, 0, 2)).toEqual(rows.slice(2, 4));
    await expect(readInputs(one, 0, 2)).rejects.toThrow("are missing");
  });

  test("are not stored after an abort", async () => {
    const id = newRecommendationId();
    const reason = new Error("enough");
    await expect(storeInputs(id, rows, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await collection("recommendation-inputs").countDocuments()).toBe(0);
  });

  test("cannot be stored twice for the same recommendation", async () => {
    const id = newRecommendationId();
    await storeInputs(id, rows.slice(0, 1));
    await expect(storeInputs(id, rows.slice(1, 2))).rejects.toThrow(/duplicate/i);
    expect(await readInputs(id, 0, 1)).toEqual(rows.slice(0, 1));
  });
});

test("drafts that have not been touched for a while are listed, the oldest first", async () => {
  const [one, other] = [newRecommendationId(), newRecommendationId()];
  await openDraft(one);
  await openDraft(other);
  const soon = () => new Date(Date.now() + 1);
  expect(await listDrafts(new Date(0), 10)).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 2));
  expect(await touchDraft(one)).toBe(true);
  expect(await listDrafts(soon(), 10)).toEqual([other, one]);
  expect(await listDrafts(soon(), 1)).toEqual([other]);
  await closeDraft(other);
  expect(await listDrafts(soon(), 10)).toEqual([one]);
  expect(await touchDraft(other)).toBe(false);
});

describe("a job lock", () => {
  const MINUTE = 60_000;
  const count = (state: string) => collection("job-locks").countDocuments({ state });

  test("is acquired by one of twenty attempts, and the others get the id of its holder", async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => acquireLock("work", MINUTE)));
    expect(taken.filter(({ isMine }) => isMine)).toHaveLength(1);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1);
    expect((await acquireLock("other work", MINUTE)).isMine).toBe(true);
  });

  test("passes its outcome to all waiting callers, and is free again", async () => {
    const { id } = await acquireLock("work", MINUTE);
    const waiting = Array.from({ length: 5 }, () => waitForOutcome(id));
    await releaseLock(id, { state: "done", result: "x" });
    const next = await acquireLock("work", MINUTE);
    expect(next.isMine).toBe(true);
    expect(await Promise.all(waiting)).toEqual(Array(5).fill({ state: "done", result: "x" }));
    // The outcome can still be read while the next job runs.
    expect(await waitForOutcome(id)).toEqual({ state: "done", result: "x" });
    await releaseLock(next.id, { state: "failed", message: "no" });
    expect(await waitForOutcome(next.id)).toEqual({ state: "failed", message: "no" });
  });

  test("is lost when it expires: callers that wait are told, one acquires the next, its holder cannot renew", async () => {
    const { id } = await acquireLock("work", 150);
    expect(await waitForOutcome(id)).toEqual({ state: "lost" });
    const taken = await Promise.all(Array.from({ length: 20 }, () => acquireLock("work", MINUTE)));
    expect(taken.filter(({ isMine }) => isMine)).toHaveLength(1);
    expect(taken[0]?.id).not.toBe(id);
    expect(await renewLock(id, MINUTE)).toBe(false);
    await releaseLock(id, { state: "done", result: "too late" });
    expect(await waitForOutcome(id)).toEqual({ state: "lost" });
    expect(await count("running")).toBe(1);
  });

  test("that is renewed stays with its holder", async () => {
    const { id } = await acquireLock("work", 100);
    expect(await renewLock(id, MINUTE)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(await acquireLock("work", MINUTE)).toEqual({ id, isMine: false });
  });

  test("whose holder crashed is acquired by the next without waiting", async () => {
    const { id } = await acquireLock("work", 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const next = await acquireLock("work", MINUTE);
    expect(next.isMine).toBe(true);
    expect(next.id).not.toBe(id);
  });

  test("is deleted after an hour", async () => {
    const indexes = await collection("job-locks").indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    );
    const { id } = await acquireLock("work", MINUTE);
    const row = await collection("job-locks").findOne({ _id: new mongoose.Types.ObjectId(id) });
    expect(row?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 59 * MINUTE);
  });
});
