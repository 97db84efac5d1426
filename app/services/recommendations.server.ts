/** Both engines by name, for whoever is nobody's viewer: a timer, the demonstration. */
import type { Engine } from "~/domain/engines";
import type { RowOf } from "~/models/recommendation.server";
import { generateMomentumUnasked } from "./momentum.server";
import { generateSentimentUnasked } from "./sentiment.server";

const generators: { [Kind in Engine]: () => Promise<RowOf<Kind>> } = {
  momentum: generateMomentumUnasked,
  sentiment: generateSentimentUnasked,
};

/**
 * Generates a recommendation now, in nobody's name: with no limit, and in turn with everybody else.
 *
 * @throws Refusal `unavailable`
 */
export const generate = <Kind extends Engine>(kind: Kind): Promise<RowOf<Kind>> =>
  generators[kind]();
