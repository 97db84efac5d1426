import { z } from "zod";
import {
  MAX_AUTHOR_LENGTH,
  MAX_REVIEW_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from "~/domain/field-limits";
import { needsUrl, reviewCategorySlugs, topicOfReviewCategory, type Topic } from "~/domain/topics";
import { reviewSorts } from "~/domain/work-score";
import { commentForm, commentUpvoteForms } from "./articles";
import { draftReference, saveReviewDraft } from "./drafts";
import {
  atMost,
  CHOOSE_CATEGORY,
  optionalUrl,
  REQUIRED,
  requiredLine,
  requiredText,
  requiredUrl,
  tooLong,
} from "./fields";
import { removalForm, versionField } from "./editing";
import { cursor, hubFilter, longListQuery, searchInAddress, searchText } from "./pagination";

const RATING = "Rating must be a whole number from 1 to 5.";

/** A number, or a single digit as submitted by forms. */
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
  .meta({ description: "The rating: 1 to 5 stars, as a number or a digit.", examples: [4] });

const fields = {
  title: atMost(requiredLine(), MAX_TITLE_LENGTH, tooLong("Title", MAX_TITLE_LENGTH)).meta({
    description: "The title of the work.",
    examples: ["Bond Markets, Analysis and Strategies"],
  }),
  author: atMost(requiredLine(), MAX_AUTHOR_LENGTH, tooLong("Author", MAX_AUTHOR_LENGTH)).meta({
    description: "The author of the work.",
    examples: ["Anna Berg"],
  }),
  // Accept `null`, which the list returns, so that its items can be sent back.
  url: optionalUrl()
    .nullable()
    .transform((url) => url ?? undefined)
    .optional()
    .meta({
      description:
        "The http or https URL of the work. Optional only for books (the Book Nook categories).",
      maxLength: MAX_URL_LENGTH,
      examples: ["https://example.org/bond-markets"],
    }),
  rating,
  category: z
    .enum(reviewCategorySlugs, { error: CHOOSE_CATEGORY })
    .meta({ description: "The review's category, which belongs to one hub.", examples: ["rates"] }),
  review: atMost(requiredText(), MAX_REVIEW_LENGTH, tooLong("Review", MAX_REVIEW_LENGTH)).meta({
    description: "The review: plain text, up to about 300 words.",
    examples: ["The chapter on convexity alone is worth it."],
  }),
};

/** The URL is optional only for books. */
const urlRequirement = {
  check: ({ url, category }: { url?: string; category: string }) => {
    const topic = topicOfReviewCategory(category);
    return url !== undefined || !topic || !needsUrl(topic);
  },
  params: {
    error: REQUIRED,
    path: ["url"],
    // Checked as soon as the category is known, even while other fields are invalid.
    when: ({ value }: { value: unknown }) => {
      const { category } = (value ?? {}) as { category?: unknown };
      return typeof category === "string";
    },
  },
};

/** Input of the API for adding a review. `username` is ignored in favour of the viewer's name. */
export const reviewInput = z.object(fields).refine(urlRequirement.check, urlRequirement.params);
export type ReviewInput = z.infer<typeof reviewInput>;

/** Input of the API for editing a review: the fields to change. `null` removes the URL of a book. */
export const reviewChanges = z.object({
  title: fields.title.optional(),
  author: fields.author.optional(),
  url: fields.url
    .transform((url) => url ?? null)
    .optional()
    .meta(fields.url.meta()!),
  rating: fields.rating.optional(),
  category: fields.category.optional(),
  review: fields.review.optional(),
});
export type ReviewChanges = z.infer<typeof reviewChanges>;

/**
 * Input of a hub's review form: only the hub's own categories, and a required URL unless it is for
 * books. `replace` replaces the viewer's earlier review of the same work.
 */
export const reviewForm = (topic: Topic) =>
  z.object({
    ...fields,
    // Required on the field itself, so that the form marks it as such.
    url: needsUrl(topic) ? requiredUrl() : fields.url,
    category: z.enum(
      topic.reviewCategories.map(({ slug }) => slug),
      { error: CHOOSE_CATEGORY },
    ),
    replace: z.string().optional(),
  });

/** Forms of the page to edit a review: the hub's form with the edited version, and the button to remove it. */
export const reviewEditIntent = (topic: Topic) =>
  z.discriminatedUnion("intent", [
    reviewForm(topic).extend({ intent: z.literal("edit"), version: versionField }),
    removalForm,
  ]);

/** The buttons of a hub's review form, and the forms of the comments on the review of the page. */
export const reviewIntent = (topic: Topic) =>
  z.discriminatedUnion("intent", [
    reviewForm(topic).extend({ intent: z.literal("review"), ...draftReference }),
    saveReviewDraft.extend({ hub: z.literal(topic.slug).default(topic.slug) }),
    commentForm,
    ...commentUpvoteForms,
  ]);

export const reviewListQuery = longListQuery.extend({
  sort: z
    .enum(reviewSorts, { error: "sort must be new or best" })
    .default("new")
    .meta({ description: "The order: `new` for newest first, `best` for best rated first." }),
  hub: hubFilter.meta({ description: "Filters by hub.", examples: ["bonds"] }),
  category: z
    .enum(reviewCategorySlugs, { error: "There is no such category" })
    .optional()
    .meta({ description: "Filters by category.", examples: ["rates"] }),
  q: searchText.meta({
    description:
      "Searches title, author, reviewer's name and category, ignoring case, accents and the variants of signs. With a search but no hub or category, a page may be short or empty and still have a next one.",
    examples: ["rates"],
  }),
});

/** Query of a hub's page; invalid values are ignored. */
export const hubQuery = z.object({
  category: z.string().catch("all").default("all"),
  q: searchInAddress,
  sort: z.enum(reviewSorts).catch("new"),
  after: cursor.optional().catch(undefined),
  before: cursor.optional().catch(undefined),
  /** `new` opens the form. */
  review: z.string().optional().catch(undefined),
});
