/** How recommendations enter the ledger. */
import { millisecondsInDay } from "date-fns/constants";
import { addDays, startOf } from "~/domain/calendar-days";
import { MOMENTUM_METHOD } from "~/domain/momentum";
import { OUTCOME_DAYS } from "~/domain/track-record";
import { readInputs } from "~/models/recommendation-inputs.server";
import {
  findRecommendation,
  type FullRecommendation,
  type RecommendationRow,
} from "~/models/recommendation.server";
import { scheduleSettlement } from "~/models/unsettled-outcome.server";
import type { Engine } from "~/domain/engines";
import { RowDigest } from "./canonical";
import { appendEntry } from "./ledger.server";
import { sourceCommit } from "./source-commit.server";

/** How many input rows are read at once. */
const BATCH = 2_000;

/** What the ledger says of a recommendation, beside what it says of every entry. */
export interface RecommendationContent {
  recommendation: Pick<
    RecommendationRow,
    "id" | "kind" | "day" | "weekDate" | "createdAt" | "isScheduled" | "rationale" | "allocation"
  >;
  facts: object;
  calculation: unknown;
  /** The closes that a momentum was made from; of the many rows that a sentiment was made from, their digest. */
  inputs: object[] | { count: number; digest: string };
  /** Version of the engine's method. */
  method: number;
  /** The commit of the code that made it, if that is known. */
  commit: string | null;
}

/** Enters a recommendation, unless it is there, and has its outcome settled after its week. */
export async function enterRecommendation({
  kind,
  id,
  day,
}: Pick<RecommendationRow, "kind" | "id" | "day">): Promise<void> {
  const row = await findRecommendation<Engine>(kind, id);
  if (!row) return;
  const body = await contentOf(row, sourceCommit());
  await appendEntry({ kind: "recommendation", of: id, body });
  await scheduleSettlement(id, settledFrom(day));
}

/** @returns when the last close of a recommendation's week can be known */
const settledFrom = (day: string): Date =>
  new Date(startOf(addDays(day, OUTCOME_DAYS)).getTime() + millisecondsInDay);

/** @returns what the ledger says of a recommendation as it is stored now */
export async function contentOf(
  row: FullRecommendation<Engine>,
  commit: string | null,
): Promise<RecommendationContent> {
  const { kind, facts, calculation, inputs: count, inputsDigest } = row;
  const { id, day, weekDate, createdAt, isScheduled, rationale, allocation } = row;
  return {
    recommendation: {
      ...{ id, kind, day, weekDate, createdAt, isScheduled, rationale, allocation },
    },
    ...{ facts, calculation },
    inputs:
      kind === "momentum"
        ? await readInputs<object>(id, 0, count)
        : { count, digest: inputsDigest ?? (await digestInputs(id, count)) },
    method: row.kind === "momentum" ? MOMENTUM_METHOD : row.facts.method,
    commit,
  };
}

/** @returns what `digestRows` makes of the stored inputs of a recommendation */
export async function digestInputs(id: string, count: number): Promise<string> {
  const digest = new RowDigest();
  for (let from = 0; from < count; from += BATCH) {
    digest.add(await readInputs<object>(id, from, Math.min(count, from + BATCH)));
  }
  return digest.result();
}
