/** Generates and recomputes recommendations of either engine, for callers without a viewer such as the schedule. */
import type { Engine } from "~/domain/engines";
import type { RowOf } from "~/models/recommendation.server";
import { ServiceError } from "../errors";
import { differencesOf, type Difference } from "../ledger/comparison";
import { generateMomentumAsSystem, recomputeMomentum } from "./momentum.server";
import { recomputeSentiment } from "./read-sentiment.server";
import { generateSentimentAsSystem } from "./sentiment.server";

const generators: { [Kind in Engine]: () => Promise<RowOf<Kind>> } = {
  momentum: generateMomentumAsSystem,
  sentiment: generateSentimentAsSystem,
};

/**
 * Generates a recommendation for the schedule: without a rate limit, but one at a time like all generations. The first
 * scheduled one of a week enters the track record.
 *
 * @throws ServiceError `unavailable`
 */
export const generate = <Kind extends Engine>(kind: Kind): Promise<RowOf<Kind>> =>
  generators[kind]();

/**
 * Recomputes a recommendation of either engine from its stored inputs.
 *
 * @returns every field whose recomputed value differs from the stored one; empty if there are none
 * @throws ServiceError `notFound`
 */
export async function findDifferences(id: string): Promise<Difference[]> {
  const { stored, recomputed } = await recomputeMomentum(id).catch(
    orElseIfMissing(() => recomputeSentiment(id)),
  );
  return differencesOf(stored, recomputed);
}

/** Returns a `catch` handler that calls `otherwise` if the recommendation was not found. */
const orElseIfMissing =
  <Result>(otherwise: () => Promise<Result>) =>
  (error: unknown): Promise<Result> => {
    if (error instanceof ServiceError && error.kind === "notFound") return otherwise();
    throw error;
  };
