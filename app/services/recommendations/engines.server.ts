import { findRow } from "~/models/recommendation.server";
import { notFoundError } from "../errors";
import { differencesOf, type Difference } from "../ledger/comparison";
import { momentumEngine } from "./momentum.server";
import { sentimentEngine } from "./sentiment.server";

/** The engines by their names. */
export const recommendationEngines = {
  momentum: momentumEngine,
  sentiment: sentimentEngine,
} as const;

/**
 * Recomputes a recommendation of either engine from its stored inputs.
 *
 * @returns every field whose recomputed value differs from the stored one; empty if there are none
 * @throws ServiceError `notFound`
 */
export async function findDifferences(id: string): Promise<Difference[]> {
  const row = await findRow(id);
  if (!row) throw notFoundError("Recommendation");
  const { stored, recomputed } = await recommendationEngines[row.kind].recompute(id);
  return differencesOf(stored, recomputed);
}
