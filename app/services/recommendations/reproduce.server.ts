/** Both engines by name, for whoever is nobody's viewer: a timer, the demonstration. */
import { isDeepStrictEqual } from "node:util";
import type { Engine } from "~/domain/engines";
import type { RowOf } from "~/models/recommendation.server";
import { ServiceError } from "../errors";
import { generateMomentumAsSystem, recomputeMomentum } from "./momentum.server";
import { generateSentimentAsSystem, recomputeSentiment } from "./sentiment.server";

const generators: { [Kind in Engine]: () => Promise<RowOf<Kind>> } = {
  momentum: generateMomentumAsSystem,
  sentiment: generateSentimentAsSystem,
};

/**
 * Generates a recommendation now, in nobody's name: with no limit, and in turn with everybody else.
 *
 * @throws ServiceError `unavailable`
 */
export const generate = <Kind extends Engine>(kind: Kind): Promise<RowOf<Kind>> =>
  generators[kind]();

/**
 * Computes a recommendation of either engine once more, from its stored inputs.
 *
 * @returns whether that comes to what is stored: calculation, allocation and rationale
 * @throws ServiceError `notFound`
 */
export async function isReproducible(id: string): Promise<boolean> {
  const { stored, recomputed } = await recomputeMomentum(id).catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === "notFound") return recomputeSentiment(id);
    throw error;
  });
  return isDeepStrictEqual(recomputed, stored);
}
