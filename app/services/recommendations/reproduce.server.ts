/** Both engines by name, for whoever is nobody's viewer: a timer, the demonstration. */
import diff from "microdiff";
import type { Engine } from "~/domain/engines";
import type { RowOf } from "~/models/recommendation.server";
import { ServiceError } from "../errors";
import { generateMomentumAsSystem, recomputeMomentum } from "./momentum.server";
import {
  generateSentimentAsSystem,
  readFormerMethod,
  recomputeSentiment,
} from "./sentiment.server";

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

/** Where something else is stored than comes of a recommendation's inputs. */
export interface Difference {
  /** Such as `calculation.assets.BTC.rateOfChange`. */
  field: string;
  /** As JSON; `undefined` where nothing is stored. */
  stored: string | undefined;
  /** As JSON; `undefined` where nothing is computed. */
  computed: string | undefined;
}

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
  return diff(stored, recomputed).map((difference) => ({
    field: difference.path.join("."),
    stored: "oldValue" in difference ? JSON.stringify(difference.oldValue) : undefined,
    computed: "value" in difference ? JSON.stringify(difference.value) : undefined,
  }));
}

/**
 * @param id of a recommendation of either engine
 * @returns the version of the sentiment engine's method that made it, if that is not today's
 */
export const findFormerMethod = (id: string): Promise<number | null> =>
  readFormerMethod(id).catch(orElseIfMissing(() => Promise.resolve(null)));

/** Asks otherwise where there is no such recommendation. */
const orElseIfMissing =
  <Result>(otherwise: () => Promise<Result>) =>
  (error: unknown): Promise<Result> => {
    if (error instanceof ServiceError && error.kind === "notFound") return otherwise();
    throw error;
  };
