/** A user's articles, reviews and comments, as listed on their dashboard and their public page. */
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import type { Cursor, Page } from "~/domain/cursor";
import type { Viewer } from "~/domain/viewer";
import { listArticlesOf, type ListedArticle } from "~/models/article.server";
import { listCommentsOf, type Comment } from "~/models/comment.server";
import type { PersonPageKind } from "~/schemas/people";
import type { OwnListPage } from "~/models/pagination.server";
import { listReviewsOf } from "~/models/review.server";
import type { Review } from "../articles/reviews.server";
import { categoryReference, hubReference } from "../references";
import { readSubjectTitles } from "../articles/subject-titles.server";
import type { Contributions, OwnArticle, OwnComment, OwnList, OwnReview } from "./dashboard-types";
import { countContributions } from "./people.server";

export const CONTRIBUTIONS_PER_PAGE = 24;

type PageOf<Item> = Omit<OwnList<Item>, "total">;

const pageReader =
  <Stored, Item>(
    list: (userId: string, page: OwnListPage) => Promise<Page<Stored>>,
    toItems: (stored: readonly Stored[]) => Item[] | Promise<Item[]>,
  ) =>
  async (userId: string, after?: Cursor): Promise<PageOf<Item>> => {
    const { items, next } = await list(userId, { limit: CONTRIBUTIONS_PER_PAGE, after });
    return { items: await toItems(items), next, isFirstPage: !after };
  };

const readers = {
  articles: pageReader(listArticlesOf, (articles) => articles.map(ownArticle)),
  reviews: pageReader(listReviewsOf, (reviews) => reviews.map(ownReview)),
  comments: pageReader(listCommentsOf, ownComments),
};

/**
 * @param places the cursor of the page of each kind; the first page by default
 * @returns one page each of the user's articles, reviews and comments, newest first
 */
export async function readContributions(
  { id }: Viewer,
  places: Partial<Record<keyof typeof readers, Cursor>> = {},
): Promise<Contributions> {
  const [totals, articles, reviews, comments] = await Promise.all([
    countContributions({ id }),
    readers.articles(id, places.articles),
    readers.reviews(id, places.reviews),
    readers.comments(id, places.comments),
  ]);
  return {
    articles: { ...articles, total: totals.articles },
    reviews: { ...reviews, total: totals.reviews },
    comments: { ...comments, total: totals.comments },
  };
}

/** A page of a user's content of one kind. */
export type ContributionsOfKind = {
  [Kind in keyof typeof readers]: { kind: Kind } & Awaited<ReturnType<(typeof readers)[Kind]>>;
}[keyof typeof readers];

/** @returns a page of a user's content of one kind, newest first, without the total */
export const readContributionsOf = async (
  userId: string,
  kind: PersonPageKind,
  after?: Cursor,
): Promise<ContributionsOfKind> =>
  ({ kind, ...(await readers[kind](userId, after)) }) as ContributionsOfKind;

function ownArticle(article: ListedArticle): OwnArticle {
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
}

function ownReview(source: Review): OwnReview {
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
}

async function ownComments(comments: readonly Comment[]): Promise<OwnComment[]> {
  const titleOf = await readSubjectTitles(comments);
  return comments.map((comment) => ({
    id: comment.id,
    content: comment.content,
    on: titleOf(comment),
    to: commentPath(comment),
    createdAt: comment.createdAt.toISOString(),
  }));
}
