import { environment, type Environment } from "~/config/env.server";
import { scoreMentions } from "~/domain/sentiment/mentions";
import type { Mention } from "~/domain/sentiment/sentiment";
import { givingWay } from "../giving-way.server";
import { scoreText } from "../recommendations/lexicon.server";
import { DEFAULT_TIMEOUTS, withTimeout } from "../fetch-json.server";
import { reportWarning } from "../warnings.server";
import { hackerNews } from "./hacker-news.server";
import type { OutsideDocument, OutsideSource } from "./source";

/** @returns the sources that are switched on */
export const outsideSources = (
  {
    HACKER_NEWS,
    HACKER_NEWS_URL,
  }: Pick<Environment, "HACKER_NEWS" | "HACKER_NEWS_URL"> = environment(),
): OutsideSource[] => (HACKER_NEWS ? [hackerNews(HACKER_NEWS_URL)] : []);

/** How long all that a source is asked may take, in milliseconds. */
const ALL_MS = DEFAULT_TIMEOUTS.allMs;

/** What was heard outside. */
export interface HeardOutside {
  mentions: Mention[];
  /** The sources that answered, as people call them. */
  heard: string[];
}

/**
 * Finds the mentions in what outside sources have of a time. They are guests: one that does not answer,
 * or not in its own shape, is left out and told as a trouble, and no generation fails for it.
 */
export async function readOutside(
  window: { from: Date; to: Date },
  signal?: AbortSignal,
  { sources = outsideSources(), allMs = ALL_MS } = {},
): Promise<HeardOutside> {
  const read = sources.map(async (source) => {
    const documents = await withTimeout(allMs, signal, (limit) => source.read(window, limit));
    return givingWay(eachMention(source.name, documents), signal);
  });
  const outside: HeardOutside = { mentions: [], heard: [] };
  for (const [i, result] of (await Promise.allSettled(read)).entries()) {
    const { label = "" } = sources[i] ?? {};
    if (result.status === "rejected") {
      reportWarning(`what ${label} has could not be read`)(result.reason);
      continue;
    }
    outside.heard.push(label);
    outside.mentions.push(...result.value);
  }
  return outside;
}

function* eachMention(source: string, documents: readonly OutsideDocument[]) {
  const found: Mention[] = [];
  for (const { id, author, createdAt, texts } of documents) {
    for (const { token, p } of scoreMentions(texts, scoreText)) {
      found.push({
        document: `${source} ${id}`,
        kind: "outside",
        token,
        author: `${source} ${author}`,
        p,
        weight: 1,
        createdAt: createdAt.getTime(),
      });
    }
    yield;
  }
  return found;
}

/** @returns where a document of an outside source can be read, by its id among the mentions, or `null` */
export function outsideLink(document: string): string | null {
  const [, id] = /^hacker-news (\d+)$/.exec(document) ?? [];
  return id ? `https://news.ycombinator.com/item?id=${id}` : null;
}
