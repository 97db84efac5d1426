import { Schema, Types, type InferSchemaType, type QueryFilter } from "mongoose";
import type { Page, Place } from "~/domain/cursor";
import { topicOfReviewCategory } from "~/domain/topics";
import { documentWords, plainText } from "~/domain/words";
import { workScore, type ReviewSort } from "~/domain/work";
import { defineModel } from "./define.server";
import { findableBy, wordFields } from "./findable.server";
import { insertMissing, isDuplicateKey, toObjectId } from "./ids.server";
import { escapePattern, readPage, searchPage, type OwnPage } from "./lists.server";
import { ownedBy } from "./owned.server";
import type { WorkRatings } from "./work.server";
import { writtenIn } from "./written.server";

const schema = new Schema(
  {
    title: { type: String, required: true },
    author: { type: String, required: true },
    url: { type: String, default: null },
    /** What makes two reviews speak of the same work. */
    workKey: { type: String, required: true },
    rating: { type: Number, required: true },
    user: { type: Schema.Types.ObjectId, required: true },
    /** The reviewer's name, which changes only when the account is deleted. */
    username: { type: String, required: true },
    hub: { type: String, required: true },
    category: { type: String, required: true },
    review: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** When its writer last put another in its place. */
    replacedAt: { type: Date, default: null },
    /** What a search looks in, in lower case: title, author, username and category. */
    searchable: { type: String, required: true },
    /** `workScore` of all reviews of the same work, kept on each so that an index serves the order. */
    score: { type: Number, required: true },
    /** Which state of the work's ratings the score is of; an older one never replaces a newer. */
    scoreVersion: { type: Number, required: true, default: 0 },
    ...wordFields,
  },
  { collection: "reviews", versionKey: false },
);

// The rule: one review per person and work.
schema.index({ workKey: 1, user: 1 }, { unique: true });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ score: -1, _id: -1 });
schema.index({ hub: 1, createdAt: -1, _id: -1 });
schema.index({ hub: 1, score: -1, _id: -1 });
schema.index({ hub: 1, category: 1, createdAt: -1, _id: -1 });
schema.index({ hub: 1, category: 1, score: -1, _id: -1 });
schema.index({ user: 1, createdAt: -1, _id: -1 });
schema.index({ words: 1, createdAt: -1, _id: -1 });
schema.index({ titleWords: 1, createdAt: -1, _id: -1 });

type ReviewRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const ReviewModel = defineModel<ReviewRow>("Review", schema);

export interface Review {
  id: string;
  title: string;
  author: string;
  url: string | null;
  rating: number;
  userId: string;
  username: string;
  hub: string;
  category: string;
  /** Plain text with line breaks. */
  review: string;
  createdAt: Date;
  /** When it last became what it is. */
  updatedAt: Date;
}

const toReview = ({ _id, user, ...row }: Omit<ReviewRow, "words" | "titleWords">): Review => ({
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
});

export interface NewReview {
  title: string;
  author: string;
  url?: string;
  workKey: string;
  rating: number;
  userId: string;
  username: string;
  hub: string;
  category: string;
  review: string;
  createdAt?: Date;
}

/** A category is found as it is written and as it is shown. */
const searchableOf = ({
  title,
  author,
  username,
  category,
}: Pick<Review, "title" | "author" | "username" | "category">) =>
  [...new Set([title, author, username, category, category.replaceAll("-", " ")])]
    .join("\n")
    .toLowerCase();

/** What a review is found by: the work's title and author, then what is said of it. */
const wordsOf = ({ title, author, review }: Pick<Review, "title" | "author" | "review">) =>
  documentWords([title, author], [plainText(review)]);

const toRow = ({ userId, url = undefined, ...review }: NewReview) => ({
  ...review,
  url: url ?? null,
  user: new Types.ObjectId(userId),
  searchable: searchableOf(review),
  ...wordsOf(review),
});

/** @returns the new review, or the id of the one that this person has written of this work */
export async function createReview(
  review: NewReview,
): Promise<{ review: Review } | { existingId: string }> {
  const row = { ...toRow(review), createdAt: review.createdAt ?? new Date() };
  try {
    const created = await ReviewModel.create({ ...row, score: workScore(review.rating, 1) });
    return { review: toReview(created.toObject()) };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const own = { workKey: review.workKey, user: row.user };
    const existing = await ReviewModel.findOne(own, { _id: 1 }).lean<ReviewRow>();
    if (!existing) throw error;
    return { existingId: existing._id.toHexString() };
  }
}

