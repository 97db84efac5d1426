import { z } from "zod";
import { categories, DEFAULT_CATEGORY } from "~/domain/categories";
import { characterCount } from "~/domain/character-count";
import { COMMENT_MAX, CONTENT_MAX, SUMMARY_MAX, TITLE_MAX, URL_MAX } from "~/domain/field-limits";
import { articleSorts } from "~/domain/ranking";
import {
  atMost,
  CHOOSE_CATEGORY,
  isWebUrl,
  optionalText,
  REQUIRED,
  requiredLine,
  requiredText,
  requiredUrl,
  tooLong,
} from "./fields";
import { cursor, hubFilter, longListQuery, searchText } from "./pagination";

const categorySlugs = categories.map(({ slug }) => slug);

/** What posts an article, by form or call. */
export const articleInput = z.object({
  title: atMost(requiredLine(), TITLE_MAX, tooLong("Title", TITLE_MAX)).meta({
    description: "One line.",
    examples: ["What the term premium is telling us"],
  }),
  summary: atMost(requiredText(), SUMMARY_MAX, tooLong("Summary", SUMMARY_MAX)).meta({
    description: "What one finds there, and why it is worth reading.",
    examples: ["Why long yields rise while policy rates fall."],
  }),
  url: requiredUrl().meta({
    description: "The work itself: an http or https address, without credentials in it.",
    examples: ["https://example.org/term-premium"],
  }),
  category: z
    .enum(categorySlugs, { error: CHOOSE_CATEGORY })
    .default(DEFAULT_CATEGORY)
    .meta({ description: "What it is filed under, by slug.", examples: ["macro"] }),
  content: optionalText()
    .refine((text = "") => characterCount(text) <= CONTENT_MAX, {
      error: tooLong("Content", CONTENT_MAX),
    })
    .meta({
      description:
        "The article's own text, in Markdown. It is refused where reading it would take long: with thousands of signs in one paragraph, or lists and quotes dozens of levels deep.",
      maxLength: CONTENT_MAX,
      examples: ["## The puzzle\n\nLong yields rise …"],
    }),
  imageUrl: optionalText()
    .refine((url) => url === undefined || (isWebUrl(url) && /^https:/i.test(url)), {
      error: "Please enter an image URL that starts with https://.",
    })
    .meta({
      description: "A picture for its card: an https address. Without one it has its category's.",
      maxLength: URL_MAX,
      examples: ["https://example.org/picture.png"],
    }),
});
export type ArticleInput = z.infer<typeof articleInput>;

/** What comments on an article. */
export const commentInput = z.object({
  content: atMost(requiredText(), COMMENT_MAX, tooLong("Comment", COMMENT_MAX)).meta({
    description: "Plain text; line breaks are kept.",
    examples: ["The auctions of 1994 would be worth a look."],
  }),
});
export type CommentInput = z.infer<typeof commentInput>;

/** On a page of several articles a form names the one that it is about. */
const article = z.string().optional();
const upvoteForm = z.object({ intent: z.literal("upvote"), article });
const commentForm = commentInput.extend({ intent: z.literal("comment"), article });

/** What can be done with an article wherever it is shown. */
export const articleIntent = z.discriminatedUnion("intent", [upvoteForm, commentForm]);

/** What the page of all articles can do: that, and post another one. */
export const communityIntent = z.discriminatedUnion("intent", [
  upvoteForm,
  commentForm,
  articleInput.extend({ intent: z.literal("post") }),
]);

/** What counts a view. */
export const viewInput = z.object({
  id: z
    .string({ error: REQUIRED })
    .meta({ description: "The article's id.", examples: ["6790a1f2c3d4e5f60718293a"] }),
});

/** How the list of articles is asked for by a call. */
export const articleListQuery = longListQuery.extend({
  sort: z
    .enum(articleSorts, { error: "sort must be new, hot or top" })
    .default("new")
    .meta({ description: "Newest first, by support against age, or most upvoted first." }),
  category: z
    .enum(categorySlugs, { error: "There is no such category" })
    .optional()
    .meta({ description: "Only those of one category.", examples: ["macro"] }),
  hub: hubFilter.meta({
    description: "Only those of a hub's topic; `category` goes before it.",
    examples: ["macro"],
  }),
  q: searchText.meta({
    description:
      "Only those with this text in title, summary, address or poster's name, without regard to case. A page may then be short, or empty, and still have a next one.",
    examples: ["premium"],
  }),
});

/** How the page of articles is asked for; what makes no sense is as good as not there. */
export const communityQuery = z.object({
  sort: z.enum(articleSorts).catch("new"),
  /** Only those of one category. */
  category: z.enum(categorySlugs).optional().catch(undefined),
  after: cursor.optional().catch(undefined),
  before: cursor.optional().catch(undefined),
  /** The article whose comments are open. */
  comments: z.string().optional().catch(undefined),
});
