import pLimit from "p-limit";
import sanitizeHtml from "sanitize-html";
import { z } from "zod";
import { tokens, type Token } from "~/domain/tokens";
import { createFetchJson, DEFAULT_TIMEOUTS } from "../fetch-json.server";
import type { OutsideDocument, OutsideSource } from "./source";

/** How many documents are asked for per token: the newest. */
const HITS_PER_TOKEN = 100;
/** How many questions are under way at once. */
const AT_ONCE = 4;

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
 * Hacker News through Algolia's search, which wants no key: `/api/v1/search_by_date` answers stories and
 * comments, the newest first, as `{hits: [{objectID, author, created_at_i, title, story_text,
 * comment_text, …}], …}`. The texts are HTML.
 */
export const hackerNews = (address: string): OutsideSource => ({
  name: "hacker-news",
  label: "Hacker News",
  async read({ from, to }, signal) {
    const ending = new AbortController();
    const ask = createFetchJson(DEFAULT_TIMEOUTS, AbortSignal.any([signal, ending.signal]));
    const inTurn = pLimit(AT_ONCE);
    const answers = await Promise.all(
      tokens.filter(isListenedFor).map((token) =>
        inTurn(async () => {
          const url = new URL(`${address}/api/v1/search_by_date`);
          url.searchParams.set("query", queryOf(token));
          url.searchParams.set("tags", "(story,comment)");
          url.searchParams.set("hitsPerPage", String(HITS_PER_TOKEN));
          const [after, before] = [from, to].map((moment) => Math.ceil(moment.getTime() / 1000));
          url.searchParams.set("numericFilters", `created_at_i>=${after},created_at_i<${before}`);
          return hits.parse((await ask(url)).body).hits;
        }),
      ),
    ).catch((error: unknown) => {
      // What is still to be asked would change nothing any more.
      inTurn.clearQueue();
      ending.abort(error);
      throw error;
    });
    // What names several tokens is found for each.
    const byId = new Map(answers.flat().map((hit) => [hit.objectID, toDocument(hit)]));
    return [...byId.values()].filter(({ createdAt }) => createdAt >= from && createdAt < to);
  },
});

const isListenedFor = ({ isStablecoin }: Token) => !isStablecoin;

/** The name in quotation marks, so that the words of a longer one stand together. */
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

/** HTML as text: a paragraph to a line, without code. */
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
