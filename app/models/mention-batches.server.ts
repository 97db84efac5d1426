/** Reads the mentions in a time window, from packed hours if these are current, and otherwise from single rows. */
import { millisecondsInHour } from "date-fns/constants";
import { joinRows, readHour, type MentionBatch } from "./decode-mentions";
import type { PackedMentions } from "./mention-columns";
import {
  hourOf,
  packedVersionOf,
  readChangedHours,
  readPackedHours,
  stateOf,
  storePackedHour,
  type HourState,
} from "./mention-hour.server";
import type { Window } from "./mention-row";
import { readMentionRows } from "./mention.server";

/** An hour with more mentions is not packed, because the copy might exceed MongoDB's limit on a document's size. */
export const PACKED_MENTIONS_MAX = 20_000;

/**
 * Yields the mentions of documents created in a window, oldest first, in batches in shared memory, which can be passed
 * to a worker thread without a copy.
 */
export async function* readMentionBatches(
  window: Window,
): AsyncGenerator<MentionBatch, void, undefined> {
  const whole = wholeHoursIn(window);
  let at = window.from.getTime();
  if (whole.from < whole.to) {
    const changed = await readChangedHours(whole);
    for await (const rows of readPackedHours(whole)) {
      for (const row of rows) {
        const { hour, version } = readHour(row);
        if (version !== stateOf(changed, hour).version) continue;
        yield* readRows({ from: new Date(at), to: new Date(hour) });
        yield { isPacked: true, bytes: joinRows([row]) };
        at = hour + millisecondsInHour;
      }
    }
  }
  yield* readRows({ from: new Date(at), to: window.to });
}

async function* readRows(window: Window): AsyncGenerator<MentionBatch, void, undefined> {
  if (window.from >= window.to) return;
  for await (const rows of readMentionRows(window)) {
    yield { isPacked: false, bytes: joinRows(rows) };
  }
}

/** @returns the part of a window that consists of whole hours; empty or reversed if there is none */
const wholeHoursIn = ({ from, to }: Window): Window => ({
  from: new Date(hourOf(from.getTime() + millisecondsInHour - 1)),
  to: new Date(hourOf(to.getTime())),
});

/**
 * Packs the mentions of an hour, unless its packed copy is current.
 *
 * @param hour a result of `hourOf`
 * @param state the state of the hour, read before the call
 * @param packRows `packRows` of `decode-mentions.ts`, run in a worker thread because many rows take long
 * @returns whether it was packed
 */
export async function packHour(
  hour: number,
  { version, wasJustChanged }: HourState,
  packRows: (rows: Uint8Array) => PackedMentions | Promise<PackedMentions>,
): Promise<boolean> {
  if (wasJustChanged || (await packedVersionOf(hour)) === version) return false;
  const window = { from: new Date(hour), to: new Date(hour + millisecondsInHour) };
  const rows: Uint8Array[] = [];
  for await (const batch of readMentionRows(window)) {
    rows.push(...batch);
    if (rows.length > PACKED_MENTIONS_MAX) return false;
  }
  await storePackedHour(hour, version, await packRows(joinRows(rows)));
  return true;
}
