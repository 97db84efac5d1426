/**
 * The API's responses, field by field; larger features have files of their own. The serializers' types are inferred from
 * these schemas, the OpenAPI document is generated from them, and tests compare real responses with it. Fields not listed
 * here are never exposed.
 */
import { z } from "zod";
import { disclosures } from "~/domain/disclosure";
import { categories } from "~/domain/categories";
import { moderationReasonNames } from "~/domain/moderation";
import { topics } from "~/domain/topics";
import { count, flag, id, idOrNull, text, timestamp, timestampOrNull } from "./response-fields";

const slugsOf = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug);

/** An http or https URL; its scheme may be in any case. */
const webUrl = () => z.string().regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\//);

export const categoryReferenceResponse = z
  .object({
    name: text("The category's name.", "Macro"),
    slug: text("The category's identifier in URLs and calls.", "macro"),
  })
  .meta({ id: "CategoryReference", description: "The category of an article." });
export type CategoryReference = z.infer<typeof categoryReferenceResponse>;

const edited = () =>
  timestampOrNull(
    "When it was last edited",
    "When it was last edited, in UTC; null if never. Edits within 15 minutes of posting do not count, unless somebody else has commented or upvoted by then.",
    "2026-01-23T08:00:00.000Z",
  );

export const markResponse = z.object({
  reason: z.enum(moderationReasonNames).meta({ description: "Why.", examples: ["spam"] }),
  rule: z
    .int()
    .min(1)
    .meta({ description: "The number of the house rule.", examples: [1] }),
});
export type MarkResponse = z.infer<typeof markResponse>;

/** In the response to a call that writes something. */
export const warnings = z
  .array(z.string())
  .optional()
  .meta({
    description:
      "Sentences about a domain of which moderators warn and that it links to or names. Only present in the response to the call that wrote it, and only if there is such a domain.",
    examples: [
      ["Moderators warn of example.net (spam or advertising), so one of them will look at it."],
    ],
  });

/** What moderators have marked a text with. */
const marks = {
  locked: markResponse
    .nullable()
    .optional()
    .meta({ description: "Why moderators have locked its discussion; null if they have not." }),
  warning: markResponse
    .nullable()
    .optional()
    .meta({ description: "Why moderators have marked it with a warning; null if they have not." }),
  hidden: markResponse
    .extend({ decision: id("decision", "6790a1f2c3d4e5f60718293a") })
    .optional()
    .meta({
      description:
        "Why moderators have hidden it; only present then, for its author and moderators.",
    }),
  warnings,
};

export const articleResponse = z
  .object({
    id: id("article", "6790a1f2c3d4e5f60718293a"),
    title: text("The title, as a single line.", "What the term premium is telling us"),
    summary: text(
      "The summary, at most 200 characters.",
      "Why long yields rise while policy rates fall, read from forty years of auctions.",
    ),
    url: webUrl().meta({
      description: "The link that the article is about.",
      examples: ["https://example.org/term-premium"],
    }),
    imageUrl: webUrl().meta({
      description: "The posted image, or the category's default.",
      examples: ["https://example.org/images/category/macro.svg"],
    }),
    category: categoryReferenceResponse,
    createdAt: timestamp("When the article was posted", "2026-01-22T09:30:00.000Z"),
    editedAt: edited(),
    repostedAt: timestampOrNull(
      "When it was posted again",
      "When the author last posted the article again after removing it, in UTC; null if never. Earlier comments and upvotes may be about a different text.",
      "2026-01-24T08:00:00.000Z",
    ),
    views: count("The number of views, at most one per visitor and day.", 128),
    upvotes: count("The number of upvotes.", 17),
    commentCount: count("The number of comments.", 4),
    reviewer: text("The name of the user who posted the article.", "Mara"),
    disclosure: z
      .enum(disclosures)
      .nullable()
      .meta({
        description:
          "Whether the author says that they hold what the article is about: `none` of it, `long` or `short`; null without a statement.",
        examples: ["long"],
      }),
    disclosureNote: z
      .string()
      .nullable()
      .meta({
        description: "The same in the author's own words; null if there are none.",
        examples: ["A little BTC, bought in 2021."],
      }),
    content: text(
      "The article's own text, in Markdown; empty if only a link was posted.",
      "## The puzzle\n\nLong …",
    ),
    ...marks,
  })
  .meta({ id: "Article", description: "A community article." });
export type ArticleResponse = z.infer<typeof articleResponse>;

