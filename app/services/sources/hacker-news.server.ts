import { setImmediate as nextTurn } from "node:timers/promises";
import pLimit from "p-limit";
import sanitizeHtml from "sanitize-html";
import { z } from "zod";
import { firstCharacters } from "~/domain/character-count";
import { MAX_CONTENT_LENGTH } from "~/domain/field-limits";
import { allTokens } from "~/domain/tokens";
import { createFetchJson, DEFAULT_TIMEOUTS } from "../fetch-json.server";

/** What somebody wrote on another site. */
export interface OutsideDocument {
  id: string;
  /** The author's name there. */
  author: string;
  createdAt: Date;
  /** Plain text or Markdown. */
  texts: string[];
}

/** Results requested per token, newest first. */
const HITS_PER_TOKEN = 100;
/** With these, all tokens of the table and of an operator's file are asked for within the timeout. */
const MAX_CONCURRENT = 8;

/** Texts are truncated to the maximum length of an article. */
const text = z
  .string()
  .transform((whole) => firstCharacters(whole, MAX_CONTENT_LENGTH))
  .nullish();
const hits = z.object({
  hits: z
    .array(
      z.object({
        objectID: z.string().regex(/^\d{1,15}$/),
        author: z.string().min(1).max(100),
        created_at_i: z.number().int().min(0).max(1e10),
        title: text,
        story_text: text,
        comment_text: text,
      }),
    )
    .max(HITS_PER_TOKEN),
});
type Hit = z.infer<typeof hits>["hits"][number];

/**
 * Hacker News through Algolia's search API, which needs no key: `/api/v1/search_by_date` returns stories
 * and comments, newest first, as `{hits: [{objectID, author, created_at_i, title, story_text, comment_text,
 * …}], …}`. The texts are HTML.
 */
export const hackerNews = (address: string) => ({
  /** The prefix of its document ids, as in `hacker-news 123`. */
  name: "hacker-news",
  label: "Hacker News",
  /**
   * @returns the documents of a time window
   * @throws if it does not respond or returns invalid data. There are no partial results, so that a failed query for
   *   one token does not favour the others
   */
  async read({ from, to }: { from: Date; to: Date }, signal: AbortSignal) {
    const abortController = new AbortController();
    const fetchJson = createFetchJson(
      DEFAULT_TIMEOUTS,
      AbortSignal.any([signal, abortController.signal]),
    );
    const limitConcurrency = pLimit(MAX_CONCURRENT);
    const answers = await Promise.all(
      allTokens()
        .filter(({ isStablecoin }) => !isStablecoin)
        .map((token) =>
          limitConcurrency(async () => {
            const url = new URL(`${address}/api/v1/search_by_date`);
            // Quoted, so that a name of several words is matched as a phrase.
            url.searchParams.set("query", `"${token.name}"`);
            url.searchParams.set("tags", "(story,comment)");
            url.searchParams.set("hitsPerPage", String(HITS_PER_TOKEN));
            const [after, before] = [from, to].map((moment) => Math.ceil(moment.getTime() / 1000));
            url.searchParams.set("numericFilters", `created_at_i>=${after},created_at_i<${before}`);
            return hits.parse((await fetchJson(url)).body).hits;
          }),
        ),
    ).catch((error: unknown) => {
      // One failed request fails the whole read, so cancel the others.
      limitConcurrency.clearQueue();
      abortController.abort(error);
      throw error;
    });
    // A document that names several tokens is found once per token.
    const byId = new Map(answers.flat().map((hit) => [hit.objectID, hit]));
    const documents: OutsideDocument[] = [];
    for (const hit of byId.values()) {
      const createdAt = new Date(hit.created_at_i * 1000);
      if (createdAt < from || createdAt >= to) continue;
      documents.push({ id: hit.objectID, author: hit.author, createdAt, texts: textsOf(hit) });
      await nextTurn(); // Sanitizing a long text takes some milliseconds, and there may be many.
      signal.throwIfAborted();
    }
    return documents;
  },
});

const textsOf = (hit: Hit): string[] => [
  ...(hit.title ? [hit.title] : []),
  ...[hit.story_text, hit.comment_text].flatMap((html) => (html ? [plain(html)] : [])),
];

/** Converts HTML to text, one paragraph per line, dropping code. */
const plain = (html: string) =>
  sanitizeHtml(html.replaceAll(/<p>|<br>/gi, "\n"), {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "pre", "code"],
  })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
