/** Writes invalidate cache entries: in this process at once, in other processes when they read the log. */
import { setTimeout as delay } from "node:timers/promises";
import { subMilliseconds } from "date-fns/subMilliseconds";
import { millisecondsInSecond } from "date-fns/constants";
import {
  findNewestInvalidation,
  INVALIDATIONS_KEPT_SECONDS,
  readInvalidations,
  recordInvalidation,
} from "~/models/invalidation.server";
import { EVERYTHING, type PageTag } from "~/config/page-tags";
import { reportWarning } from "../warnings.server";

const POLL_MS = 250;
/** If a process has not read the log for this long, its cache entries may be stale. */
const MAX_SILENCE_MS = 1_000;
/** An entry may become visible this much later than its date. */
const OVERLAP_MS = 2_000;

type Listener = (tags: readonly PageTag[]) => void;

const listeners = new Set<Listener>();

/** Calls `listener` with the tags that this or another process invalidates. @returns a function that unsubscribes */
export function onInvalidation(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const notifyListeners = (tags: readonly PageTag[]) =>
  listeners.forEach((listener) => listener(tags));

/** Invalidates everything in this process only. */
export const dropPages = () => notifyListeners([EVERYTHING]);

/** The entries that the last read of the log returned, and the next one may return again. */
let returned: ReadonlySet<string> = new Set();

/**
 * Invalidates the cache entries that depend on any of the tags. Call it once after each write, before responding: the
 * next request to this process sees the change, and requests to other processes see it within a second.
 */
export async function invalidate(...tags: readonly PageTag[]): Promise<void> {
  notifyListeners(tags);
  // The write itself has succeeded. If this fails, other processes may serve stale pages until these expire.
  await recordInvalidation(tags).catch(
    reportWarning("a change could not be announced to other processes"),
  );
}

/** Starts to read the log a few times a second. */
export function readInvalidationLog() {
  const stopping = new AbortController();
  let newest: Date | null = null;
  let readAt = -Infinity;
  let isBehind = false;
  let reading: Promise<void> | null = null;
  let nextReading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const startedAt = Date.now();
    try {
      if (startedAt - readAt > INVALIDATIONS_KEPT_SECONDS * millisecondsInSecond) {
        notifyListeners([EVERYTHING]);
        newest = await findNewestInvalidation();
      }
      newest = await readSince(newest);
      readAt = startedAt;
    } catch {
      // The outage is reported elsewhere. Until it is over, nothing is served from the cache.
      isBehind = true;
      return;
    }
    isBehind = false;
  }

  /** Starts a read after the one in progress, if there is one. Concurrent callers share it. */
  const readNext = (): Promise<void> => {
    const start = () => {
      nextReading = null;
      reading = read().finally(() => (reading = null));
      return reading;
    };
    if (!reading) return start();
    return (nextReading ??= reading.then(start));
  };

  const polling = (async () => {
    while (!stopping.signal.aborted) {
      await readNext();
      await delay(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    /** Whether the log was read within the last second. If not, cache entries may be stale. */
    isCurrent: () => !isBehind && Date.now() - readAt <= MAX_SILENCE_MS,
    /** Handles every invalidation of any process that was recorded before the call. */
    catchUp: readNext,
    async stop() {
      stopping.abort();
      await polling;
      await reading;
    },
  };
}

/** @returns the date of the newest entry, from which the next read starts */
async function readSince(newest: Date | null): Promise<Date | null> {
  const { entries, isCut } = await readInvalidations(
    newest ? subMilliseconds(newest, OVERLAP_MS) : new Date(0),
  );
  const fresh = entries.filter(({ id, isOwn }) => !isOwn && !returned.has(id));
  returned = new Set(entries.map(({ id }) => id));
  if (isCut) notifyListeners([EVERYTHING]);
  else if (fresh.length)
    notifyListeners([...new Set(fresh.flatMap(({ tags }) => tags))] as PageTag[]);
  return entries.at(-1)?.at ?? newest;
}
