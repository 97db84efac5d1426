import { z } from "zod";
import { AUTHOR_MAX, REVIEW_MAX, TITLE_MAX, URL_MAX } from "~/domain/field-limits";
import { needsUrl, reviewCategorySlugs, topicOfReviewCategory, type Topic } from "~/domain/topics";
import { reviewSorts } from "~/domain/work-score";
import {
  atMost,
  CHOOSE_CATEGORY,
  INVALID_URL,
  isWebUrl,
  optionalText,
  REQUIRED,
  requiredLine,
  requiredText,
  requiredUrl,
  tooLong,
} from "./fields";
import { cursor, hubFilter, longListQuery, searchInAddress, searchText } from "./pagination";

const RATING = "Rating must be a whole number from 1 to 5.";

/** A number, or its digits as a form sends them; nothing that merely begins with digits. */
const rating = z
  .union(
    [
      z.int({ error: RATING, abort: true }).min(1, RATING).max(5, RATING),
      z
        .string()
        .regex(/^\s*[1-5]\s*$/)
        .transform(Number),
    ],
    { error: RATING },
  )
  .meta({ description: "Stars, from 1 to 5; a form's digit will do.", examples: [4] });

const fields = {
  title: atMost(requiredLine(), TITLE_MAX, tooLong("Title", TITLE_MAX)).meta({
    description: "The title of the work.",
    examples: ["Bond Markets, Analysis and Strategies"],
  }),
  author: atMost(requiredLine(), AUTHOR_MAX, tooLong("Author", AUTHOR_MAX)).meta({
    description: "Who wrote the work.",
    examples: ["Anna Berg"],
  }),
  // A list says `null` where there is none, and what it says can be sent back.
  url: optionalText()
    .nullable()
    .transform((url) => url ?? undefined)
    .refine((url) => url === undefined || isWebUrl(url), { error: INVALID_URL })
    .optional()
    .meta({
      description:
        "Where the work is found: an http or https address. Only books (the categories of Book Nook) may go without.",
      maxLength: URL_MAX,
      examples: ["https://example.org/bond-markets"],
    }),
  rating,
  category: z
    .enum(reviewCategorySlugs, { error: CHOOSE_CATEGORY })
    .meta({ description: "Its category, which belongs to one hub.", examples: ["rates"] }),
  review: atMost(requiredText(), REVIEW_MAX, tooLong("Review", REVIEW_MAX)).meta({
    description: "What you think of it: plain text, about 300 words at most.",
    examples: ["The chapter on convexity alone is worth it."],
  }),
};

/** Only where books are reviewed may the address be left out. */
const withNeededUrl = {
  check: ({ url, category }: { url?: string; category: string }) => {
    const topic = topicOfReviewCategory(category);
    return url !== undefined || !topic || !needsUrl(topic);
  },
  params: {
    error: REQUIRED,
    path: ["url"],
    // Said as soon as the category is known, whatever else is still to be put right.
    when: ({ value }: { value: unknown }) => {
      const { category } = (value ?? {}) as { category?: unknown };
      return typeof category === "string";
    },
  },
};

/** What adds a review, by call. A `username` in it is ignored: the viewer's own name stands. */
export const reviewInput = z.object(fields).refine(withNeededUrl.check, withNeededUrl.params);
export type ReviewInput = z.infer<typeof reviewInput>;

/**
 * What the form of a topic's hub sends: only its own categories, and an address unless it is of books.
 * It may also say that the review is to take the place of the viewer's first.
 */
export const reviewForm = (topic: Topic) =>
  z.object({
    ...fields,
    // As the field says it by itself: a form marks it as required before it is sent.
    url: needsUrl(topic) ? requiredUrl() : fields.url,
    category: z.enum(
      topic.reviewCategories.map(({ slug }) => slug),
      { error: CHOOSE_CATEGORY },
    ),
    replace: z.string().optional(),
  });

/** How the list of reviews is asked for by a call. */
export const reviewListQuery = longListQuery.extend({
  sort: z
    .enum(reviewSorts, { error: "sort must be new or best" })
    .default("new")
    .meta({ description: "Newest first, or the best rated works first." }),
  hub: hubFilter.meta({ description: "Only those of one hub.", examples: ["bonds"] }),
  category: z
    .enum(reviewCategorySlugs, { error: "There is no such category" })
    .optional()
    .meta({ description: "Only those of one category.", examples: ["rates"] }),
  q: searchText.meta({
    description:
      "Only those with this text in title, author, reviewer's name or category, without regard to case. Without a hub or category a page may then be short, or empty, and still have a next one.",
    examples: ["rates"],
  }),
});

/** How a hub's page is asked for; what makes no sense is as good as not there. */
export const hubQuery = z.object({
  category: z.string().catch("all").default("all"),
  q: searchInAddress,
  sort: z.enum(reviewSorts).catch("new"),
  after: cursor.optional().catch(undefined),
  before: cursor.optional().catch(undefined),
  /** `new` opens the form. */
  review: z.string().optional().catch(undefined),
});
