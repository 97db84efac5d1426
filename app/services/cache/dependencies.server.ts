/** Records what a cached page or read depends on, while it is rendered or read. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { PageTag } from "./tags";

/** The recorded dependencies of a page or a read. */
export interface Dependencies {
  readonly tags: Set<PageTag>;
  /** The time when it expires even if nothing is written, in milliseconds since 1970; `Infinity` by default. */
  validUntil: number;
  /** The article whose views are counted each time the page is served. */
  viewedArticle: string | null;
}

const recording = new AsyncLocalStorage<Dependencies>();

/** The number of recordings in progress. */
let recordings = 0;

/** Runs a read or a rendering whose result is to be cached. @returns its result and its dependencies */
export async function recordDependencies<Result>(
  read: () => Promise<Result>,
): Promise<{ result: Result; dependencies: Dependencies }> {
  const dependencies: Dependencies = {
    tags: new Set(),
    validUntil: Infinity,
    viewedArticle: null,
  };
  recordings += 1;
  try {
    return { result: await recording.run(dependencies, read), dependencies };
  } finally {
    recordings -= 1;
    // While AsyncLocalStorage is enabled, Node tracks every promise, which adds a sixth to the cost of a page.
    if (!recordings) recording.disable();
  }
}

/** Declares what is about to be read. Call it before the read, so that the surrounding cache entry is invalidated. */
export function dependsOn(...tags: readonly PageTag[]): void {
  const page = recording.getStore();
  if (page) for (const tag of tags) page.tags.add(tag);
}

/** Limits how long the surrounding cache entry is valid. @param moment in milliseconds since 1970 */
export function limitValidity(moment: number): void {
  const page = recording.getStore();
  if (page) page.validUntil = Math.min(page.validUntil, moment);
}

/**
 * Declares that serving the page counts as a view of an article.
 *
 * @returns whether the page is rendered for the cache; if not, the caller has to count the view
 */
export function countsAsViewOf(articleId: string): boolean {
  const page = recording.getStore();
  if (page) page.viewedArticle = articleId;
  return page !== undefined;
}
