/**
 * What the API answers: each thing that it shows, field by field. The types of what services hand out
 * are inferred from these, the document of the API is made from them, and tests hold real answers
 * against it. What is not named here is not shown.
 */
import { z } from "zod";
import { categories } from "~/domain/categories";
import { topics } from "~/domain/topics";

const slugsOf = (list: readonly { slug: string }[]) => list.map(({ slug }) => slug);

const id = (what: string, example: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .meta({ description: `Names the ${what} for good.`, examples: [example] });

const moment = (what: string, example: string) =>
  z.iso.datetime({ precision: 3 }).meta({ description: `${what}, in UTC.`, examples: [example] });

const text = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** `http` and `https` in whatever case it was written. */
const webUrl = () => z.string().regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\//);

export const categoryReferenceResponse = z
  .object({
    name: text("What it is called.", "Macro"),
    slug: text("What it is called in addresses and calls.", "macro"),
  })
  .meta({ id: "CategoryReference", description: "The category that an article is filed under." });
export type CategoryReference = z.infer<typeof categoryReferenceResponse>;

export const articleResponse = z
  .object({
    id: id("article", "6790a1f2c3d4e5f60718293a"),
    title: text("One line.", "What the term premium is telling us"),
    summary: text(
      "At most 200 characters.",
      "Why long yields rise while policy rates fall, read from forty years of auctions.",
    ),
    url: webUrl().meta({
      description: "The work that the article is about, somewhere on the web.",
      examples: ["https://example.org/term-premium"],
    }),
    imageUrl: webUrl().meta({
      description: "A picture: the one that was posted, else the category's own.",
      examples: ["https://example.org/images/category/macro.svg"],
    }),
    category: categoryReferenceResponse,
    createdAt: moment("When it was posted", "2026-01-22T09:30:00.000Z"),
    views: count("How often it was read: once per visitor and day.", 128),
    upvotes: count("How many people have upvoted it.", 17),
    commentCount: count("How many comments it has.", 4),
    reviewer: text("The name of who posted it.", "Mara"),
    content: text("Markdown; empty where only the link was posted.", "## The puzzle\n\nLong …"),
  })
  .meta({ id: "Article", description: "An article of the community." });
export type ArticleResponse = z.infer<typeof articleResponse>;

export const commentResponse = z
  .object({
    id: id("comment", "6790b3a4c5d6e7f801928374"),
    username: text("The name of who wrote it.", "Ida"),
    content: text("Plain text with line breaks.", "The auctions of 1994 would be worth a look."),
    createdAt: moment("When it was written", "2026-01-22T10:05:12.000Z"),
  })
  .meta({ id: "Comment", description: "A comment on an article." });
export type CommentResponse = z.infer<typeof commentResponse>;

export const reviewResponse = z
  .object({
    id: id("review", "6790c5b6d7e8f9012a3b4c5d"),
    title: text("The title of the reviewed work.", "Bond Markets, Analysis and Strategies"),
    author: text("Who wrote that work.", "Anna Berg"),
    url: webUrl()
      .nullable()
      .meta({
        description: "Where the work is found; null for a book without an address.",
        examples: ["https://example.org/bond-markets"],
      }),
    rating: z
      .int()
      .min(1)
      .max(5)
      .meta({ description: "Stars.", examples: [4] }),
    username: text("The name of who reviewed it.", "Mara"),
    category: text("Its category, which belongs to one hub.", "rates"),
    review: text("The review itself: plain text.", "The chapter on convexity alone is worth it."),
    createdAt: moment("When it was written", "2026-01-21T18:00:00.000Z"),
  })
  .meta({ id: "Review", description: "Somebody's review of a work published elsewhere." });
export type ReviewResponse = z.infer<typeof reviewResponse>;

export const hubResponse = z
  .object({
    title: text("What the hub is called.", "Macro"),
    description: text(
      "What it is about.",
      "Fiscal and monetary policy, housing and labor, and what they do to markets.",
    ),
    papers: count("How many reviews and articles it has.", 42),
    contributors: count("How many people have written them.", 11),
    slug: z
      .enum(slugsOf(topics))
      .meta({ description: "What `hub` takes in other calls.", examples: ["macro"] }),
  })
  .meta({ id: "Hub", description: "One of the six hubs of the research room." });
export type HubResponse = z.infer<typeof hubResponse>;

export const categoryResponse = z
  .object({
    name: text("What it is called.", "Macro"),
    description: text(
      "What it is about.",
      "Fiscal and monetary policy, housing and labor, and what they do to markets.",
    ),
    slug: text("What `category` takes in other calls.", "macro"),
  })
  .meta({ id: "Category", description: "What articles are filed under." });

export const userResponse = z
  .object({
    id: id("user", "678f1e2d3c4b5a6978869504"),
    email: text("As given, in lower case. Nobody else is shown it.", "mara@example.org"),
    name: text("What others see.", "Mara"),
    isMember: z.boolean().meta({
      description: "Whether the organisation has taken this person in as a member.",
      examples: [false],
    }),
  })
  .meta({ id: "User", description: "An account, as its owner sees it." });
export type UserResponse = z.infer<typeof userResponse>;

export const sessionResponse = z
  .object({
    token: z
      .string()
      .regex(/^[\w-]{43}$/)
      .meta({
        description: "Keep it as you would a password. It lasts 30 days from its last use.",
        examples: ["J1vQm0c2nQyX4h7T9pLw3sR6uZ8aB5dE0fG1kM2oN4I"],
      }),
    user: userResponse,
  })
  .meta({
    id: "Session",
    description: "A sign-in: the token for the other calls, and whose it is.",
  });

export const viewsResponse = z
  .object({ views: count("How many views the article has now.", 129) })
  .meta({ id: "Views", description: "The views of an article." });

export const upvoteResponse = z
  .object({
    upvotes: count("How many upvotes the article has now.", 18),
    hasUpvoted: z.literal(true).meta({ description: "It is upvoted.", examples: [true] }),
  })
  .meta({ id: "Upvote", description: "An upvote that has been given." });

export const hasUpvotedResponse = z
  .object({
    hasUpvoted: z
      .boolean()
      .meta({ description: "Whether you have upvoted the article.", examples: [false] }),
  })
  .meta({ id: "HasUpvoted", description: "Whether an article is among those you have upvoted." });

export const whitepaperResponse = z
  .object({
    content: text("Sanitised HTML: the whole text under its title.", "<h2>Abstract</h2> …"),
  })
  .meta({ id: "WhitepaperContent", description: "The whitepaper's text." });

/** A day in UTC, such as `2026-01-31`. */
const monday = z.iso.date().meta({
  description: "The Monday of the week in which it was made.",
  examples: ["2026-01-19"],
});

const percent = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .max(100)
    .meta({ description, examples: [example] });

const rateOfChange = (asset: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({
      description: `How the price of ${asset} changed in four weeks, in percent and unrounded; null where that is not known.`,
      examples: [example],
    });

const rationale = (example: string) => text("Why, in words made from the numbers.", example);

export const momentumResponse = z
  .object({
    id: id("recommendation", "6791d7c8e9f0a1b2c3d4e5f6"),
    weekDate: monday,
    createdAt: moment("When it was made", "2026-01-22T09:05:00.000Z"),
    rationale: rationale("As of 2026-01-21, BTC changed by +10.00 % in four weeks …"),
    btcAllocation: percent("The percentage of BTC. The three come to 100.", 20),
    solAllocation: percent("The percentage of SOL.", 30),
    usdtAllocation: percent("The percentage of USDT.", 50),
    btcRoc: rateOfChange("BTC", 10.0042),
    solRoc: rateOfChange("SOL", 30.1177),
    usdtRoc: rateOfChange("USDT", 0.0101),
  })
  .meta({
    id: "MomentumRecommendation",
    description:
      "An allocation among BTC, SOL and USDT by the momentum engine. Not investment advice.",
  });
export type MomentumResponse = z.infer<typeof momentumResponse>;

export const sentimentResponse = z
  .object({
    id: id("recommendation", "6791e8d9f0a1b2c3d4e5f607"),
    weekDate: monday,
    createdAt: moment("When it was made", "2026-01-22T09:06:00.000Z"),
    token: text("The token with the most mentions, or `N/A` where there are none.", "BTC"),
    mentionCount: count("How many mentions that token has.", 34),
    allocation: z.record(z.string(), z.int().min(0).max(100)).meta({
      description: "Whole percents by symbol, which come to 100; USDT is always among them.",
      examples: [{ BTC: 29, SOL: 15, USDT: 56 }],
    }),
    rationale: rationale("The community spoke most of BTC: 34 mentions, score +0.34 …"),
  })
  .meta({
    id: "SentimentRecommendation",
    description:
      "An allocation by the sentiment engine, from what the community wrote in seven days. Not investment advice.",
  });
export type SentimentResponse = z.infer<typeof sentimentResponse>;

const error = (example: string) => text("What is wrong, in a sentence for people.", example);

/** What is said beside the error where that helps, by the kind of error. */
export const errorSchemas = {
  error: z
    .object({ error: error("Article not found") })
    .meta({ id: "Error", description: "What every error says." }),
  invalid: z
    .object({
      error: error("Some fields are invalid."),
      fieldErrors: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .meta({
          description:
            "What is wrong with each field or parameter, by its name. It is left out where the body as a whole cannot be read.",
          examples: [{ title: ["Required"], url: ["Please enter a valid URL."] }],
        }),
    })
    .meta({ id: "InvalidError", description: "What was sent is not what is asked for." }),
  conflict: z
    .object({
      error: error("This link has already been posted."),
      id: id("thing that is there already", "6790a1f2c3d4e5f60718293a")
        .optional()
        .meta({
          description:
            "Names what is there already. A sign-up does not tell whose name or email it is.",
          examples: ["6790a1f2c3d4e5f60718293a"],
        }),
    })
    .meta({ id: "ConflictError", description: "It is there already." }),
  internal: z
    .object({
      error: error("Internal error"),
      requestId: text(
        "Names the request in the site's log; quote it when you report the error.",
        "7c9e6679-7425-40de-944b-e07fc1f90ae7",
      ),
    })
    .meta({ id: "InternalError", description: "A mistake of the site's own." }),
};

/** What addresses of calls are made of. */
export const idParam = z.object({
  id: z.string().meta({
    description: "The article's id. One that is none is a 404, like one that names nothing.",
    examples: ["6790a1f2c3d4e5f60718293a"],
  }),
});

export const slugParam = z.object({
  slug: z.enum(slugsOf(categories)).meta({
    description: "The category's slug. Any other is a 404.",
    examples: ["macro"],
  }),
});

/** The document of the API itself, as far as it is fixed. */
export const documentResponse = z
  .looseObject({
    openapi: z.string().meta({ description: "The version of OpenAPI.", examples: ["3.1.1"] }),
  })
  .meta({ description: "An OpenAPI document." });
