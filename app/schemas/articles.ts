import { z } from "zod";
import { categories, DEFAULT_CATEGORY } from "~/domain/categories";
import { COMMENT_MAX, CONTENT_MAX, SUMMARY_MAX, TITLE_MAX, URL_MAX } from "~/domain/limits";
import { articleSorts } from "~/domain/ranking";
import { topics } from "~/domain/topics";
import { isWebUrl, optionalText, REQUIRED, requiredLine } from "./fields";
import { cursor, listQuery, searchText } from "./lists";

const INVALID_URL = "Please enter a valid URL.";
const categorySlugs = categories.map(({ slug }) => slug);

/** What posts an article, by form or call. */
export const articleInput = z.object({
  title: requiredLine().max(TITLE_MAX, "Title must be 200 characters or less."),
  summary: requiredLine().max(SUMMARY_MAX, "Summary must be 200 characters or less."),
  url: requiredLine().max(URL_MAX, INVALID_URL).refine(isWebUrl, { error: INVALID_URL }),
  category: z
    .enum(categorySlugs, { error: "Please choose one of the categories." })
    .default(DEFAULT_CATEGORY),
  content: optionalText().refine((text = "") => text.length <= CONTENT_MAX, {
    error: "Content must be 20,000 characters or less.",
  }),
  imageUrl: optionalText().refine(
    (url) => url === undefined || (url.length <= URL_MAX && isWebUrl(url) && /^https:/i.test(url)),
    { error: "Please enter an image URL that starts with https://." },
  ),
});
export type ArticleInput = z.infer<typeof articleInput>;

/** What comments on an article. */
export const commentInput = z.object({
  content: requiredLine().max(COMMENT_MAX, "Comment must be 5,000 characters or less."),
});
export type CommentInput = z.infer<typeof commentInput>;

/** What the page of an article, and each card, can do. */
export const articleIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("upvote") }),
  commentInput.extend({ intent: z.literal("comment") }),
]);

/** What counts a view. */
export const viewInput = z.object({ id: z.string({ error: REQUIRED }) });

/** How the list of articles is asked for by a call. */
export const articleListQuery = listQuery.extend({
  sort: z.enum(articleSorts, { error: "sort must be new, hot or top" }).default("new"),
  category: z.enum(categorySlugs, { error: "There is no such category" }).optional(),
  hub: z
    .enum(
      topics.map(({ slug }) => slug),
      { error: "There is no such hub" },
    )
    .optional(),
  q: searchText,
});
export type ArticleListQuery = z.infer<typeof articleListQuery>;

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
