import { sharesOf } from "~/domain/allocation";
import type { Cursor, Page } from "~/domain/cursor";
import { CASH } from "~/domain/tokens";
import type { Viewer } from "~/domain/viewer";
import {
  countArticlesOf,
  findTitles,
  listArticlesOf,
  type ListedArticle,
} from "~/models/article.server";
import { countCommentsOf, listCommentsOf, type PlacedComment } from "~/models/comment.server";
import type { OwnListPage } from "~/models/pagination.server";
import { listRecommendations, type RecommendationRow } from "~/models/recommendation.server";
import { countReviewsOf, listReviewsOf } from "~/models/review.server";
import { commentPath, reviewPath } from "../paths";
import type {
  BriefRecommendation,
  Contributions,
  OwnArticle,
  OwnComment,
  OwnList,
  OwnReview,
  Overview,
} from "./types";
import { serializeOwnApplication } from "../membership/serializers";
import { readStanding } from "../membership/membership.server";
import { categoryReference, hubReference, UNKNOWN_ARTICLE } from "../serializers";
import type { Review } from "../reviews/reviews.server";

/** Items per kind on one page. */
export const OWN_PER_PAGE = 24;
/** How many recent recommendations of each engine are shown. */
const RECENT_COUNT = 3;

/** The cursor after which each kind's page begins; the first page by default. */
export type OwnPlaces = Partial<Record<"articles" | "reviews" | "comments", Cursor>>;

/** @returns one page each of the user's articles, reviews and comments */
export async function readContributions(
  { id }: Viewer,
  places: OwnPlaces = {},
): Promise<Contributions> {
  const [articles, reviews, comments] = await Promise.all([
    readOwnPage(listArticlesOf, countArticlesOf, id, places.articles),
    readOwnPage(listReviewsOf, countReviewsOf, id, places.reviews),
    readOwnPage(listCommentsOf, countCommentsOf, id, places.comments),
  ]);
  return {
    articles: { ...articles, items: articles.items.map(ownArticle) },
    reviews: { ...reviews, items: reviews.items.map(ownReview) },
    comments: { ...comments, items: await ownComments(comments.items) },
  };
}

/** @returns the user's membership standing and the latest recommendations */
export async function readOverview(viewer: Viewer): Promise<Overview> {
  const [standing, momentum, sentiment] = await Promise.all([
    readStanding(viewer),
    listRecommendations("momentum", { limit: RECENT_COUNT }),
    listRecommendations("sentiment", { limit: RECENT_COUNT }),
  ]);
  return {
    standing: { ...standing, own: standing.own && serializeOwnApplication(standing.own) },
    momentum: momentum.items.map(serializeBrief),
    sentiment: sentiment.items.map(serializeBrief),
  };
}

async function readOwnPage<Item>(
  list: (userId: string, page: OwnListPage) => Promise<Page<Item>>,
  count: (userId: string) => Promise<number>,
  userId: string,
  after?: Cursor,
): Promise<OwnList<Item>> {
  const [{ items, next }, total] = await Promise.all([
    list(userId, { limit: OWN_PER_PAGE, after }),
    count(userId),
  ]);
  return { items, total, next, isFirstPage: !after };
}

const ownArticle = (article: ListedArticle): OwnArticle => {
  const { id, title, summary, category, createdAt, views, upvotes, commentCount } = article;
  return {
    ...{ id, title, summary, views, upvotes, commentCount },
    to: `/article/${id}`,
    category: categoryReference(category),
    createdAt: createdAt.toISOString(),
  };
};

const ownReview = (source: Review): OwnReview => {
  const { id, title, author, url, rating, hub, category, review, createdAt } = source;
  return {
    ...{ id, title, author, url, rating, category, review },
    to: reviewPath(source),
    hub: hubReference(hub),
    createdAt: createdAt.toISOString(),
  };
};

async function ownComments(comments: readonly PlacedComment[]): Promise<OwnComment[]> {
  const titles = comments.length
    ? await findTitles(comments.map(({ articleId }) => articleId))
    : new Map<string, string>();
  return comments.map(({ id, articleId, content, createdAt }) => ({
    ...{ id, content },
    on: titles.get(articleId) ?? UNKNOWN_ARTICLE,
    to: commentPath({ id, articleId }),
    createdAt: createdAt.toISOString(),
  }));
}

/** Includes only assets with a positive share, and cash. */
function serializeBrief(row: RecommendationRow): BriefRecommendation {
  const { id, weekDate, createdAt, allocation, rationale } = row;
  const held = sharesOf(allocation).filter(({ asset, percent }) => percent > 0 || asset === CASH);
  return { id, weekDate, createdAt: createdAt.toISOString(), allocation: held, rationale };
}
