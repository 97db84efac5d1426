/** How writes drop cached pages: in this process at once, in the others as soon as they read the log. */
import { setTimeout as wait } from "node:timers/promises";
import { subMilliseconds } from "date-fns/subMilliseconds";
import { millisecondsInSecond } from "date-fns/constants";
import {
  findNewestInvalidation,
  INVALIDATIONS_KEPT_SECONDS,
  newInvalidationId,
  readInvalidations,
  recordInvalidation,
} from "~/models/invalidation.server";
import { reportWarning } from "../warnings.server";
import { EVERYTHING, type PageTag } from "./tags";

/** How often the log is read. */
const POLL_MS = 250;
/** Without having read the log for so long, a process cannot say that what it has cached is still true. */
const MAX_SILENCE_MS = 1_000;
/** An entry may be seen so much later than it was dated. */
const OVERLAP_MS = 2_000;

type Listener = (tags: readonly PageTag[]) => void;

const listeners = new Set<Listener>();

/** Calls `listener` with what was changed, by this process or another. @returns a function that stops it */
export function onInvalidation(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const tell = (tags: readonly PageTag[]) => listeners.forEach((listener) => listener(tags));

/** The entries of the log that need not be acted on again, by id, with the moment they were. */
const handled = new Map<string, number>();
/** The entries that the log returned last, and may return again. */
let returned: ReadonlySet<string> = new Set();
/** Longer than an entry of this process takes to be returned. */
const HANDLED_MS = 10_000;

/**
 * Drops the cached pages that show what was changed. Called once after each write, before it is
 * acknowledged: the next request to this process sees the change, and those to others within a second.
 */
export async function invalidate(...tags: readonly PageTag[]): Promise<void> {
  tell(tags);
  const id = newInvalidationId();
  markHandled(id);
  // The write stands. Other processes may show the page as it was until it expires.
  await recordInvalidation(id, tags).catch(reportWarning("a change could not be told to others"));
}

/** Reads the log of changes made by other processes. */
export interface InvalidationReader {
  /** Whether the log was read within the last second: otherwise nothing cached can be relied on. */
  isCurrent(): boolean;
  /** Acts on every change that was acknowledged before the call, whichever process made it. */
  catchUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Begins to read the log, a few times a second. */
export function readInvalidationLog(): InvalidationReader {
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
        tell([EVERYTHING]);
        newest = await findNewestInvalidation();
      }
      newest = await readSince(newest);
      readAt = startedAt;
    } catch {
      // An outage is reported elsewhere; until it is over nothing is served from the cache.
      isBehind = true;
      return;
    }
    isBehind = false;
  }

  /** Starts to read, after a reading that has begun already; whoever asks meanwhile waits for the same one. */
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
      await wait(POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();
  return {
    isCurrent: () => !isBehind && Date.now() - readAt <= MAX_SILENCE_MS,
    catchUp: readNext,
    async stop() {
      stopping.abort();
      await polling;
      await reading;
    },
  };
}

/** @returns the date of the newest entry, from which the next reading begins */
async function readSince(newest: Date | null): Promise<Date | null> {
  const { entries, isCut } = await readInvalidations(
    newest ? subMilliseconds(newest, OVERLAP_MS) : new Date(0),
  );
  const fresh = entries.filter(({ id }) => !handled.has(id));
  fresh.forEach(({ id }) => markHandled(id));
  returned = new Set(entries.map(({ id }) => id));
  if (isCut) tell([EVERYTHING]);
  else if (fresh.length) tell([...new Set(fresh.flatMap(({ tags }) => tags))] as PageTag[]);
  return entries.at(-1)?.at ?? newest;
}

/** Also forgets, oldest first, what the log no longer returns. */
function markHandled(id: string): void {
  handled.set(id, Date.now());
  for (const [old, at] of handled) {
    if (Date.now() - at < HANDLED_MS) return;
    if (!returned.has(old)) handled.delete(old);
  }
}
