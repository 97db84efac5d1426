/** A user's articles, reviews and comments, as listed on their dashboard and their public page. */
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import type { Cursor, Page } from "~/domain/cursor";
import {
  countArticlesOf,
  findTitles,
  listArticlesOf,
  type ListedArticle,
} from "~/models/article.server";
import { countCommentsOf, listCommentsOf, type PlacedComment } from "~/models/comment.server";
import type { PersonPageKind } from "~/schemas/people";
import type { OwnListPage } from "~/models/pagination.server";
import { countReviewsOf, listReviewsOf } from "~/models/review.server";
import type { OwnArticle, OwnComment, OwnList, OwnReview } from "./dashboard-types";
import type { Review } from "../articles/reviews.server";
import { categoryReference, hubReference, UNKNOWN_ARTICLE } from "../references";

export const CONTRIBUTIONS_PER_PAGE = 24;

export const readArticlesBy = (userId: string, after?: Cursor): Promise<OwnList<OwnArticle>> =>
  withTotal(articlesPage(userId, after), countArticlesOf(userId));

export const readReviewsBy = (userId: string, after?: Cursor): Promise<OwnList<OwnReview>> =>
  withTotal(reviewsPage(userId, after), countReviewsOf(userId));

/** @param after the cursor that the page begins after @returns a page of a user's comments, newest first */
export const readCommentsBy = (userId: string, after?: Cursor): Promise<OwnList<OwnComment>> =>
  withTotal(commentsPage(userId, after), countCommentsOf(userId));

type PageOf<Item> = Omit<OwnList<Item>, "total">;

async function withTotal<Item>(
  reading: Promise<PageOf<Item>>,
  counting: Promise<number>,
): Promise<OwnList<Item>> {
  const [page, total] = await Promise.all([reading, counting]);
  return { ...page, total };
}

async function articlesPage(userId: string, after?: Cursor): Promise<PageOf<OwnArticle>> {
  const page = await readPageOf(listArticlesOf, userId, after);
  return { ...page, items: page.items.map(ownArticle) };
}

async function reviewsPage(userId: string, after?: Cursor): Promise<PageOf<OwnReview>> {
  const page = await readPageOf(listReviewsOf, userId, after);
  return { ...page, items: page.items.map(ownReview) };
}

async function commentsPage(userId: string, after?: Cursor): Promise<PageOf<OwnComment>> {
  const page = await readPageOf(listCommentsOf, userId, after);
  return { ...page, items: await ownComments(page.items) };
}

async function readPageOf<Item>(
  list: (userId: string, page: OwnListPage) => Promise<Page<Item>>,
  userId: string,
  after?: Cursor,
): Promise<PageOf<Item>> {
  const { items, next } = await list(userId, { limit: CONTRIBUTIONS_PER_PAGE, after });
  return { items, next, isFirstPage: !after };
}

const ownArticle = (article: ListedArticle): OwnArticle => {
  const { id, title, summary, category, createdAt, views, upvotes, commentCount } = article;
  return {
    id,
    title,
    summary,
    views,
    upvotes,
    commentCount,
    to: `/article/${id}`,
    category: categoryReference(category),
    createdAt: createdAt.toISOString(),
  };
};

const ownReview = (source: Review): OwnReview => {
  const { id, title, author, url, rating, hub, category, review, createdAt } = source;
  return {
    id,
    title,
    author,
    url,
    rating,
    category,
    review,
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
    id,
    content,
    on: titles.get(articleId) ?? UNKNOWN_ARTICLE,
    to: commentPath({ id, articleId }),
    createdAt: createdAt.toISOString(),
  }));
}

/** A page of a user's content of one kind. */
export type ContributionsOfKind =
  | ({ kind: "articles" } & PageOf<OwnArticle>)
  | ({ kind: "reviews" } & PageOf<OwnReview>)
  | ({ kind: "comments" } & PageOf<OwnComment>);

/** @returns a page of a user's content of one kind, newest first, without the total */
export async function readContributionsOf(
  userId: string,
  kind: PersonPageKind,
  after?: Cursor,
): Promise<ContributionsOfKind> {
  if (kind === "articles") return { kind, ...(await articlesPage(userId, after)) };
  if (kind === "reviews") return { kind, ...(await reviewsPage(userId, after)) };
  return { kind, ...(await commentsPage(userId, after)) };
}
