import { readSetting, SAMPLE_CONTENT, writeSetting } from "~/models/setting.server";

/** How far filling has come; `null` where it was never begun. */
export type SampleState = "filling" | "filled" | null;

/** @returns how far the database was filled with sample content */
export const readSampleState = async (): Promise<SampleState> =>
  (await readSetting(SAMPLE_CONTENT)) as SampleState;

/** Writes down how far the database is filled with sample content. */
export const writeSampleState = (state: "filling" | "filled"): Promise<void> =>
  writeSetting(SAMPLE_CONTENT, state);

/** @returns whether the database holds sample content: what is made from it says so */
export const isSampleDatabase = async (): Promise<boolean> => (await readSampleState()) !== null;

/** How long a database that holds none is believed to do so; one that holds it does so for ever. */
const BELIEVED_MS = 60_000;

let asked: { answer: Promise<boolean>; until: number } | null = null;

/**
 * @returns whether the database holds sample content, as known within the last minute; a line in the
 *   footer is no reason for a page to fail, so that a database that cannot be asked holds none
 */
export function hasSampleContent(): Promise<boolean> {
  if (!asked || asked.until < Date.now()) asked = ask();
  return asked.answer.catch(() => false);
}

/** Whoever wants to know meanwhile waits for the same answer, unless there is none. */
function ask() {
  const asking = { answer: isSampleDatabase(), until: Date.now() + BELIEVED_MS };
  asking.answer.then(
    (isSample) => {
      if (isSample) asking.until = Infinity;
    },
    () => {
      asking.until = 0;
    },
  );
  return asking;
}
