import { readFact, SAMPLE_CONTENT, writeFact } from "~/models/fact.server";

/** How far filling has come; `null` where it was never begun. */
export type SampleState = "filling" | "filled" | null;

/** @returns how far the database was filled with sample content */
export const readSampleState = async (): Promise<SampleState> =>
  (await readFact(SAMPLE_CONTENT)) as SampleState;

/** Writes down how far the database is filled with sample content. */
export const writeSampleState = (state: "filling" | "filled"): Promise<void> =>
  writeFact(SAMPLE_CONTENT, state);

/** @returns whether the database holds sample content: what is made from it says so */
export const isSampleDatabase = async (): Promise<boolean> => (await readSampleState()) !== null;

let isSample = false;
let askedAt = 0;

/**
 * @returns whether the database holds sample content, as known within the last minute; a line in the
 *   footer is no reason for a page to fail, so that a database that cannot be asked holds none
 */
export async function hasSampleContent(): Promise<boolean> {
  if (!isSample && Date.now() - askedAt > 60_000) {
    askedAt = Date.now();
    isSample = await isSampleDatabase().catch(() => false);
  }
  return isSample;
}
