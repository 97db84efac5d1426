/** Reads the mentions of a time, from packed hours where there are some and from the mentions' own rows otherwise. */
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
import { readMentionRows, type Window } from "./mention.server";

/** An hour with more mentions is read from its rows: packed, it might be too long for one document. */
export const MOST_PACKED = 20_000;

/**
 * Yields the mentions of documents created in a window, oldest first, a batch at a time and in memory that is shared
 * with a worker thread.
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

/** From when the first hour begins that lies in a window until the last one ends. */
const wholeHoursIn = ({ from, to }: Window): Window => ({
  from: new Date(hourOf(from.getTime() + millisecondsInHour - 1)),
  to: new Date(hourOf(to.getTime())),
});

/**
 * Packs the mentions of an hour that has passed, unless they are packed as they are.
 *
 * @param hour when it begins, in milliseconds
 * @param state of the hour, from before
 * @param packRows as in `decode-mentions.ts`, here or in a worker thread: of many rows it takes long
 * @returns whether it was packed
 */
export async function packHour(
  hour: number,
  { version, isChanging }: HourState,
  packRows: (rows: Uint8Array) => PackedMentions | Promise<PackedMentions>,
): Promise<boolean> {
  if (isChanging || (await packedVersionOf(hour)) === version) return false;
  const window = { from: new Date(hour), to: new Date(hour + millisecondsInHour) };
  const rows: Uint8Array[] = [];
  for await (const batch of readMentionRows(window)) {
    rows.push(...batch);
    if (rows.length > MOST_PACKED) return false;
  }
  await storePackedHour(hour, version, await packRows(joinRows(rows)));
  return true;
}