/**
 * Puts a review in the place of the one the same person wrote of the same work; it keeps its id and day.
 *
 * @returns it, with the rating and the hub it had before, or `null` when there is none
 */
export async function replaceReview(
  review: Omit<NewReview, "createdAt">,
): Promise<{ review: Review; before: Pick<Review, "rating" | "hub"> } | null> {
  const { workKey, user, ...rewritten } = toRow(review);
  const changes = { ...rewritten, replacedAt: new Date() };
  const before = await ReviewModel.findOneAndUpdate(
    { workKey, user },
    { $set: changes },
    { returnDocument: "before" },
  ).lean<ReviewRow>();
  if (!before) return null;
  const { rating, hub } = before;
  return { review: toReview({ ...before, ...changes }), before: { rating, hub } };
}

/** @returns the review of an id, or `null` */
export async function findReview(id: string): Promise<Review | null> {
  const _id = toObjectId(id);
  const row = _id && (await ReviewModel.findById(_id).lean<ReviewRow>());
  return row ? toReview(row) : null;
}

/** Which reviews are meant. */
export interface ReviewFilter {
  hub?: string;
  category?: string;
  /** A piece of title, author, username or category, without regard to case. */
  q?: string;
}

export interface ReviewList extends ReviewFilter, Place {
  sort: ReviewSort;
  /** How many at most, from 1. */
  limit: number;
}

const SORT_FIELDS = { new: "createdAt", best: "score" } as const;

function belonging({ hub, category }: ReviewFilter): QueryFilter<ReviewRow> {
  // A category is one hub's: with the hub beside it, an index leads to it.
  const within = hub ?? (category && topicOfReviewCategory(category)?.slug);
  return { ...(within ? { hub: within } : {}), ...(category ? { category } : {}) };
}

const naming = (q: string | undefined): QueryFilter<ReviewRow> =>
  q ? { searchable: { $regex: escapePattern(q.toLowerCase()) } } : {};

/**
 * A page of reviews in an order, from its beginning or on either side of a cursor. A search within a hub
 * is of all there is in it; one of all hubs looks at so many as one search does, from a place on.
 */
export function listReviews({ sort, limit, after, before, ...filter }: ReviewList) {
  const { hub, category, q } = filter;
  const list = { field: SORT_FIELDS[sort], limit, after, toItem: toReview };
  if (q && !hub && !category) {
    const without = ["words", "titleWords"];
    return searchPage<ReviewRow, Review>(ReviewModel, {
      ...{ ...list, without },
      ...{ filter: {}, matching: naming(q) },
    });
  }
  const matching = { ...belonging(filter), ...naming(q) };
  return readPage<ReviewRow, Review>(ReviewModel, { ...list, before, filter: matching });
}

/** @returns how many reviews match, whatever page is shown */
export function countReviews(filter: ReviewFilter): Promise<number> {
  return ReviewModel.countDocuments({ ...belonging(filter), ...naming(filter.q) });
}

/** Gives every review of a work the score that follows from its ratings, unless it has a newer one. */
export async function scoreReviews(
  workKey: string,
  { sum, count, version }: WorkRatings,
): Promise<void> {
  await ReviewModel.updateMany(
    { workKey, scoreVersion: { $lt: version } },
    { $set: { score: workScore(sum, count), scoreVersion: version } },
  );
}

/** Stores reviews with their ids; one whose id, or person and work, is there already is left out. */
export async function importReviews(
  reviews: readonly (NewReview & { id: string; createdAt: Date })[],
): Promise<void> {
  await insertMissing(
    ReviewModel,
    reviews.map(({ id, ...review }) => ({
      ...toRow(review),
      _id: new Types.ObjectId(id),
      score: workScore(review.rating, 1),
    })),
  );
}

/** A review as `recount` reads it. */
interface CountedReview {
  workKey: string;
  hub: string;
  userId: string;
}

/**
 * @param after the review after which to go on, or `null` for the beginning
 * @returns the next reviews work by work, as far as counting them goes, at most so many
 */
