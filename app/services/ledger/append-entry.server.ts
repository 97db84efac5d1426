import { setTimeout as delay } from "node:timers/promises";
import { RECOMMENDATIONS } from "~/config/page-tags";
import { findLedgerEntriesOf, findLedgerHead, insertLedgerEntry } from "~/models/ledger.server";
import type { LedgerKind } from "~/domain/ledger";
import { invalidate } from "../cache/invalidation.server";
import { reportWarning } from "../warnings.server";
import { canonicalJson } from "./canonical";
import { askWitnesses } from "./cosignatures.server";
import { makeCheckpoint } from "./checkpoint.server";
import { missingKeyEntry } from "./key-entry.server";
import { stampCheckpoint } from "./timestamps.server";
import { nodesToStore } from "./stored-tree.server";

/** The number of attempts to append an entry if concurrent appends come first. */
const ATTEMPTS = 20;
const MAX_PAUSE_MS = 40;
/** The longest entry that fits in an entry bundle (C2SP tlog-tiles), whose lengths have two bytes. */
export const MAX_CONTENT_BYTES = 65_535;

interface NewEntry {
  kind: LedgerKind;
  of: string;
  /** What the entry states; JSON-compatible except for dates. */
  body: object;
}

/**
 * Appends an entry, unless there is one of this kind about the same, and makes a checkpoint. A key of the site that has
 * not been entered is entered first.
 * @throws Error if a key cannot be read, if the content is too long, or if concurrent appends come first in every attempt
 */
export async function appendEntry(entry: NewEntry): Promise<void> {
  await enterKey();
  await append(entry);
  // Without a checkpoint the entry stands; the upkeep makes one.
  await makeCheckpoint().catch(reportWarning("a checkpoint of the ledger could not be made"));
  void attestCheckpoint();
  await invalidate(RECOMMENDATIONS);
}

async function enterKey(): Promise<void> {
  const missing = await missingKeyEntry();
  if (missing) await append(missing);
}

/**
 * Enters the site's key if it has changed, makes a checkpoint if one could not be made, and has it confirmed by others.
 * @throws Error as `appendEntry` does
 */
export async function repairLedger(): Promise<void> {
  if (!(await findLedgerHead())) return;
  await enterKey();
  if (await makeCheckpoint()) await invalidate(RECOMMENDATIONS);
  await attestCheckpoint();
}

let attesting = Promise.resolve();

/**
 * Asks others to confirm the newest checkpoint, as far as they have not, once earlier requests are answered. What fails is
 * asked for again by the upkeep.
 */
const attestCheckpoint = (): Promise<void> => (attesting = attesting.then(askOthers));

/** Waits for the answers of those who are being asked to confirm a checkpoint, such as before the process ends. */
export const checkpointsAttested = (): Promise<void> => attesting;

async function askOthers(): Promise<void> {
  await askWitnesses().catch(reportWarning("witnesses of the ledger could not be asked"));
  await stampCheckpoint().catch(reportWarning("the ledger's newest head has no timestamp yet"));
}

async function append(entry: NewEntry): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const existing = await findLedgerEntriesOf(entry.of);
    if (existing[entry.kind]) return;
    const size = (await findLedgerHead())?.seq ?? 0;
    if (await insertLedgerEntry(await sealed(entry, size))) return;
    await delay(Math.random() * MAX_PAUSE_MS);
  }
  throw new Error("the ledger is too busy");
}

async function sealed({ kind, of, body }: NewEntry, size: number) {
  const [seq, at] = [size + 1, new Date()];
  const content = canonicalJson({ ...body, seq, kind, of, at });
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_CONTENT_BYTES) {
    throw new Error(`the ${kind} of ${of} has ${bytes} bytes, too many for an entry of the ledger`);
  }
  return { seq, kind, of, at, content, nodes: await nodesToStore(size, content) };
}
