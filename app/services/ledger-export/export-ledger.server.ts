/** The public download, from which anybody can recompute and check what the site recommends (docs/ledger.md). */
import { addDays, dayOf, mondayOf } from "~/domain/calendar-days";
import { engines, type Engine } from "~/domain/engines";
import { simulateEntries, type RecordSummary } from "~/domain/track-record-simulation";
import { FIRST_ID } from "~/models/collection.server";
import { listCheckpoints } from "~/models/ledger-checkpoint.server";
import { findLedgerHead, findLedgerMarks, listFullLedger } from "~/models/ledger.server";
import { readStoredInputs, ROWS_PER_CHUNK } from "~/models/recommendation-inputs.server";
import {
  findFullRecommendations,
  findPseudonymKeys,
  listInputCounts,
} from "~/models/recommendation.server";
import { findNewestScheduled } from "~/models/scheduled-recommendation.server";
import type { exportParts, ExportCursor } from "~/schemas/ledger-export";
import { canonicalJson } from "../ledger/canonical";
import { noteWithCosignatures } from "../ledger/checkpoint.server";
import { shownContentOf } from "../ledger/enter-recommendation.server";
import { publicMention } from "../ledger/pseudonyms";
import { enforceRateLimit } from "../rate-limits.server";
import { readFollowed } from "../recommendations/track-record.server";
import type { MentionInput } from "../scoring/sentiment-calculation";

interface Page {
  /** Computed one at a time, because there may be very many mentions. */
  lines: AsyncIterable<object> | Iterable<object>;
  /** Where the next page begins within the part; `null` at the end of the part. */
  next: string | null;
}

interface Place {
  /** The number of entries at the beginning of the download: later ones are left out, with what is about them. */
  size: number;
  /** Where the page begins within the part; the empty text at its beginning. */
  from: string;
  limit: number;
}

/** The parts in their order in the download. */
const readers: Record<(typeof exportParts)[number], (place: Place) => Promise<Page>> = {
  entries: readEntries,
  recommendations: readRecommendations,
  records: readRecords,
  checkpoints: readCheckpoints,
};
const order = Object.keys(readers) as (keyof typeof readers)[];

interface Wanted {
  /** Where the page begins; by default at the beginning. */
  cursor?: ExportCursor | null;
  limit: number;
}

interface LedgerExport {
  /** Lines of JSON, each with its line feed. */
  lines: AsyncIterable<string>;
  next: ExportCursor | null;
}

/** Reads a page of the download. @throws ServiceError `limited` */
export async function exportLedger(address: string, wanted: Wanted): Promise<LedgerExport> {
  await enforceRateLimit("ledgerExports", address);
  return readExport(wanted);
}

/**
 * Yields the whole download, for the operator: without a limit of requests.
 * @param limit the lines of a page, which are planned together
 */
export async function* readWholeExport(limit = 100): AsyncGenerator<string> {
  let cursor: ExportCursor | null | undefined;
  do {
    const { lines, next } = await readExport({ cursor, limit });
    yield* lines;
    cursor = next;
  } while (cursor);
}

async function readExport({ cursor, limit }: Wanted): Promise<LedgerExport> {
  const first = cursor ?? { size: (await findLedgerHead())?.seq ?? 0, part: order[0]!, from: "" };
  const { size, part, from } = first;
  const { lines, next } = await readers[part]({ size, from, limit });
  const later = order[order.indexOf(part) + 1];
  const head = cursor ? [] : [{ type: "export", at: new Date(), size }];
  return {
    lines: toJson(head, lines),
    next:
      next !== null ? { size, part, from: next } : later ? { size, part: later, from: "" } : null,
  };
}

async function* toJson(head: object[], lines: Page["lines"]): AsyncGenerator<string> {
  for (const line of head) yield `${canonicalJson(line)}\n`;
  for await (const line of lines) yield `${canonicalJson(line)}\n`;
}

/** A cursor may have been altered. */
const numberIn = (text: string): number => Number(text) || 0;

async function readEntries({ size, from, limit }: Place): Promise<Page> {
  const after = numberIn(from);
  if (after >= size) return { lines: [], next: null };
  const entries = await listFullLedger(after, Math.min(limit, size - after));
  const last = entries.at(-1)?.seq ?? size;
  return {
    lines: entries.map(({ seq, kind, of, at, content }) => ({
      ...{ type: "entry", seq, kind, of, at, content },
    })),
    next: last < size ? String(last) : null,
  };
}

/** The lines about one recommendation that a page has: line 0 is itself, the others are chunks of its mentions. */
interface Planned {
  id: string;
  kind: Engine;
  /** From `first` (inclusive) to `end` (exclusive). */
  first: number;
  end: number;
}

