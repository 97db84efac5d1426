import { millisecondsInMinute } from "date-fns/constants";
import { readSetting, SAMPLE_CONTENT, writeSetting } from "~/models/setting.server";

/** The state of the import of sample content; `null` if it was never started. */
export type SampleState = "filling" | "filled" | null;

export const readSampleState = async (): Promise<SampleState> =>
  (await readSetting(SAMPLE_CONTENT)) as SampleState;

/** Stores the state of the import. */
export const writeSampleState = (state: "filling" | "filled"): Promise<void> =>
  writeSetting(SAMPLE_CONTENT, state);

/** @returns whether the database holds sample content; anything computed from it must say so */
export const isSampleDatabase = async (): Promise<boolean> => (await readSampleState()) !== null;

/** How long a negative answer is cached; a positive one is cached forever. */
const CACHE_MS = millisecondsInMinute;

let cached: { answer: Promise<boolean>; until: number } | null = null;

/**
 * @returns whether the database holds sample content, at most a minute out of date; `false` if the
 *   database cannot be read, because the notice in the footer must not make a page fail
 */
export function hasSampleContent(): Promise<boolean> {
  if (!cached || cached.until < Date.now()) cached = query();
  return cached.answer.catch(() => false);
}

/** Concurrent callers share one query; a failed one is not cached. */
function query() {
  const entry = { answer: isSampleDatabase(), until: Date.now() + CACHE_MS };
  entry.answer.then(
    (isSample) => {
      if (isSample) entry.until = Infinity;
    },
    () => {
      entry.until = 0;
    },
  );
  return entry;
}
