import { environment, type Environment } from "~/config/env.server";
import type { SketchedMention } from "../scoring/sentiment-calculation";
import { DEFAULT_TIMEOUTS, withTimeout } from "../fetch-json.server";
import { reportWarning } from "../warnings.server";
import { inWorker } from "../worker/worker.server";
import { hackerNews, type OutsideDocument } from "./hacker-news.server";

export const outsideSources = (
  {
    HACKER_NEWS,
    HACKER_NEWS_URL,
  }: Pick<Environment, "HACKER_NEWS" | "HACKER_NEWS_URL"> = environment(),
) => (HACKER_NEWS ? [hackerNews(HACKER_NEWS_URL)] : []);

export interface OutsideMentions {
  mentions: SketchedMention[];
  /** Labels of the sources that responded. */
  responded: string[];
}

/**
 * Finds mentions in outside sources within a time window. A source that does not respond, or responds with
 * unexpected data, is skipped with a warning and never makes a generation fail.
 */
export async function readOutsideMentions(
  window: { from: Date; to: Date },
  signal?: AbortSignal,
  { sources = outsideSources(), allMs = DEFAULT_TIMEOUTS.allMs } = {},
): Promise<OutsideMentions> {
  const read = sources.map(async (source) => {
    const documents = await withTimeout(allMs, signal, (limit) => source.read(window, limit));
    return mentionsOf(source.name, documents, signal);
  });
  const outside: OutsideMentions = { mentions: [], responded: [] };
  for (const [i, result] of (await Promise.allSettled(read)).entries()) {
    const { label = "" } = sources[i] ?? {};
    if (result.status === "rejected") {
      reportWarning(`mentions from ${label} could not be read`)(result.reason);
      continue;
    }
    outside.responded.push(label);
    // One at a time, because the number of arguments of a call is limited.
    for (const mention of result.value) outside.mentions.push(mention);
  }
  return outside;
}

/** Finds and scores the mentions in the documents of a source, in a worker thread. */
async function mentionsOf(
  source: string,
  documents: readonly OutsideDocument[],
  signal?: AbortSignal,
): Promise<SketchedMention[]> {
  if (!documents.length) return [];
  const texts = documents.map((document) => document.texts);
  const found = await inWorker("mentions", (job) => job.scoreDocuments("outside", texts), signal);
  return documents.flatMap(({ id, author, createdAt }, i) => {
    const { mentions = [], sketch = [] } = found[i] ?? {};
    return mentions.map(({ token, p }) => ({
      document: `${source} ${id}`,
      kind: "outside" as const,
      token,
      author: `${source} ${author}`,
      p,
      weight: 1,
      createdAt: createdAt.getTime(),
      trust: 0,
      isCopy: false,
      sketch,
    }));
  });
}

/** @returns the URL of an outside document by its id among the mentions, or `null` */
export function outsideLink(document: string): string | null {
  const [, id] = /^hacker-news (\d+)$/.exec(document) ?? [];
  return id ? `https://news.ycombinator.com/item?id=${id}` : null;
}
