/** Entering recommendations in the ledger. */
import { millisecondsInDay } from "date-fns/constants";
import { addDays, startOf } from "~/domain/calendar-days";
import { MOMENTUM_METHOD } from "~/domain/momentum";
import { OUTCOME_DAYS } from "~/domain/track-record";
import { readStoredInputs } from "~/models/recommendation-inputs.server";
import {
  findRecommendation,
  type FullRecommendation,
  type RecommendationRow,
} from "~/models/recommendation.server";
import { scheduleSettlement } from "~/models/unsettled-outcome.server";
import type { Engine } from "~/domain/engines";
import { canonicalRow, RowDigest } from "./canonical";
import { appendEntry } from "./append-entry.server";
import { sourceCommit } from "./source-commit.server";

/** The content of a recommendation's ledger entry, without the fields that all entries have. */
export interface RecommendationContent {
  recommendation: Pick<
    RecommendationRow,
    "id" | "kind" | "day" | "weekDate" | "createdAt" | "isScheduled" | "rationale" | "allocation"
  >;
  facts: object;
  calculation: unknown;
  /** The closes that a momentum recommendation was computed from, or a digest of the many rows of a sentiment one. */
  inputs: object[] | { count: number; digest: string };
  /** Version of the engine's method. */
  method: number;
  /** The commit of the code that computed it, if known. */
  commit: string | null;
}

/** Enters a recommendation unless it has been entered, and schedules the settlement of its outcome after its week. */
export async function enterRecommendation({
  kind,
  id,
  day,
}: Pick<RecommendationRow, "kind" | "id" | "day">): Promise<void> {
  const row = await findRecommendation<Engine>(kind, id);
  if (!row) return;
  // The digest of many rows was already computed together with them, off the event loop.
  const content = await contentOf(row, () => row.inputsDigest ?? digestInputs(id));
  const body: RecommendationContent = { ...content, commit: sourceCommit() };
  await appendEntry({ kind: "recommendation", of: id, body });
  await scheduleSettlement(id, settledFrom(day));
}

/** @returns the earliest time when the last close of a recommendation's week can be known */
const settledFrom = (day: string): Date =>
  new Date(startOf(addDays(day, OUTCOME_DAYS)).getTime() + millisecondsInDay);

/**
 * @returns the ledger content of a recommendation as it is stored now. The digest of its inputs is computed from the
 *   stored rows; the digest stored with the recommendation is ignored
 */
export const storedContentOf = async (row: FullRecommendation<Engine>): Promise<StoredContent> =>
  contentOf(row, () => digestInputs(row.id));

/** The ledger content of a recommendation, without the commit. */
export type StoredContent = Omit<RecommendationContent, "commit">;

async function contentOf(
  row: FullRecommendation<Engine>,
  digestOf: () => string | Promise<string>,
): Promise<StoredContent> {
  const { id, kind, day, weekDate, createdAt, isScheduled, rationale, allocation } = row;
  const { facts, calculation, inputs: count } = row;
  return {
    recommendation: {
      ...{ id, kind, day, weekDate, createdAt, isScheduled, rationale, allocation },
    },
    ...{ facts, calculation },
    inputs: kind === "momentum" ? await listInputs(id) : { count, digest: await digestOf() },
    method: row.kind === "momentum" ? MOMENTUM_METHOD : row.facts.method,
  };
}

async function listInputs(id: string): Promise<object[]> {
  const inputs: object[] = [];
  for await (const rows of readStoredInputs(id)) inputs.push(...rows);
  return inputs;
}

/** @returns the `RowDigest` of the stored inputs of a recommendation */
export async function digestInputs(id: string): Promise<string> {
  const digest = new RowDigest();
  for await (const rows of readStoredInputs(id)) digest.add(rows.map(canonicalRow).join("\n"));
  return digest.result();
}
