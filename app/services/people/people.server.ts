/** The public profiles and contributions of users. */
import type { Page } from "~/domain/cursor";
import { isPersonName } from "~/domain/person-path";
import { countArticlesOf, listArticlesOf } from "~/models/article.server";
import { countCommentsOf, listCommentsOf } from "~/models/comment.server";
import { isDeletedName } from "~/models/deleted-name.server";
import { findPerson, type Person } from "~/models/profile.server";
import type { OwnListPage } from "~/models/pagination.server";
import { countReviewsOf, listReviewsOf } from "~/models/review.server";
import { notFoundError, ServiceError } from "../errors";

export type { Person } from "~/models/profile.server";

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

export type ContributionCounts = Record<"articles" | "reviews" | "comments", number>;

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

/** @returns a function that reads a page of what a person has written, newest first */
const listBy =
  <Item>(list: (userId: string, page: OwnListPage) => Promise<Page<Item>>) =>
  async (name: string, page: OwnListPage): Promise<Page<Item>> =>
    list((await readPerson(name)).id, page);

export const browseArticlesBy = listBy((id, page) =>
  listArticlesOf(id, { ...page, withContent: true }),
);
export const browseReviewsBy = listBy(listReviewsOf);
export const browseCommentsBy = listBy(listCommentsOf);
