/** What one has computed is shown to all: a process computes a preview of an engine at most once a minute. */
import type { Engine } from "~/domain/engines";
import type { RowOf } from "~/models/recommendation.server";

/** A recommendation that is stored nowhere. Its id was given to nothing else, and leads nowhere. */
export type Preview<Kind extends Engine> = RowOf<Kind> & { isPreview: true };

/** For how long a preview is shown to whoever asks, in milliseconds. */
const KEPT_MS = 60_000;

interface Shared {
  computing: Promise<Preview<Engine>>;
  /** Until when it is kept, in milliseconds; while it is computed, everybody waits for it. */
  until: number;
}

const shared = new Map<Engine, Shared>();

/** As in a process that has just started. */
export const forgetPreviews = (): void => shared.clear();

/**
 * @param compute computes a preview of a moment, unless one is under way or was computed within a minute. A
 *   failure is not kept, so that the next to ask tries again
 * @returns the preview that everybody gets
 */
export function sharePreview<Kind extends Engine>(
  kind: Kind,
  compute: (at: Date) => Promise<Preview<Kind>>,
): Promise<Preview<Kind>> {
  const known = shared.get(kind);
  if (known && Date.now() < known.until) return known.computing as Promise<Preview<Kind>>;
  const computing = compute(new Date());
  const made: Shared = { computing, until: Infinity };
  shared.set(kind, made);
  computing.then(
    () => (made.until = Date.now() + KEPT_MS),
    () => {
      if (shared.get(kind) === made) shared.delete(kind);
    },
  );
  return computing;
}
