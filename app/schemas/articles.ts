import { z } from "zod";
import { articleViews } from "~/domain/article-view";
import { categories, DEFAULT_CATEGORY } from "~/domain/categories";
import { characterCount } from "~/domain/character-count";
import { disclosures } from "~/domain/disclosure";
import {
  MAX_COMMENT_LENGTH,
  MAX_CONTENT_LENGTH,
  MAX_DISCLOSURE_LENGTH,
  MAX_SUMMARY_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from "~/domain/field-limits";
import { articleSorts } from "~/domain/ranking";
import { draftReference, previewArticle, saveArticleDraft } from "./drafts";
import {
  atMost,
  CHOOSE_CATEGORY,
  optionalLine,
  optionalText,
  optionalUrl,
  REQUIRED,
  requiredLine,
  requiredText,
  requiredUrl,
  tooLong,
} from "./fields";
import { removalForm, versionField } from "./editing";
import { cursor, hubFilter, longListQuery, searchText } from "./pagination";

const CHOOSE_DISCLOSURE = "Please choose one of the statements.";

const categorySlugs = categories.map(({ slug }) => slug);

const fields = {
  title: atMost(requiredLine(), MAX_TITLE_LENGTH, tooLong("Title", MAX_TITLE_LENGTH)).meta({
    description: "The title, as a single line.",
    examples: ["What the term premium is telling us"],
  }),
  summary: atMost(requiredText(), MAX_SUMMARY_LENGTH, tooLong("Summary", MAX_SUMMARY_LENGTH)).meta({
    description: "What the article is about, and why it is worth reading.",
    examples: ["Why long yields rise while policy rates fall."],
  }),
  url: requiredUrl().meta({
    description:
      "The link that the article is about: an http or https URL without credentials. It is returned as the URL standard writes it.",
    examples: ["https://example.org/term-premium"],
  }),
  category: z
    .enum(categorySlugs, { error: CHOOSE_CATEGORY })
    .meta({ description: "The category's slug.", examples: ["macro"] }),
  content: optionalText()
    .refine((text = "") => characterCount(text) <= MAX_CONTENT_LENGTH, {
      error: tooLong("Content", MAX_CONTENT_LENGTH),
    })
    .meta({
      description:
        "The article's own text, in Markdown. Rejected if it would be expensive to render: emphasis, lists or quotes nested dozens of levels deep, or links and table cells repeated thousands of times.",
      maxLength: MAX_CONTENT_LENGTH,
      examples: ["## The puzzle\n\nLong yields rise …"],
    }),
  disclosure: z
    .enum(disclosures, { error: CHOOSE_DISCLOSURE })
    .optional()
    .meta({
      description:
        "Whether the author holds what the article is about: `none` of it, `long` or `short`. Without it, the author makes no statement.",
      examples: ["long"],
    }),
  disclosureNote: optionalLine("The words on what you hold", MAX_DISCLOSURE_LENGTH).meta({
    description: "The same in the author's own words, as a single line.",
    maxLength: MAX_DISCLOSURE_LENGTH,
    examples: ["A little BTC, bought in 2021."],
  }),
  imageUrl: optionalUrl({
    error: "Please enter an image URL that starts with https://.",
    scheme: "https:",
  }).meta({
    description:
      "An https URL of an image for the article's card; defaults to the category's image.",
    maxLength: MAX_URL_LENGTH,
    examples: ["https://example.org/picture.png"],
  }),
};

/** Input for posting an article, by form or API. */
export const articleInput = z.object({
  ...fields,
  category: fields.category.default(DEFAULT_CATEGORY),
});
export type ArticleInput = z.infer<typeof articleInput>;

/** Input of the API for editing an article: the fields to change. An empty text or `null` clears an optional field. */
export const articleChanges = z.object({
  title: fields.title.optional(),
  summary: fields.summary.optional(),
  url: fields.url.optional(),
  category: fields.category.optional(),
  content: fields.content
    .nullable()
    .transform((content) => content ?? "")
    .optional()
    .meta(fields.content.meta()!),
  disclosure: z
    .enum([...disclosures, ""], { error: CHOOSE_DISCLOSURE })
    .nullable()
    .transform((statement) => statement || null)
    .optional()
    .meta(fields.disclosure.meta()!),
  disclosureNote: fields.disclosureNote
    .nullable()
    .transform((note) => note ?? null)
    .optional()
    .meta(fields.disclosureNote.meta()!),
  imageUrl: fields.imageUrl
    .nullable()
    .transform((url) => url ?? null)
    .optional()
    .meta(fields.imageUrl.meta()!),
});
export type ArticleChanges = z.infer<typeof articleChanges>;

export const commentInput = z.object({
  content: atMost(requiredText(), MAX_COMMENT_LENGTH, tooLong("Comment", MAX_COMMENT_LENGTH)).meta({
    description: "The text of the comment, as plain text; line breaks are kept.",
    examples: ["The auctions of 1994 would be worth a look."],
  }),
  parentId: z
    .string()
    .optional()
    .meta({
      description:
        "The id of the comment to answer; without it, the comment answers the article or review itself.",
      examples: ["6790b2c3d4e5f60718293a4b"],
    }),
});
export type CommentInput = z.infer<typeof commentInput>;

/** The id of the form's article, on pages with several articles. */
const article = z.string().optional();
const upvoteForm = z.object({ intent: z.literal("upvote"), article });
const withdrawalForm = z.object({ intent: z.literal("withdraw-upvote"), article });
const onComment = { article, comment: z.string() };
/** The forms to upvote a comment, and to take that back. */
export const commentUpvoteForms = [
  z.object({ intent: z.literal("upvote-comment"), ...onComment }),
  z.object({ intent: z.literal("withdraw-comment-upvote"), ...onComment }),
] as const;
/** The form to comment on an article or review. */
export const commentForm = commentInput.extend({ intent: z.literal("comment"), article });

/** Forms available wherever an article is shown. */
export const articleIntent = z.discriminatedUnion("intent", [
  upvoteForm,
  withdrawalForm,
  commentForm,
  ...commentUpvoteForms,
]);

/** Forms of the community page: those of each article, and the three buttons of the form to post an article. */
export const communityIntent = z.discriminatedUnion("intent", [
  upvoteForm,
  withdrawalForm,
  commentForm,
  ...commentUpvoteForms,
  articleInput.extend({ intent: z.literal("post"), ...draftReference }),
  saveArticleDraft,
  previewArticle,
]);

export const articleEditIntent = z.discriminatedUnion("intent", [
  articleInput.extend({ intent: z.literal("edit"), version: versionField }),
  previewArticle,
  removalForm,
]);

/** Input for editing a comment; what it answers stays as it is. */
export const commentChanges = commentInput.omit({ parentId: true });
export type CommentChanges = z.infer<typeof commentChanges>;

export const commentEditIntent = z.discriminatedUnion("intent", [
  commentChanges.extend({ intent: z.literal("edit"), version: versionField }),
  removalForm,
]);

export const viewInput = z.object({
  id: z
    .string({ error: REQUIRED })
    .meta({ description: "The article's id.", examples: ["6790a1f2c3d4e5f60718293a"] }),
});

export const articleListQuery = longListQuery.extend({
  sort: z.enum(articleSorts, { error: "sort must be new, hot or top" }).default("new").meta({
    description:
      "The order: `new` for newest first, `hot` for upvotes relative to age, `top` for most upvoted first.",
  }),
  category: z
    .enum(categorySlugs, { error: "There is no such category" })
    .optional()
    .meta({ description: "Filters by category.", examples: ["macro"] }),
  hub: hubFilter.meta({
    description: "Filters by a hub's topic; `category` takes precedence.",
    examples: ["macro"],
  }),
  q: searchText.meta({
    description:
      "Searches title, summary, URL and poster's name, ignoring case, accents and the variants of signs. With a search, a page may be short or empty and still have a next one.",
    examples: ["premium"],
  }),
});

/** Query of the community page; invalid values are ignored. */
export const communityQuery = z.object({
  sort: z.enum(articleSorts).catch("new"),
  /** Filters by category. */
  category: z.enum(categorySlugs).optional().catch(undefined),
  after: cursor.optional().catch(undefined),
  before: cursor.optional().catch(undefined),
  /** Takes precedence over what the browser remembers. */
  view: z.enum(articleViews).optional().catch(undefined),
  /** The id of the article whose comments are open, on its card. */
  comments: z.string().optional().catch(undefined),
});
