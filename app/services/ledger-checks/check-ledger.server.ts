import { FIRST_ID } from "~/models/collection.server";
import type { TreeHead } from "~/domain/merkle-tree";
import { findLedgerEntriesOfKind, listLeaves, type FullLedgerEntry } from "~/models/ledger.server";
import {
  findExistingIds,
  findFullRecommendations,
  recommendationsById,
} from "~/models/recommendation.server";
import { findNewestCheckpoint, listCheckpoints } from "~/models/ledger-checkpoint.server";
import { checkEntry, checkOutcome, contentIn } from "./check-entry.server";
import { runCheck } from "./check-recommendation.server";
import { checked, compareWithLedger, withWeeks } from "./check-stored.server";
import { TreeCheck } from "./check-tree.server";
import { prefixFaults, type Fault } from "../ledger/comparison";
import type { RecommendationContent } from "../ledger/enter-recommendation.server";
import type { OutcomeContent } from "../ledger/settled-outcome.server";

/** Entries, or recommendations with their calculations, per batch. */
const BATCH_SIZE = 20;

export interface CheckedLedger {
  /** The root of the entries, as computed from their contents; `null` if there are none. */
  head: TreeHead | null;
  entries: number;
  recommendations: number;
  faults: Fault[];
  faultCount: number;
  /** For each note, the number of recommendations that it is about. */
  notes: Map<string, number>;
}

/**
 * Checks that the ledger is one tree without gaps, of which each checkpoint is signed by the key that was entered last, that
 * the content of each entry agrees with its fields,
 * that settled outcomes follow from their closes, and that every stored recommendation agrees with the ledger. Does not
 * recompute recommendations from their inputs or texts; `checkRecommendation` does that.
 */
export async function checkLedger(limit: number): Promise<CheckedLedger> {
  const result: Checking = {
    limit,
    head: null,
    entries: 0,
    recommendations: 0,
    faults: [],
    faultCount: 0,
    notes: new Map(),
  };
  await checkTree(result);
  await checkRecommendations(result);
  return result;
}

type Checking = CheckedLedger & { limit: number };

function add(result: Checking, part: string, faults: readonly Fault[]): void {
  const room = Math.max(0, result.limit - result.faults.length);
  result.faults.push(...prefixFaults(part, faults.slice(0, room)));
  result.faultCount += faults.length;
}

async function checkTree(result: Checking): Promise<void> {
  const tree = new TreeCheck();
  for (let last = 0; ;) {
    const entries = await listLeaves(last, BATCH_SIZE);
    if (!entries.length) break;
    const references = await readReferences(entries);
    const checkpoints = await listCheckpoints(last, entries.at(-1)!.seq);
    for (const entry of entries) {
      const faults = [...tree.add(entry), ...checkEntry(entry)];
      if (isAboutRecommendation(entry) && !references.existing.has(entry.of)) {
        faults.push({ field: "of", problem: `names recommendation ${entry.of}, which is gone` });
      }
      const outcome = await runCheck("outcome", async () => checkSettled(entry, references));
      add(result, `ledger entry ${entry.seq}`, [...faults, ...outcome.faults]);
      const checkpoint = checkpoints.find(({ size }) => size === entry.seq);
      if (checkpoint) add(result, `checkpoint ${entry.seq}`, tree.checkCheckpoint(checkpoint));
      last = entry.seq;
      result.entries += 1;
    }
  }
  const beyond = await findNewestCheckpoint();
  if (beyond && beyond.size > tree.size) {
    add(result, `checkpoint ${beyond.size}`, [
      { field: "size", problem: `is more than the ${tree.size} entries that the ledger has` },
    ]);
  }
  if (tree.size) result.head = tree.head();
}

/** Whether `of` is the id of a recommendation. */
const isAboutRecommendation = ({ kind }: FullLedgerEntry) =>
  kind === "recommendation" || kind === "outcome";

interface References {
  /** The ids of the recommendations that still exist. */
  existing: Set<string>;
  /** The ledger's records of the recommendations of outcomes, and of the recommendations before these. */
  contents: Map<string, RecommendationContent | null>;
}

async function readReferences(entries: readonly FullLedgerEntry[]): Promise<References> {
  const ids = entries
    .filter(({ kind }) => kind === "outcome")
    .flatMap((entry) => [entry.of, contentIn<OutcomeContent>(entry)?.previousId ?? []].flat());
  const [existing, found] = await Promise.all([
    findExistingIds(entries.map(({ of }) => of)),
    findLedgerEntriesOfKind("recommendation", [...new Set(ids)]),
  ]);
  return { existing, contents: new Map(found.map((entry) => [entry.of, contentIn(entry)])) };
}

function checkSettled(entry: FullLedgerEntry, { contents }: References) {
  const content = entry.kind === "outcome" ? contentIn<OutcomeContent>(entry) : null;
  if (!content) return checked();
  const [of, previous] = [entry.of, content.previousId ?? ""].map((id) => contents.get(id) ?? null);
  return checked(checkOutcome(content, of!, previous!));
}

async function checkRecommendations(result: Checking): Promise<void> {
  for (let from: string | null = FIRST_ID; from;) {
    const listed = await recommendationsById.list({ from, before: null, limit: BATCH_SIZE });
    const ids = listed.map(({ id }) => id);
    await checkSlice(result, ids);
    from = ids.length < BATCH_SIZE ? null : await recommendationsById.idAfter(ids.at(-1)!, 1);
  }
}

async function checkSlice(result: Checking, ids: readonly string[]): Promise<void> {
  const [rows, entries] = await Promise.all([
    findFullRecommendations(ids),
    findLedgerEntriesOfKind("recommendation", ids),
  ]);
  for (const stored of await withWeeks(rows, entries)) {
    const { faults, notes } = await runCheck("recommendation", () => compareWithLedger(stored));
    add(result, `recommendation ${stored.row.id}`, faults);
    for (const note of notes) result.notes.set(note, (result.notes.get(note) ?? 0) + 1);
  }
  result.recommendations += rows.length;
}
