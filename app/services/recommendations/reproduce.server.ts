/** Both engines by name, for whoever is nobody's viewer: a timer, the demonstration. */
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
 * Generates a recommendation now, as the schedule does: with no limit, and in turn with everybody else. The first of
 * its week enters the track record.
 *
 * @throws ServiceError `unavailable`
 */
export const generate = <Kind extends Engine>(kind: Kind): Promise<RowOf<Kind>> =>
  generators[kind]();

/**
 * Computes a recommendation of either engine once more, from its stored inputs.
 *
 * @returns every field in which that comes to something else than what is stored; none if all is well
 * @throws ServiceError `notFound`
 */
export async function findDifferences(id: string): Promise<Difference[]> {
  const { stored, recomputed } = await recomputeMomentum(id).catch(
    orElseIfMissing(() => recomputeSentiment(id)),
  );
  return differencesOf(stored, recomputed);
}

/** Asks otherwise where there is no such recommendation. */
const orElseIfMissing =
  <Result>(otherwise: () => Promise<Result>) =>
  (error: unknown): Promise<Result> => {
    if (error instanceof ServiceError && error.kind === "notFound") return otherwise();
    throw error;
  };
