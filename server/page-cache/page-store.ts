/** The pages that are kept in memory, each until something that it shows is changed. */
import { LRUCache } from "lru-cache";
import { sizeOf, type CachedPage } from "./cached-page";

/** A page is rendered again after so long, should an invalidation ever have been missed. */
const MAX_AGE_MS = 10 * 60_000;

/** A page with what it depends on. */
export interface RenderedPage {
  page: CachedPage;
  tags: ReadonlySet<string>;
  /** Until when it holds, in milliseconds since 1970. */
  validUntil: number;
  /** Whether it may be kept, or only answers those who wait for it. */
  isCacheable: boolean;
}

interface Entry {
  page: CachedPage;
  tags: ReadonlySet<string>;
  expiresAt: number;
}

/** A render that has begun. */
interface Rendering {
  /** What was changed since. */
  changed: Set<string>;
}

/** How the store has been used. */
export interface PageStoreStatistics {
  hits: number;
  misses: number;
  invalidated: number;
  entries: number;
  bytes: number;
}

export interface PageStore {
  get(key: string): CachedPage | undefined;
  /** Gets a page, or renders it: once for all who ask for it meanwhile. */
  getOrRender(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage>;
  /** Accounts for a body that has been compressed. */
  resized(key: string, page: CachedPage): void;
  /** Drops the pages that depend on any of some tags. */
  invalidate(tags: readonly string[]): void;
  statistics(): PageStoreStatistics;
}

/**
 * @param maxBytes the memory that all pages may take together
 * @param everything the tag on which every page depends
 */
export function createPageStore(maxBytes: number, everything: string): PageStore {
  const keysByTag = new Map<string, Set<string>>();
  const renderings = new Set<Rendering>();
  /** The pages to wait for: those that are being rendered, with no change since. */
  const pending = new Map<string, Promise<RenderedPage>>();
  const counts = { hits: 0, misses: 0, invalidated: 0 };

  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }, key) => sizeOf(page) + key.length,
    noDisposeOnSet: true,
    dispose: ({ tags }, key) => {
      for (const tag of tags) {
        const keys = keysByTag.get(tag);
        keys?.delete(key);
        if (!keys?.size) keysByTag.delete(tag);
      }
    },
  });

  function get(key: string): CachedPage | undefined {
    const entry = entries.get(key);
    if (!entry) return undefined;
    if (Date.now() < entry.expiresAt) {
      counts.hits += 1;
      return entry.page;
    }
    entries.delete(key);
    return undefined;
  }

  function keep(key: string, { page, tags, validUntil }: RenderedPage): void {
    const expiresAt = Math.min(Date.now() + MAX_AGE_MS, validUntil);
    entries.delete(key);
    entries.set(key, { page, tags, expiresAt });
    if (!entries.has(key)) return; // It is larger than all pages together may be.
    for (const tag of tags) {
      let keys = keysByTag.get(tag);
      if (!keys) keysByTag.set(tag, (keys = new Set()));
      keys.add(key);
    }
  }

  async function renderAndKeep(
    key: string,
    render: () => Promise<RenderedPage>,
  ): Promise<RenderedPage> {
    const rendering: Rendering = { changed: new Set() };
    const { changed } = rendering;
    renderings.add(rendering);
    try {
      const rendered = await render();
      const isStale = changed.has(everything) || [...rendered.tags].some((tag) => changed.has(tag));
      if (rendered.isCacheable && !isStale) keep(key, rendered);
      return rendered;
    } finally {
      renderings.delete(rendering);
    }
  }

  return {
    get,
    async getOrRender(key, render) {
      const page = get(key);
      if (page) return page;
      counts.misses += 1;
      const waitedFor = pending.get(key);
      if (waitedFor) return (await waitedFor).page;
      const rendered = renderAndKeep(key, render);
      pending.set(key, rendered);
      try {
        return (await rendered).page;
      } finally {
        if (pending.get(key) === rendered) pending.delete(key);
      }
    },
    resized(key, page) {
      const entry = entries.peek(key);
      // A copy, since the size of an entry that is set again is not calculated again.
      if (entry?.page === page) entries.set(key, { ...entry });
    },
    invalidate(tags) {
      // What is being rendered may have been read before the change: who asks from now on has it rendered
      // again, and if it depends on what was changed it is not kept.
      for (const { changed } of renderings) tags.forEach((tag) => changed.add(tag));
      pending.clear();
      const before = entries.size;
      if (tags.includes(everything)) entries.clear();
      else {
        for (const tag of tags) for (const key of keysByTag.get(tag) ?? []) entries.delete(key);
      }
      counts.invalidated += before - entries.size;
    },
    statistics: () => ({ ...counts, entries: entries.size, bytes: entries.calculatedSize }),
  };
}
