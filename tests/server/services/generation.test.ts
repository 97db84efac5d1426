/** Recommendations are generated once and completely, with concurrent requests and failures. */
import mongoose from "mongoose";
import { describe, expect, test, vi } from "vitest";
import type { Engine } from "~/domain/engines";
import { openDraft, storeInputs } from "~/models/recommendation-inputs.server";
import {
  isListed,
  newRecommendationId,
  type NewRecommendation,
} from "~/models/recommendation.server";
import { releaseLock, acquireLock } from "~/models/job-lock.server";
import { failedToGenerate, ServiceError } from "~/services/errors";
import {
  generateOnce,
  storeRecommendation,
  sweep,
} from "~/services/recommendations/generation.server";
import {
  generateMomentum,
  makeMomentum,
  recomputeMomentum,
} from "~/services/recommendations/momentum.server";
import { onWarning, type Warning } from "~/services/warnings.server";
import { listScheduled } from "~/models/scheduled-recommendation.server";
import { outcomeOf, outcomesOf } from "../../setup/outcomes";
import { addUser } from "../../setup/people";
import { addMomentum, importMomentumCloses } from "../../setup/recommendations";
import { useSharedDatabase } from "../../setup/second-process";

Object.assign(process.env, { RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" });
const { start } = useSharedDatabase();

const HOUR = 3_600_000;
const collection = (name: string) => mongoose.connection.collection(name);
const countOf = (name: string) => collection(name).countDocuments();
/** The number of documents of each kind that a generation stores. */
const stored = async () => ({
  rows: await countOf("recommendations"),
  entries: await countOf("ledger"),
  pieces: await countOf("recommendation-inputs"),
  drafts: await countOf("recommendation-drafts"),
});
const NOTHING = { rows: 0, entries: 0, pieces: 0, drafts: 0 };
const ONE = { rows: 1, entries: 1, pieces: 1, drafts: 0 };

const times = (count: number, word: string): string[] => Array<string>(count).fill(word);
const isId = (outcome: string) => /^[0-9a-f]{24}$/.test(outcome);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Operation = "insertOne" | "updateOne" | "deleteOne";

/** Makes an operation on one collection fail, as in an outage at that moment. */
function failAt(name: string, operation: Operation) {
  const prototype = mongoose.mongo.Collection.prototype as unknown as Record<
    Operation,
    (this: { collectionName: string }, ...args: unknown[]) => Promise<unknown>
  >;
  const real = prototype[operation];
  return vi.spyOn(prototype, operation).mockImplementation(function (
    this: { collectionName: string },
    ...args
  ) {
    if (this.collectionName === name) return Promise.reject(new Error("the database went away"));
    return Reflect.apply(real, this, args) as Promise<unknown>;
  });
}

describe("twenty simultaneous requests", () => {
  test("by one user make one recommendation", async () => {
    await importMomentumCloses();
    const mara = await addUser({ isMember: true });
    const outcomes = await outcomesOf(20, () => generateMomentum(mara));
    expect(new Set(outcomes.filter(isId)).size).toBe(1);
    expect(outcomes.filter((outcome) => !isId(outcome) && outcome !== "limited")).toEqual([]);
    expect(await stored()).toEqual(ONE);
  });

  test("by one user to two processes make one recommendation", async () => {
    await importMomentumCloses();
    const { ask } = await start();
    const mara = await addUser({ isMember: true });
    const [there, here] = await Promise.all([
      ask({ act: "generate", times: 10, userId: mara.id }) as Promise<string[]>,
      outcomesOf(10, () => generateMomentum(mara)),
    ]);
    const outcomes = [...there, ...here];
    expect(outcomes).toHaveLength(20);
    expect(new Set(outcomes.filter(isId)).size).toBe(1);
    expect(outcomes.filter((outcome) => !isId(outcome) && outcome !== "limited")).toEqual([]);
    expect(await stored()).toEqual(ONE);
  });

  test("get the result of a generation that any process has started, without being counted", async () => {
    await importMomentumCloses();
    const { ask } = await start();
    const mara = await addUser({ isMember: true });
    const lock = await acquireLock("generate momentum", 30_000);
    const waiting = Promise.all([
      ask({ act: "generate", times: 10, userId: mara.id }) as Promise<string[]>,
      outcomesOf(10, () => generateMomentum(mara)),
    ]);
    await pause(300);
    const { id } = await makeMomentum(new Date());
    await releaseLock(lock.id, { state: "done", result: id });
    expect((await waiting).flat()).toEqual(times(20, id));
    expect(await stored()).toEqual(ONE);
    expect(isId(await outcomeOf(generateMomentum(mara)))).toBe(true);
    expect(await outcomeOf(generateMomentum(mara))).toBe("limited");
  });
});

describe("a process that crashes while it generates", () => {
  test("blocks others until its lock expires, and then one of them continues", async () => {
    await importMomentumCloses();
    const mara = await addUser({ isMember: true });
    const { ask, kill } = await start();
    const draftId = newRecommendationId();
    expect(await ask({ act: "begin", turnMs: 1_500, draftId })).toBe(true);
    const begun = Date.now();
    await kill();
    const outcomes = await outcomesOf(5, () => generateMomentum(mara));
    expect(Date.now() - begun).toBeGreaterThan(500);
    expect(new Set(outcomes.filter(isId)).size).toBe(1);
    // Its leftovers are not listed, and are removed once it is certain that no process uses them.
    expect(await stored()).toEqual({ rows: 1, entries: 1, pieces: 2, drafts: 1 });
    await collection("recommendation-drafts").updateMany(
      {},
      { $set: { touchedAt: new Date(Date.now() - 2 * HOUR) } },
    );
    await sweep();
    expect(await stored()).toEqual(ONE);
    expect(await isListed(draftId)).toBe(false);
    const id = outcomes.find(isId) ?? "";
    const { stored: kept, recomputed } = await recomputeMomentum(id);
    expect(recomputed).toEqual(kept);
  });

  test("loses nothing that was listed, and the next sweep completes its entries", async () => {
    const { id } = await addMomentum(new Date());
    await openDraft(id);
    await storeInputs(id, [{ asset: "BTC" }]);
    await collection("recommendation-drafts").updateMany(
      {},
      { $set: { touchedAt: new Date(Date.now() - 2 * HOUR) } },
    );
    for (const name of ["scheduled-recommendations", "ledger"])
      await collection(name).deleteMany({});
    await sweep();
    expect(await stored()).toEqual(ONE);
    expect(await listScheduled("momentum", 1)).toMatchObject([{ id }]);
  });
});

test("a caller that waits for another generation times out while that one continues", async () => {
  const lock = await acquireLock("generate momentum", 60_000);
  const make = vi.fn(async () => "made");
  const begun = Date.now();
  await expect(generateOnce({ kind: "momentum", make, patienceMs: 200 })).rejects.toMatchObject({
    kind: "unavailable",
    message: "Failed to generate momentum recommendation",
  });
  expect(Date.now() - begun).toBeLessThan(30_000);
  expect(make).not.toHaveBeenCalled();
  await releaseLock(lock.id, { state: "done", result: "made elsewhere" });
});

describe("a generation that fails", () => {
  /** Runs a failing generation that a second caller waits for. @returns the errors of both */
  async function failing(error: Error, calls: string[] = []) {
    const generate = (kind: Engine) =>
      generateOnce({
        kind,
        make: async () => {
          calls.push("make");
          await pause(100);
          throw error;
        },
        onFailure: async () => void calls.push("onFailure"),
      });
    const results = await Promise.allSettled([generate("momentum"), generate("momentum")]);
    return results.map((result) => result.status === "rejected" && (result.reason as Error));
  }

  test("fails with the same error for waiting callers, and releases the lock", async () => {
    const calls: string[] = [];
    const errors = await failing(failedToGenerate("momentum", new Error("no closes")), calls);
    for (const error of errors) {
      expect(error).toMatchObject({
        name: "ServiceError",
        kind: "unavailable",
        message: "Failed to generate momentum recommendation",
      });
    }
    expect(calls).toEqual(["make", "onFailure"]);
    expect((await acquireLock("generate momentum", 1_000)).isMine).toBe(true);
  });

  test("with an internal error passes that error on to its own caller only", async () => {
    const mistake = new TypeError("x is not a function");
    const calls: string[] = [];
    const errors = await failing(mistake, calls);
    expect(errors).toContain(mistake);
    expect(errors.filter((error) => error instanceof ServiceError)).toMatchObject([
      { kind: "unavailable", message: "Failed to generate momentum recommendation" },
    ]);
    expect(calls).toEqual(["make", "onFailure"]);
  });

  test("does not count against the limit, whatever the error is", async () => {
    await importMomentumCloses();
    const mara = await addUser({ isMember: true });
    const away = failAt("recommendation-inputs", "insertOne");
    await expect(generateMomentum(mara)).rejects.toThrow("the database went away");
    away.mockRestore();
    expect(isId(await outcomeOf(generateMomentum(mara)))).toBe(true);
  });

  test("warns the operator when the limit cannot be reset", async () => {
    const told: Warning[] = [];
    const stop = onWarning((trouble) => told.push(trouble));
    const [failure, trouble] = [new Error("no closes"), new Error("the database went away")];
    const generating = generateOnce({
      kind: "momentum",
      make: () => Promise.reject(failure),
      onFailure: () => Promise.reject(trouble),
    });
    await expect(generating).rejects.toBe(failure);
    stop();
    expect(told).toEqual([{ message: expect.stringContaining("rate limit"), error: trouble }]);
  });

  test("because it was not admitted does not fail waiting callers: the next one continues", async () => {
    let admitted = 0;
    const generate = (isAdmitted: boolean) =>
      generateOnce({
        kind: "momentum",
        admit: async () => {
          await pause(100);
          if (!isAdmitted) throw new ServiceError("limited", "not now");
          admitted += 1;
        },
        make: async () => "made",
      });
    const refused = generate(false);
    await pause(50);
    const next = generate(true);
    await expect(refused).rejects.toMatchObject({ kind: "limited" });
    expect(await next).toBe("made");
    expect(admitted).toBe(1);
    // The first lock was withdrawn, so the next caller did not wait until it expired.
    const locks = await collection("job-locks").find().sort({ _id: 1 }).toArray();
    expect(locks.map(({ state }) => state)).toEqual(["withdrawn", "done"]);
  });
});

describe("storing", () => {
  const recommendation = (createdAt = new Date()) =>
    ({
      kind: "sentiment",
      createdAt,
      rationale: "A reason.",
      allocation: { USDT: 100 },
      facts: {
        token: "N/A",
        mentionCount: 0,
        from: createdAt,
        to: createdAt,
        method: 1,
        isSample: false,
        isTrustGrowing: false,
        unlisted: {},
        outside: [],
        notCash: null,
      },
      calculation: {},
    }) satisfies Omit<NewRecommendation<"sentiment">, "inputs" | "isScheduled">;
  const inputs = Array.from({ length: 1_200 }, (_, i) => ({ i }));
  const signal = new AbortController().signal;

  test("stores the inputs, the recommendation and its ledger entry", async () => {
    await storeRecommendation<"sentiment">(recommendation(), inputs);
    expect(await stored()).toEqual({ rows: 1, entries: 1, pieces: 3, drafts: 0 });
  });

  test.each([
    ["its settlement", "unsettled-outcomes", "updateOne"],
    ["its draft", "recommendation-drafts", "deleteOne"],
  ] as const)("succeeds once it is listed, even if updating %s fails", async (_, name, method) => {
    const told: Warning[] = [];
    const stop = onWarning((trouble) => told.push(trouble));
    const failing = failAt(name, method);
    try {
      const { id } = await storeRecommendation<"sentiment">(recommendation(), inputs);
      expect(await isListed(id)).toBe(true);
    } finally {
      failing.mockRestore();
      stop();
    }
    expect(told).toHaveLength(1);
  });

  test("without the lock leaves nothing behind", async () => {
    const lost = new Error("the lock was lost");
    const confirm = () => Promise.reject(lost);
    const storing = storeRecommendation<"sentiment">(recommendation(), inputs, {
      holding: { signal, confirm },
    });
    await expect(storing).rejects.toBe(lost);
    expect(await stored()).toEqual(NOTHING);
  });

  test("that is aborted among the inputs leaves nothing behind", async () => {
    const holding = { signal: AbortSignal.abort(), confirm: async () => {} };
    const storing = storeRecommendation<"sentiment">(recommendation(), inputs, { holding });
    await expect(storing).rejects.toThrow("aborted");
    expect(await stored()).toEqual(NOTHING);
  });

  test("fails if a sweep has removed its draft, and lists nothing without inputs", async () => {
    const id = newRecommendationId();
    const confirm = async () => {
      await collection("recommendation-drafts").deleteMany({});
    };
    const storing = storeRecommendation<"sentiment">(recommendation(), inputs, {
      id,
      holding: { signal, confirm },
    });
    await expect(storing).rejects.toThrow("has been removed");
    expect(await stored()).toEqual(NOTHING);
  });

  test("under an id with leftovers of a crash starts again", async () => {
    const id = newRecommendationId();
    await openDraft(id);
    await storeInputs(id, inputs);
    await storeRecommendation<"sentiment">(recommendation(), inputs.slice(0, 2), { id });
    expect(await stored()).toEqual(ONE);
  });

  test("does not remove recent drafts of other processes", async () => {
    const id = newRecommendationId();
    await openDraft(id);
    await storeInputs(id, inputs);
    await sweep();
    expect(await stored()).toEqual({ rows: 0, entries: 0, pieces: 3, drafts: 1 });
  });
});
