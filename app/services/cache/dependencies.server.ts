/** What a cached page or read depends on, recorded while it is rendered or read. Outside of that nothing is recorded. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { PageTag } from "./tags";

/** What a page or a read turned out to depend on. */
export interface Dependencies {
  readonly tags: Set<PageTag>;
  /** Until when it holds even if nothing is written, in milliseconds since 1970; `Infinity` by default. */
  validUntil: number;
  /** The article that whoever is served the page has viewed. */
  viewedArticle: string | null;
}

const recording = new AsyncLocalStorage<Dependencies>();

/** How many recordings are under way. */
let recordings = 0;

/** Reads or renders something that is to be kept. @returns its result, and what it depends on */
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
    // While it is in use Node follows every promise of the process, which adds a sixth to the cost of a page.
    if (!recordings) recording.disable();
  }
}

/** Names what is about to be read, for the cached page or read that it becomes part of. */
export function dependsOn(...tags: readonly PageTag[]): void {
  const page = recording.getStore();
  if (page) for (const tag of tags) page.tags.add(tag);
}

/** Says until when what is read holds. @param moment in milliseconds since 1970 */
export function holdsUntil(moment: number): void {
  const page = recording.getStore();
  if (page) page.validUntil = Math.min(page.validUntil, moment);
}

/**
 * Says that the page counts as a view of an article for whoever is served it.
 *
 * @returns whether it is rendered for the cache; otherwise the caller counts the view
 */
export function countsAsViewOf(articleId: string): boolean {
  const page = recording.getStore();
  if (page) page.viewedArticle = articleId;
  return page !== undefined;
}