export async function listCountedReviews(
  after: Pick<CountedReview, "workKey" | "userId"> | null,
  limit: number,
): Promise<CountedReview[]> {
  const read = (filter: QueryFilter<ReviewRow>, most: number) =>
    ReviewModel.find(filter, { workKey: 1, hub: 1, user: 1 })
      .sort({ workKey: 1, user: 1 })
      .limit(most)
      .lean<ReviewRow[]>();
  const rows = after
    ? await read({ workKey: after.workKey, user: { $gt: toObjectId(after.userId) } }, limit)
    : [];
  if (rows.length < limit) {
    const others = after ? { workKey: { $gt: after.workKey } } : {};
    rows.push(...(await read(others, limit - rows.length)));
  }
  return rows.map(({ workKey, hub, user }) => ({ workKey, hub, userId: user.toHexString() }));
}

/** @returns what the ratings of some works come to, by their reviews, with the scores these carry */
export async function sumRatings(workKeys: readonly string[]): Promise<SummedRatings[]> {
  const rows = await ReviewModel.aggregate<Omit<SummedRatings, "workKey"> & { _id: string }>([
    { $match: { workKey: { $in: workKeys } } },
    {
      $group: {
        _id: "$workKey",
        sum: { $sum: "$rating" },
        count: { $sum: 1 },
        lowestScore: { $min: "$score" },
        highestScore: { $max: "$score" },
        version: { $max: "$scoreVersion" },
      },
    },
  ]);
  return rows.map(({ _id, ...sums }) => ({ workKey: _id, ...sums }));
}

export interface SummedRatings {
  workKey: string;
  sum: number;
  count: number;
  lowestScore: number;
  highestScore: number;
  /** The newest state of the ratings that a score of theirs is of. */
  version: number;
}

/** @returns whether somebody has reviewed anything in a hub */
export async function hasReviewed(userId: string, hub: string): Promise<boolean> {
  return (await ReviewModel.exists({ user: toObjectId(userId), hub })) !== null;
}

/** A page of a user's reviews, the newest first. */
export function listReviewsOf(userId: string, page: OwnPage): Promise<Page<Review>> {
  return readPage<ReviewRow, Review>(ReviewModel, {
    ...page,
    filter: { user: toObjectId(userId) },
    field: "createdAt",
    toItem: toReview,
  });
}

/** @returns how many reviews a user has written */
export const countReviewsOf = (userId: string): Promise<number> =>
  ReviewModel.countDocuments({ user: toObjectId(userId) });

/** @returns the hub and the moment of each of some reviews; a review that is not there is left out */
export async function findReviewPlaces(
  ids: readonly string[],
): Promise<Map<string, Pick<Review, "hub" | "createdAt">>> {
  if (!ids.length) return new Map();
  const rows = await ReviewModel.find(
    { _id: { $in: ids.map((id) => toObjectId(id)) } },
    { hub: 1, createdAt: 1 },
  ).lean<ReviewRow[]>();
  return new Map(rows.map(({ _id, hub, createdAt }) => [_id.toHexString(), { hub, createdAt }]));
}

/** The reviews as what their authors wrote: the title is the work's, and somebody else's. */
export const reviewTexts = writtenIn<ReviewRow>(
  ReviewModel,
  { user: 1, createdAt: 1, review: 1 },
  ({ _id, user, createdAt, review }) => ({
    id: _id.toHexString(),
    authorId: user.toHexString(),
    createdAt,
    texts: [review],
  }),
);

/** The reviews as what one searches them for. */
export const findableReviews = findableBy<ReviewRow, Review>(ReviewModel, {
  toItem: toReview,
  texts: { title: 1, author: 1, review: 1 },
  toWords: wordsOf,
});

/** The reviews as belonging to who wrote them. */
export const ownedReviews = ownedBy<ReviewRow>(ReviewModel, {
  owner: "user",
  projection: { title: 1, author: 1, category: 1 },
  toNamed: ({ title, author, category }, username) => ({
    username,
    searchable: searchableOf({ title, author, category, username }),
  }),
});

/** Removes a review's row. @returns what its hub and its work counted of it, or `null` when there is none */
export async function removeReviewRow(
  id: string,
): Promise<Pick<NewReview, "userId" | "hub" | "workKey" | "rating"> | null> {
  const _id = toObjectId(id);
  const row = _id && (await ReviewModel.findOneAndDelete({ _id }).lean<ReviewRow>());
  if (!row) return null;
  const { user, hub, workKey, rating } = row;
  return { userId: user.toHexString(), hub, workKey, rating };
}
