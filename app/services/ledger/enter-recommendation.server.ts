import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { millisecondsInDay } from "date-fns/constants";
import { addDays, startOf } from "~/domain/calendar-days";
import { MOMENTUM_METHOD } from "~/domain/momentum";
import { OUTCOME_DAYS } from "~/domain/track-record";
import { readStoredInputs } from "~/models/recommendation-inputs.server";
import {
  findPseudonymKeys,
  findRecommendation,
  type FullRecommendation,
  type RecommendationRow,
} from "~/models/recommendation.server";
import { scheduleSettlement } from "~/models/unsettled-outcome.server";
import type { Engine } from "~/domain/engines";
import { canonicalJson } from "./canonical";
import { appendEntry } from "./append-entry.server";
import { publicMention } from "./pseudonyms";
import { sourceCommit } from "./source-commit.server";
import type { MentionInput } from "../scoring/sentiment-calculation";

/** The content of a recommendation's ledger entry, without the fields that all entries have. */
export interface RecommendationContent {
  recommendation: Pick<
    RecommendationRow,
    "id" | "kind" | "day" | "weekDate" | "createdAt" | "isScheduled" | "rationale" | "allocation"
  >;
  facts: object;
  calculation: unknown;
  /** The closes that a momentum recommendation was computed from, or a digest of the many public rows of a sentiment one. */
  inputs: object[] | { count: number; digest: string };
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
  const commit = await sourceCommit();
  const body: RecommendationContent = { ...(await storedContentOf(row)), commit };
  await appendEntry({ kind: "recommendation", of: id, body });
  await scheduleSettlement(id, settledFrom(day));
}

/** @returns the earliest time when the last close of a recommendation's week can be known */
const settledFrom = (day: string): Date =>
  new Date(startOf(addDays(day, OUTCOME_DAYS)).getTime() + millisecondsInDay);

/** The ledger content of a recommendation, without the commit. */
type StoredContent = Omit<RecommendationContent, "commit">;

/** @returns what the ledger says of a recommendation, by what is stored of it now */
async function storedContentOf(row: FullRecommendation<Engine>): Promise<StoredContent> {
  const shown = await shownContentOf(row);
  if (Array.isArray(shown.inputs)) return { ...shown, inputs: shown.inputs };
  return { ...shown, inputs: { ...shown.inputs, digest: await digestInputs(row.id) } };
}

/** @returns the same, with only the number of a sentiment recommendation's mentions */
export async function shownContentOf(
  row: FullRecommendation<Engine>,
): Promise<Omit<StoredContent, "inputs"> & { inputs: object[] | { count: number } }> {
  const { id, kind, day, weekDate, createdAt, isScheduled, rationale, allocation } = row;
  const { facts, calculation, inputs: count } = row;
  return {
    recommendation: { id, kind, day, weekDate, createdAt, isScheduled, rationale, allocation },
    facts,
    calculation,
    inputs: kind === "momentum" ? await listInputs(id) : { count },
    method: row.kind === "momentum" ? MOMENTUM_METHOD : row.facts.method,
  };
}

async function listInputs(id: string): Promise<object[]> {
  const inputs: object[] = [];
  for await (const rows of readStoredInputs(id)) inputs.push(...rows);
  return inputs;
}

/** So few that other requests are served in between. */
const DIGESTED_AT_ONCE = 100;

/** @returns the SHA-256 in hexadecimal of a recommendation's public mentions: the canonical JSON of each, one per line */
async function digestInputs(id: string): Promise<string> {
  const key = (await findPseudonymKeys([id])).get(id)!;
  const hash = createHash("sha256");
  for await (const rows of readStoredInputs(id)) {
    for (let at = 0; at < rows.length; at += DIGESTED_AT_ONCE) {
      const mentions = rows.slice(at, at + DIGESTED_AT_ONCE) as MentionInput[];
      const shown = mentions.map((mention) => publicMention(key, mention));
      hash.update(shown.map((row) => `${canonicalJson(row)}\n`).join(""));
      await setImmediate();
    }
  }
  return hash.digest("hex");
}
