import { Types, type QueryFilter } from "mongoose";
import type { Page, Place } from "~/domain/cursor";
import { foldText } from "~/domain/folding";
import type { Named } from "~/domain/named";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { topicOfReviewCategory } from "~/domain/topics";
import { documentWords, plainText } from "~/domain/tokenizer";
import { workScore, type ReviewSort } from "~/domain/work-score";
import { collectionOf, readByIdRange } from "./collection.server";
import { toMark } from "./moderation-mark.server";
import { namedRows, toNamed } from "./named.server";
import { wordIndex } from "./word-index.server";
import { insertMissing, isDuplicateKey, toObjectId, withIds } from "./ids.server";
import { escapePattern, searchPage, type OwnListPage } from "./pagination.server";
import { ownedCollection, textSource } from "./authored.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";

export const toReview = ({ _id, user, ...row }: Omit<ReviewRow, "words" | "titleWords">) => ({
  id: _id.toHexString(),
  title: row.title,
  author: row.author,
  url: row.url ?? null,
  rating: row.rating,
  userId: user.toHexString(),
  username: row.username,
  hub: row.hub,
  category: row.category,
  review: row.review,
  createdAt: row.createdAt,
  updatedAt: row.replacedAt ?? row.createdAt,
  version: row.version ?? 1,
  editedAt: row.editedAt ?? null,
  named: toNamed(row),
  locked: toMark(row.locked),
  warning: toMark(row.warning),
});

export type Review = ReturnType<typeof toReview>;

const reviews = collectionOf<ReviewRow, Review>(ReviewModel, toReview);

type GivenField = "title" | "author" | "rating" | "username" | "hub" | "category" | "review";
export interface NewReview extends Pick<Review, GivenField | "userId"> {
  url?: string;
  workKey: string;
  named?: readonly Named[];
  createdAt?: Date;
}

/** @returns the text that list searches match; it includes the category both as a slug and as displayed. */
export const searchableOf = ({
  title,
  author,
  username,
  category,
}: Pick<Review, "title" | "author" | "username" | "category">) =>
  [
    ...new Set([title, author, username, category, category.replaceAll("-", " ")].map(foldText)),
  ].join("\n");

/**
 * The texts a review is found by: in `searchable` for lists; and words, those of the work's title and author before
 * those of the review's text.
 */
const foundBy = (
  review: Pick<Review, "title" | "author" | "username" | "category" | "review">,
) => ({
  searchable: searchableOf(review),
  ...documentWords([review.title, review.author], [plainText(review.review)]),
});

/** The row of a new review, without its score. */
export const toReviewRow = ({ userId, url = undefined, named, ...review }: NewReview) => ({
  ...review,
  named: namedRows(named),
  url: url ?? null,
  user: new Types.ObjectId(userId),
  ...foundBy(review),
});

/** @returns the new review, or the id of the user's existing review of the same work */
export async function createReview(
  review: NewReview,
): Promise<{ review: Review } | { existingId: string }> {
  const row = { ...toReviewRow(review), createdAt: review.createdAt ?? new Date() };
  try {
    const created = await ReviewModel.create({ ...row, score: workScore(review.rating, 1) });
    return { review: toReview(created.toObject()) };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const own = { workKey: review.workKey, user: row.user };
    const existing = await ReviewModel.findOne(own, { _id: 1 }).lean();
    // Without one, the other review has just been removed.
    return existing ? { existingId: existing._id.toHexString() } : createReview(review);
  }
}

export const findReview = (id: string): Promise<Review | null> =>
  reviews.find({ _id: toObjectId(id) });

/** @returns the ids of up to `limit` reviews in a hub by others since a time, oldest first */
export const listNewReviews = (
  filter: Pick<ReviewFilter, "hub" | "category">,
  { since, exceptBy, limit }: { since: Date; exceptBy: string; limit: number },
): Promise<string[]> =>
  reviews.ids(
    { ...hubFilter(filter), createdAt: { $gt: since }, user: { $ne: toObjectId(exceptBy) } },
    { sort: { createdAt: 1, _id: 1 }, limit },
  );

/** @returns those of some reviews that exist, in no particular order */
export const findReviews = (ids: readonly string[]): Promise<Review[]> =>
  reviews.list(withIds(ids));

/** Lists other reviews of the same work, newest first. @param limit maximum number, at least 1 */
export async function listOtherReviewsOfWork(id: string, limit: number): Promise<Review[]> {
  const _id = toObjectId(id);
  const own = _id && (await ReviewModel.findById(_id, { workKey: 1 }).lean());
  if (!own) return [];
  const sort = { createdAt: -1, _id: -1 } as const;
  const all = await reviews.list({ workKey: own.workKey }, { sort, limit: limit + 1 });
  return all.filter((review) => review.id !== id).slice(0, limit);
}

