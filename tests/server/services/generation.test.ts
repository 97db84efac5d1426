/** Recommendations are generated once and completely, with concurrent requests and failures. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "~/domain/engines";
import { isListed, newRecommendationId } from "~/models/recommendation.server";
import { releaseLock, acquireLock } from "~/models/job-lock.server";
import { ServiceError } from "~/services/errors";
import {
  generateOnce,
  storeRecommendation,
  sweep,
} from "~/services/recommendations/generation.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { outcomeOf, outcomesOf } from "../../setup/outcomes";
import { addUser } from "../../setup/people";
import { importMomentumCloses, sentimentOf } from "../../setup/recommendations";
import { useSharedDatabase, type SecondProcess } from "../../setup/second-process";
import { collection } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";

const limits = { RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" };
useEnvironment(limits);
const { start } = useSharedDatabase(limits);

/** The second process, which one of the tests kills. */
let second: SecondProcess;
beforeAll(async () => {
  second = await start();
});

const HOUR = 3_600_000;
const countOf = (name: string) => collection(name).countDocuments();
const stored = async () => ({
  rows: await countOf("recommendations"),
  entries: await collection("ledger").countDocuments({ kind: "recommendation" }),
  pieces: await countOf("recommendation-inputs"),
  drafts: await countOf("recommendation-drafts"),
});
const NOTHING = { rows: 0, entries: 0, pieces: 0, drafts: 0 };
const ONE = { rows: 1, entries: 1, pieces: 1, drafts: 0 };

const times = (count: number, word: string): string[] => Array<string>(count).fill(word);
const isId = (outcome: string) => /^[0-9a-f]{24}$/.test(outcome);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("twenty simultaneous requests", () => {
  test("by one user to two processes make one recommendation", async () => {
    await importMomentumCloses();
    const mara = await addUser({ isMember: true });
    const [there, here] = await Promise.all([
      second.ask({ act: "generate", times: 10, userId: mara.id }) as Promise<string[]>,
      outcomesOf(10, () => momentumEngine.generate(mara)),
    ]);
    const outcomes = [...there, ...here];
    expect(outcomes).toHaveLength(20);
    expect(new Set(outcomes.filter(isId)).size).toBe(1);
    expect(outcomes.filter((outcome) => !isId(outcome) && outcome !== "limited")).toEqual([]);
    expect(await stored()).toEqual(ONE);
  });

  test("get the result of a generation that any process has started, without being counted", async () => {
    await importMomentumCloses();
    const mara = await addUser({ isMember: true });
    const lock = await acquireLock("generate momentum", 30_000);
    const waiting = Promise.all([
      second.ask({ act: "generate", times: 10, userId: mara.id }) as Promise<string[]>,
      outcomesOf(10, () => momentumEngine.generate(mara)),
    ]);
    await pause(300);
    const { id } = await momentumEngine.make(new Date());
    await releaseLock(lock.id, { state: "done", result: id });
    expect((await waiting).flat()).toEqual(times(20, id));
    expect(await stored()).toEqual(ONE);
    expect(isId(await outcomeOf(momentumEngine.generate(mara)))).toBe(true);
    expect(await outcomeOf(momentumEngine.generate(mara))).toBe("limited");
  });
});

test("a process that crashes while it generates blocks others until its lock expires, and then one of them continues", async () => {
  await importMomentumCloses();
  const mara = await addUser({ isMember: true });
  const draftId = newRecommendationId();
  expect(await second.ask({ act: "begin", turnMs: 1_500, draftId })).toBe(true);
  const begun = Date.now();
  await second.kill();
  const outcomes = await outcomesOf(5, () => momentumEngine.generate(mara));
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
  const { stored: kept, recomputed } = await momentumEngine.recompute(id);
  expect(recomputed).toEqual(kept);
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
});

test("storing without the lock leaves nothing behind", async () => {
  const inputs = Array.from({ length: 1_200 }, (_, i) => ({ i }));
  const signal = new AbortController().signal;
  const lost = new Error("the lock was lost");
  const confirm = () => Promise.reject(lost);
  const storing = storeRecommendation<"sentiment">(sentimentOf(new Date()), inputs, {
    holding: { signal, confirm },
  });
  await expect(storing).rejects.toBe(lost);
  expect(await stored()).toEqual(NOTHING);
});
