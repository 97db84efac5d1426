import pLimit from "p-limit";
import sanitizeHtml from "sanitize-html";
import { z } from "zod";
import { tokens, type Token } from "~/domain/tokens";
import { createFetchJson, DEFAULT_TIMEOUTS } from "../fetch-json.server";
import type { OutsideDocument, OutsideSource } from "./source";

/** Results requested per token, newest first. */
const HITS_PER_TOKEN = 100;
/** Maximum number of concurrent requests. */
const MAX_CONCURRENT = 4;

const text = z.string().nullish();
const hits = z.object({
  hits: z.array(
    z.object({
      objectID: z.string().regex(/^\d{1,15}$/),
      author: z.string().min(1).max(100),
      created_at_i: z.number().int().min(0).max(1e10),
      title: text,
      story_text: text,
      comment_text: text,
    }),
  ),
});
type Hit = z.infer<typeof hits>["hits"][number];

/**
 * Hacker News through Algolia's search API, which needs no key: `/api/v1/search_by_date` returns stories
 * and comments, newest first, as `{hits: [{objectID, author, created_at_i, title, story_text, comment_text,
 * …}], …}`. The texts are HTML.
 */
export const hackerNews = (address: string): OutsideSource => ({
  name: "hacker-news",
  label: "Hacker News",
  async read({ from, to }, signal) {
    const abortController = new AbortController();
    const fetchJson = createFetchJson(
      DEFAULT_TIMEOUTS,
      AbortSignal.any([signal, abortController.signal]),
    );
    const limitConcurrency = pLimit(MAX_CONCURRENT);
    const answers = await Promise.all(
      tokens.filter(isSearchedFor).map((token) =>
        limitConcurrency(async () => {
          const url = new URL(`${address}/api/v1/search_by_date`);
          url.searchParams.set("query", queryOf(token));
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
    const byId = new Map(answers.flat().map((hit) => [hit.objectID, toDocument(hit)]));
    return [...byId.values()].filter(({ createdAt }) => createdAt >= from && createdAt < to);
  },
});

const isSearchedFor = ({ isStablecoin }: Token) => !isStablecoin;

/** Quoted, so that a name of several words is matched as a phrase. */
const queryOf = ({ name }: Token) => `"${name}"`;

const toDocument = (hit: Hit): OutsideDocument => ({
  id: hit.objectID,
  author: hit.author,
  createdAt: new Date(hit.created_at_i * 1000),
  texts: [
    ...(hit.title ? [hit.title] : []),
    ...[hit.story_text, hit.comment_text].flatMap((html) => (html ? [plain(html)] : [])),
  ],
});

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
