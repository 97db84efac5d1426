/** A cache of previews for all users: a process computes a preview of an engine at most once a minute. */
import type { Engine } from "~/domain/engines";
import type { RowOf } from "~/models/recommendation.server";

/** A recommendation that is not stored. Its id is unique, but cannot be looked up. */
export type Preview<Kind extends Engine> = RowOf<Kind> & { isPreview: true };

/** How long a preview is cached, in milliseconds. */
const KEPT_MS = 60_000;

interface Shared {
  computing: Promise<Preview<Engine>>;
  /** When it expires, in milliseconds since 1970; `Infinity` while it is being computed. */
  until: number;
}

const shared = new Map<Engine, Shared>();

export const forgetPreviews = (): void => shared.clear();

/**
 * @param compute computes the preview for a time. Not called if one is being computed or was computed within the last
 *   minute. A failure is not cached, so that the next call tries again
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
