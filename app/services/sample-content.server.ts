import { readSetting, SAMPLE_CONTENT, writeSetting } from "~/models/setting.server";
import { cachedRead } from "./cache/cached-reads.server";

/** The state of the import of sample content; `null` if it was never started. */
export type SampleState = "filling" | "filled" | null;

export const readSampleState = async (): Promise<SampleState> =>
  (await readSetting(SAMPLE_CONTENT)) as SampleState;

/** Stores the state of the import. */
export const writeSampleState = (state: "filling" | "filled"): Promise<void> =>
  writeSetting(SAMPLE_CONTENT, state);

/** @returns whether the database holds sample content; anything computed from it must say so */
export const isSampleDatabase = async (): Promise<boolean> => (await readSampleState()) !== null;

let isKnownSample = false;

/** @returns as `isSampleDatabase`, as last known: a page must not fail for the sake of the notice in its footer */
export const hasSampleContent = (): Promise<boolean> =>
  cachedRead([], ["sample content"], isSampleDatabase)
    .then((isSample) => (isKnownSample = isSample))
    .catch(() => isKnownSample);