async function readRecommendations({ size, from, limit }: Place): Promise<Page> {
  const [start = FIRST_ID, line = "0"] = from ? from.split("-") : [];
  const listed = await listInputCounts(start, limit + 1);
  const marks = await findLedgerMarks(
    "recommendation",
    listed.map(({ id }) => id),
  );
  const isLater = new Set(marks.filter(({ seq }) => seq > size).map(({ of }) => of));
  const planned: Planned[] = [];
  let room = limit;
  for (const { id, kind, inputs } of listed) {
    if (isLater.has(id)) continue;
    const first = id === start ? numberIn(line) : 0;
    const all = 1 + (kind === "sentiment" ? Math.ceil(inputs / ROWS_PER_CHUNK) : 0);
    const end = Math.min(all, first + room);
    planned.push({ id, kind, first, end });
    room -= Math.max(0, end - first);
    if (end < all) return { lines: linesOf(planned), next: `${id}-${end}` };
  }
  // All that is left may be later than the download.
  const last = listed.length > limit ? listed.at(-1)!.id : null;
  return { lines: linesOf(planned), next: last && `${last}-0` };
}

async function* linesOf(planned: readonly Planned[]): AsyncGenerator<object> {
  const ids = planned.map(({ id }) => id);
  const [rows, keys] = await Promise.all([findFullRecommendations(ids), findPseudonymKeys(ids)]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const { id, kind, first, end } of planned) {
    const row = rowOf.get(id);
    if (!row || first >= end) continue;
    if (first === 0) yield { type: "recommendation", ...(await shownContentOf(row)) };
    if (kind !== "sentiment") continue;
    const chunks = { first: Math.max(0, first - 1), end: end - 1 };
    for await (const mentions of readStoredInputs(id, chunks)) {
      const key = keys.get(id)!;
      const shown = (mentions as MentionInput[]).map((mention) => publicMention(key, mention));
      yield { type: "mentions", recommendation: id, rows: shown };
    }
  }
}

/** A page has one engine's record: the closes that it needs, its weeks, and its result, as the track record shows them. */
async function readRecords({ from }: Place): Promise<Page> {
  const place = Math.max(0, engines.indexOf(from as Engine));
  const engine = engines[place]!;
  return { lines: await recordLines(engine), next: engines[place + 1] ?? null };
}

async function recordLines(engine: Engine): Promise<object[]> {
  const until = addDays(dayOf(new Date()), -1);
  const { entries, closes, source } = await readFollowed(
    engine,
    await findNewestScheduled(engine),
    until,
  );
  const { rows, points, summary } = simulateEntries(entries, closes, until);
  const [rowOf, pointOf] = [
    new Map(rows.map((row) => [row.id, row])),
    new Map(points.map((point) => [point.day, point])),
  ];
  const weeks = entries.map(({ id, day, allocation }) => {
    const row = rowOf.get(id);
    const point = pointOf.get(row?.until ?? "");
    return {
      ...{ type: "week", engine, week: mondayOf(day), recommendation: id, day, allocation },
      until: row?.until ?? null,
      turnover: row?.turnover ?? null,
      fee: row?.fee ?? null,
      return: row?.until ? row.return : null,
      bitcoin: row?.until ? row.bitcoin : null,
      value: point?.value ?? null,
      bitcoinValue: point?.bitcoin ?? null,
    };
  });
  const name = source?.name ?? null;
  return [
    ...[...closes].map(([asset, list]) => ({
      ...{ type: "closes", engine, source: name, asset },
      closes: list.map(({ day, close }) => ({ day, close })),
    })),
    ...weeks,
    { type: "record", engine, source: name, until, summary: summary && shortened(summary) },
  ];
}

const shortened = ({ from, until, turnover, fees, weeks, losers, ...summary }: RecordSummary) => ({
  from,
  until,
  value: summary.value,
  drawdown: summary.maximumDrawdown,
  bitcoinValue: summary.bitcoin.value,
  bitcoinDrawdown: summary.bitcoin.maximumDrawdown,
  turnover,
  fees,
  weeks,
  losers,
});

async function readCheckpoints({ size, from, limit }: Place): Promise<Page> {
  const found = await listCheckpoints(numberIn(from), size, limit + 1);
  const checkpoints = found.slice(0, limit);
  return {
    lines: checkpoints.map((checkpoint) => ({
      type: "checkpoint",
      size: checkpoint.size,
      note: noteWithCosignatures(checkpoint),
      timestamp: checkpoint.timestamp?.token ?? null,
    })),
    next: found.length > limit ? String(checkpoints.at(-1)!.size) : null,
  };
}
