/**
 * Work that waits as rows of a collection: whichever process claims a row does its work, after the response to the
 * request that stored it.
 */
import { setTimeout as delay } from "node:timers/promises";
import { reportWarning } from "../warnings.server";

interface WorkQueueOptions {
  /** Claims and does the next piece of work. @returns whether there was any */
  doNext: () => Promise<boolean>;
  /** How often to look for work that is to be repeated, or was left behind by a process that ended. */
  pollMs: number;
  /** How long a process that shuts down waits for the piece of work that is being done. */
  endingMs: number;
  /** The warning if work fails. */
  warning: string;
}

export function createWorkQueue({ doNext, pollMs, endingMs, warning }: WorkQueueOptions) {
  let working: Promise<void> | null = null;
  let isDueAgain = false;
  let isScheduled = false;
  let isEnding = false;

  async function workUntilNoneIsDue(): Promise<void> {
    while (isDueAgain && !isEnding) {
      isDueAgain = false;
      while (!isEnding && (await doNext()));
    }
  }

  /** Does all work that is due, one piece after the other. */
  function doAll(): Promise<void> {
    // Work that is stored while the last piece is being done must not wait for the next periodic check.
    isDueAgain = true;
    return (working ??= workUntilNoneIsDue().finally(() => (working = null)));
  }
  const start = () => void doAll().catch(reportWarning(warning));

  return {
    doAll,
    /** Starts the work that is due, in a process that has scheduled it. */
    wake(): void {
      if (isScheduled) start();
    },
    /**
     * Starts doing work periodically.
     * @returns a function that stops. It waits for the piece of work that is being done; if that takes longer than
     *   `endingMs`, another process does it later
     */
    schedule(): () => Promise<void> {
      isEnding = false;
      isScheduled = true;
      const timer = setInterval(start, pollMs).unref();
      start();
      return async () => {
        clearInterval(timer);
        isScheduled = false;
        isEnding = true;
        const patience = delay(endingMs, undefined, { ref: false });
        await Promise.race([working?.catch(() => {}), patience]);
      };
    },
  };
}
