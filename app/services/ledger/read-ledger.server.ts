/** The ledger as pages and the API show it. */
import {
  findLedgerEntry,
  findLedgerHead,
  findLedgerMarks,
  listFullLedger,
  listLedger,
  type FullLedgerEntry,
  type LedgerEntry,
} from "~/models/ledger.server";
import { findRow, findRecommendation } from "~/models/recommendation.server";
import { dependsOn } from "../cache/dependencies.server";
import { LEDGER } from "../cache/tags";
import { notFoundError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { canonicalJson } from "./canonical";
import { storedContentOf } from "./enter-recommendation.server";

/** An entry by its position and hash: whoever notes it down can tell later whether anything up to it was changed. */
export type LedgerMark = Pick<LedgerEntry, "seq" | "hash">;

/** Where a recommendation stands in the ledger. */
export interface LedgerPlace {
  /** Its own entry; `null` if it is not entered yet. */
  entry: LedgerMark | null;
  /** The newest entry of all; `null` if there is none. */
  head: LedgerMark | null;
}

/** A page of entries in order. */
interface LedgerPage<Entry> {
  items: Entry[];
  /** The position of the last of them, if there are more. */
  next: number | null;
}

interface LedgerList {
  limit: number;
  /** The position of the entry before the first. */
  after: number;
}

/** @returns entries without their content */
export const browseLedger = (list: LedgerList): Promise<LedgerPage<LedgerEntry>> =>
  pageOf(listLedger, list);

async function pageOf<Entry extends LedgerEntry>(
  list: (after: number, limit: number) => Promise<Entry[]>,
  { after, limit }: LedgerList,
): Promise<LedgerPage<Entry>> {
  const entries = await list(after, limit + 1);
  const items = entries.slice(0, limit);
  return { items, next: entries.length > limit ? items.at(-1)!.seq : null };
}

/** @returns an entry with its content. @throws ServiceError `notFound` */
export async function readLedgerEntry(seq: number | null): Promise<FullLedgerEntry> {
  const entry = seq === null ? null : await findLedgerEntry(seq);
  if (!entry) throw notFoundError("Entry");
  return entry;
}

/** @returns the newest entry, or `null` if there is none */
export async function readLedgerHead(): Promise<LedgerEntry | null> {
  dependsOn(LEDGER);
  return findLedgerHead();
}

/** @returns where a recommendation stands in the ledger */
export async function readLedgerPlace(id: string): Promise<LedgerPlace> {
  const [[entry], head] = await Promise.all([
    findLedgerMarks("recommendation", [id]),
    readLedgerHead(),
  ]);
  return { entry: entry ? markOf(entry) : null, head: head && markOf(head) };
}

/** @returns the entries of some recommendations, by id */
export async function readLedgerMarks(ids: readonly string[]): Promise<Map<string, LedgerMark>> {
  const entries = await findLedgerMarks("recommendation", ids);
  return new Map(entries.map((entry) => [entry.of, markOf(entry)]));
}

export const markOf = ({ seq, hash }: LedgerEntry): LedgerMark => ({ seq, hash });

/**
 * @param address of the client
 * @returns entries with what is stored now of what they are about, as lines of JSON that come one at a time:
 *   a recommendation may have been made from very many mentions, of which the digest is computed anew
 * @throws ServiceError `limited`
 */
export async function exportLedger(
  address: string,
  list: LedgerList,
): Promise<LedgerPage<FullLedgerEntry> & { lines: AsyncIterable<string> }> {
  await enforceRateLimit("ledgerExports", address);
  const page = await pageOf(listFullLedger, list);
  return { ...page, lines: linesOf(page.items) };
}

async function* linesOf(entries: readonly FullLedgerEntry[]): AsyncGenerator<string> {
  for (const entry of entries) {
    const stored = entry.kind === "recommendation" ? await findStored(entry.of) : null;
    yield `${canonicalJson({ entry, stored })}\n`;
  }
}

/** @returns what is stored now of a recommendation, as the ledger has it; `null` if it is gone */
async function findStored(id: string) {
  const row = await findRow(id);
  const whole = row && (await findRecommendation(row.kind, id));
  return whole && storedContentOf(whole);
}