export const commentResponse = z
  .object({
    id: id("comment", "6790b3a4c5d6e7f801928374"),
    parentId: idOrNull(
      "The id of the comment that it answers; null if it answers the article or review itself.",
      "6790b2c3d4e5f60718293a4b",
    ),
    username: text("The name of the comment's author.", "Ida"),
    content: text(
      "The text of the comment: plain text with line breaks.",
      "The auctions of 1994 would be worth a look.",
    ),
    createdAt: timestamp("When the comment was written", "2026-01-22T10:05:12.000Z"),
    editedAt: edited(),
    removedAt: timestampOrNull(
      "When it was removed",
      "When the comment was removed, in UTC; otherwise null. A removed comment that was answered keeps its place, with `username` and `content` empty.",
      "2026-01-22T12:00:00.000Z",
    ),
    upvotes: count("The number of upvotes of the comment.", 3),
    ...marks,
  })
  .meta({ id: "Comment", description: "A comment on an article or review." });
export type CommentResponse = z.infer<typeof commentResponse>;

export const reviewResponse = z
  .object({
    id: id("review", "6790c5b6d7e8f9012a3b4c5d"),
    title: text("The title of the reviewed work.", "Bond Markets, Analysis and Strategies"),
    author: text("The author of the work.", "Anna Berg"),
    url: webUrl()
      .nullable()
      .meta({
        description: "The URL of the work; null for a book without one.",
        examples: ["https://example.org/bond-markets"],
      }),
    rating: z
      .int()
      .min(1)
      .max(5)
      .meta({ description: "The rating, from 1 to 5 stars.", examples: [4] }),
    username: text("The name of the reviewer.", "Mara"),
    category: text("The review's category, which belongs to one hub.", "rates"),
    review: text("The review itself: plain text.", "The chapter on convexity alone is worth it."),
    createdAt: timestamp("When the review was written", "2026-01-21T18:00:00.000Z"),
    editedAt: edited(),
    ...marks,
  })
  .meta({ id: "Review", description: "A review of a work published elsewhere." });
export type ReviewResponse = z.infer<typeof reviewResponse>;

export const hubResponse = z
  .object({
    title: text("The hub's name.", "Macro"),
    description: text(
      "What the hub is about.",
      "Fiscal and monetary policy, housing and labor, and what they do to markets.",
    ),
    papers: count("The number of reviews and articles.", 42),
    contributors: count("The number of people who wrote the hub's reviews and articles.", 11),
    slug: z
      .enum(slugsOf(topics))
      .meta({ description: "The value for `hub` in other calls.", examples: ["macro"] }),
  })
  .meta({ id: "Hub", description: "One of the six hubs of the research room." });
export type HubResponse = z.infer<typeof hubResponse>;

export const categoryResponse = z
  .object({
    name: text("The category's name.", "Macro"),
    description: text(
      "What the category is about.",
      "Fiscal and monetary policy, housing and labor, and what they do to markets.",
    ),
    slug: text("The value for `category` in other calls.", "macro"),
  })
  .meta({ id: "Category", description: "A category of articles." });

export const doneResponse = z
  .object({ done: z.literal(true).meta({ description: "Always true." }) })
  .meta({ id: "Done", description: "Confirmation that the call succeeded." });

export const viewsResponse = z
  .object({ views: count("The article's current number of views.", 129) })
  .meta({ id: "Views", description: "The views of an article." });

export const upvoteResponse = z
  .object({
    upvotes: count("The current number of upvotes.", 18),
    hasUpvoted: flag("Whether you have upvoted it now.", true),
  })
  .meta({ id: "Upvote", description: "The result of an upvote, or of withdrawing it." });

export const hasUpvotedResponse = z
  .object({
    hasUpvoted: flag("Whether you have upvoted it."),
  })
  .meta({ id: "HasUpvoted", description: "Whether you have upvoted an article or comment." });

export const whitepaperResponse = z
  .object({
    content: text("The full text without its title, as sanitised HTML.", "<h2>Abstract</h2> …"),
  })
  .meta({ id: "WhitepaperContent", description: "The whitepaper's text." });

/** Path parameters. */
export const idParam = z.object({
  id: text("The id. A malformed or unknown one returns a 404.", "6790a1f2c3d4e5f60718293a"),
});

export const slugParam = z.object({
  slug: z.enum(slugsOf(categories)).meta({
    description: "The category's slug. Any other value returns a 404.",
    examples: ["macro"],
  }),
});

/** The response that is the OpenAPI document itself; only its version is described. */
export const documentResponse = z
  .looseObject({
    openapi: text("The version of OpenAPI.", "3.1.1"),
  })
  .meta({ description: "An OpenAPI document." });