/** Reviews by id range, each with its hub and last change. */
export const reviewsById = readByIdRange(
  ReviewModel,
  ({ _id, hub, createdAt, replacedAt }: ReviewRow) => ({
    id: _id.toHexString(),
    hub,
    updatedAt: replacedAt ?? createdAt,
  }),
  { hub: 1, createdAt: 1, replacedAt: 1 },
);

/** Filters for reviews; all given conditions must match. */
export interface ReviewFilter {
  hub?: string;
  category?: string;
  /** A substring of title, author, username or category, as `foldText` folds them. */
  q?: string;
}

export interface ReviewList extends ReviewFilter, Place {
  sort: ReviewSort;
  /** Maximum number of items, at least 1. */
  limit: number;
}

const SORT_FIELDS = { new: "createdAt", best: "score" } as const;

function hubFilter({ hub, category }: ReviewFilter): QueryFilter<ReviewRow> {
  // Each category belongs to one hub; adding the hub lets an index serve the query.
  const within = hub ?? (category && topicOfReviewCategory(category)?.slug);
  return { ...(within ? { hub: within } : {}), ...(category ? { category } : {}) };
}

const textFilter = (q: string | undefined): QueryFilter<ReviewRow> =>
  q ? { searchable: { $regex: escapePattern(foldText(q)) } } : {};

/**
 * Reads a page of reviews in a sort order, from the beginning or on either side of a cursor. A text search
 * within a hub or category covers all of it; across all hubs it scans at most `SEARCH_WINDOW` reviews per
 * call.
 */
export function listReviews({ sort, limit, after, before, ...filter }: ReviewList) {
  const { hub, category, q } = filter;
  const list = { field: SORT_FIELDS[sort], limit, after };
  if (q && !hub && !category) {
    const search = { ...list, filter: {}, matching: textFilter(q), toItem: toReview };
    return searchPage<ReviewRow, Review>(ReviewModel, search);
  }
  return reviews.page({ ...list, before, filter: { ...hubFilter(filter), ...textFilter(q) } });
}

/** @returns the total number of matching reviews */
export function countReviews(filter: ReviewFilter): Promise<number> {
  return ReviewModel.countDocuments({ ...hubFilter(filter), ...textFilter(filter.q) });
}

/** Stores reviews with their ids; skips those whose id, or user and work, already exist. */
export async function importReviews(
  reviews: readonly (NewReview & { id: string; createdAt: Date })[],
): Promise<void> {
  await insertMissing(
    ReviewModel,
    reviews.map(({ id, ...review }) => ({
      ...toReviewRow(review),
      _id: new Types.ObjectId(id),
      score: workScore(review.rating, 1),
    })),
  );
}

export const hasReviewed = (userId: string, hub: string): Promise<boolean> =>
  reviews.has({ user: toObjectId(userId), hub });

/** Reads a page of a user's reviews, newest first. */
export const listReviewsOf = (userId: string, page: OwnListPage): Promise<Page<Review>> =>
  reviews.page({ ...page, filter: { user: toObjectId(userId) }, field: "createdAt" });

export const countReviewsOf = (userId: string): Promise<number> =>
  ReviewModel.countDocuments({ user: toObjectId(userId) });

/** @returns the hub and creation date of each given review that exists, by id */
export async function findReviewPlaces(
  ids: readonly string[],
): Promise<Map<string, Pick<Review, "hub" | "createdAt">>> {
  const rows = await ReviewModel.find(withIds<ReviewRow>(ids), { hub: 1, createdAt: 1 }).lean();
  return new Map(rows.map(({ _id, hub, createdAt }) => [_id.toHexString(), { hub, createdAt }]));
}

/** @returns the title of each given review's work, by the id of the review */
export async function findReviewTitles(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ReviewModel.find(withIds<ReviewRow>(ids), { title: 1 }).lean();
  return new Map(rows.map(({ _id, title }) => [_id.toHexString(), title]));
}

/** Reviews as a source of authored text, without the title, which is that of the work. */
export const reviewTexts = textSource<ReviewRow>(
  ReviewModel,
  { user: 1, createdAt: 1, review: 1 },
  ({ _id, user, createdAt, ...fields }) => ({
    id: _id.toHexString(),
    authorId: user.toHexString(),
    createdAt,
    texts: mentioningTexts("review", fields),
  }),
);

export const reviewWordIndex = wordIndex<ReviewRow, Review>(ReviewModel, {
  toItem: toReview,
  texts: { title: 1, author: 1, username: 1, category: 1, review: 1 },
  toWords: foundBy,
});

export const ownedReviews = ownedCollection<ReviewRow>(ReviewModel, {
  owner: "user",
  projection: { title: 1, author: 1, category: 1 },
  nameFields: ({ title, author, category }, username) => ({
    username,
    searchable: searchableOf({ title, author, category, username }),
  }),
});
