/** What the site does by itself beside answering. */
import type { Logger } from "pino";
import { recountDaily } from "~/services/recount.server";

const HOUR_MS = 3_600_000;
/** The first look waits until the start is over with. */
const FIRST_MS = 60_000;

/**
 * Looks every hour whether the day's upkeep has been done, by this process or another.
 *
 * @returns what ends it, also half-way through
 */
export function scheduleUpkeep(log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let underWay: Promise<void> = Promise.resolve();
  const look = () => {
    underWay = recountDaily(stopping.signal).then(
      (recount) => void (recount && log.info(recount, "counts were checked")),
      (error: unknown) => log.error({ err: error }, "the upkeep failed"),
    );
  };
  const first = setTimeout(look, FIRST_MS).unref();
  const hourly = setInterval(look, HOUR_MS).unref();
  return async () => {
    clearTimeout(first);
    clearInterval(hourly);
    stopping.abort();
    await underWay;
  };
}
