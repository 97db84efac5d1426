/** The public profiles and contributions of users. */
import type { Cursor, Page } from "~/domain/cursor";
import { isPersonName } from "~/domain/person-path";
import { countArticlesOf, listArticlesOf, type ListedArticle } from "~/models/article.server";
import { countCommentsOf, listCommentsOf, type PlacedComment } from "~/models/comment.server";
import { isDeletedName } from "~/models/deleted-name.server";
import { findPerson, type Person } from "~/models/profile.server";
import { countReviewsOf, listReviewsOf } from "~/models/review.server";
import { notFoundError, ServiceError } from "../errors";
import type { Review } from "../articles/reviews.server";

export type { Person } from "~/models/profile.server";
export type { PlacedComment } from "~/models/comment.server";

export const GONE = "This account was deleted.";

/**
 * @param name in any case
 * @throws ServiceError `gone` for a deleted account whose name nobody has taken since, `notFound`
 */
export async function readPerson(name: string): Promise<Person> {
  const isName = isPersonName(name);
  const person = isName ? await findPerson(name) : null;
  if (person) return person;
  if (isName && (await isDeletedName(name))) throw new ServiceError("gone", GONE);
  throw notFoundError("Person");
}

/** The number of a person's contributions of each kind. */
export type ContributionCounts = Record<"articles" | "reviews" | "comments", number>;

/** @returns how many articles, reviews and comments a person has written */
export async function countContributions({ id }: Pick<Person, "id">): Promise<ContributionCounts> {
  const [articles, reviews, comments] = await Promise.all([
    countArticlesOf(id),
    countReviewsOf(id),
    countCommentsOf(id),
  ]);
  return { articles, reviews, comments };
}

/** Whether search engines are asked not to index a person's page. */
export const isUnlisted = ({ isHiddenFromSearch, hasProvenEmail }: Person): boolean =>
  isHiddenFromSearch || !hasProvenEmail;

interface ListOptions {
  after?: Cursor;
  limit: number;
}

/** Reads a page of a person's articles with their content, newest first. @throws ServiceError `gone`, `notFound` */
export const browseArticlesBy = async (
  name: string,
  page: ListOptions,
): Promise<Page<ListedArticle>> =>
  listArticlesOf((await readPerson(name)).id, { ...page, withContent: true });

/** Reads a page of a person's reviews, newest first. @throws ServiceError `gone`, `notFound` */
export const browseReviewsBy = async (name: string, page: ListOptions): Promise<Page<Review>> =>
  listReviewsOf((await readPerson(name)).id, page);

/** Reads a page of a person's comments, newest first. @throws ServiceError `gone`, `notFound` */
export const browseCommentsBy = async (
  name: string,
  page: ListOptions,
): Promise<Page<PlacedComment>> => listCommentsOf((await readPerson(name)).id, page);
