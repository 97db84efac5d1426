/** The demo community's content, and its import into a database. */
import { createHash } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import { subMilliseconds } from "date-fns/subMilliseconds";
import type { Disclosure } from "~/domain/disclosure";
import type { FollowedKind } from "~/domain/following";
import { findNames } from "~/domain/linkify";
import { VOTING_DAYS, votesNeeded, type ApplicationStatus } from "~/domain/membership";
import { topicOfReviewCategory } from "~/domain/topics";
import { titleKey } from "~/domain/work-score";
import { namedBy } from "~/domain/named";
import { onArticle, type CommentSubject } from "~/domain/threads";
import { importApplications } from "~/models/membership-application.server";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { addFollowing } from "~/models/following.server";
import { importReviews } from "~/models/review.server";
import { importUpvotes } from "~/models/upvote.server";
import { urlKey, workKey } from "../articles/normalized-urls.server";
import { announce } from "../notices/announce.server";

/** The number of days after posting over which the upvotes of a text are spread. */
const UPVOTE_DAYS = 6;
/** People get notices of the comments of so many days. */
const NOTICED_DAYS = 1;

type Content = Awaited<ReturnType<typeof readContent>>;

/** @returns the content of `content/demo`, loaded on demand */
export async function readContent() {
  const [people, works, reviews, membership] = await Promise.all([
    import("../../../content/demo/users.json"),
    import("../../../content/demo/articles.json"),
    import("../../../content/demo/reviews.json"),
    import("../../../content/demo/members.json"),
  ]);
  return {
    people: people.default,
    works: works.default,
    reviews: reviews.default,
    membership: membership.default,
  };
}

/** @returns whether a demo user is a member, and how that came about: by an approved application, or as a founder */
export function membershipOf(key: string, { membership }: Pick<Content, "membership">, now: Date) {
  const approved = membership.applications.find(
    ({ user, status }) => user === key && status === "approved",
  );
  if (approved?.closedDaysAgo === undefined) {
    return { isMember: membership.founders.includes(key) };
  }
  const at = subMilliseconds(now, approved.closedDaysAgo * millisecondsInDay);
  return { isMember: true, admission: { by: "vote" as const, at } };
}

/**
 * Stores articles with upvotes and comments, reviews and applications, dated relative to `now`; existing
 * documents stay unchanged.
 * @param people the demo users by their keys in the content
 */
export async function importContent(
  { works, reviews, membership }: Omit<Content, "people">,
  people: ReadonlyMap<string, { id: string; name: string }>,
  now: Date,
): Promise<void> {
  const person = (key: string) => people.get(key)!;
  const daysAgo = (days: number) => subMilliseconds(now, days * millisecondsInDay);
  const personOf = namedBy([...people.values()]);
  const namedIn = (text: string) => [
    ...new Set(findNames(text).flatMap(({ name }) => personOf(name) ?? [])),
  ];
  const upvotesOf = (textId: string, upvotedBy: readonly string[], age: number) =>
    upvotedBy.map((user, i) => ({
      textId,
      userId: person(user).id,
      // Spread evenly between the text's date and now.
      createdAt: daysAgo(age - (Math.min(age, UPVOTE_DAYS) * (i + 1)) / (upvotedBy.length + 1)),
    }));
  const discussion = (subject: CommentSubject, key: string, comments: readonly DemoComment[]) =>
    comments.map(({ author, content, daysAgo: age, upvotedBy = [] }, i) => ({
      id: commentId(key, i),
      upvotes: upvotedBy.length,
      named: namedIn(content),
      subject,
      ancestorIds: answeredBy(comments, i).map((number) => commentId(key, number)),
      authorId: person(author).id,
      username: person(author).name,
      content,
      createdAt: daysAgo(age),
    }));
  await importArticles(
    works.map(({ key, title, summary, url, category, content, views, ...work }) => ({
      title,
      summary,
      url,
      category,
      content,
      views,
      disclosure: "disclosure" in work ? (work.disclosure as Disclosure) : undefined,
      id: demoId("article", key),
      urlKey: urlKey(url) ?? url,
      authorId: person(work.author).id,
      reviewer: person(work.author).name,
      createdAt: daysAgo(work.daysAgo),
      upvotes: work.upvotedBy.length,
      commentCount: work.comments.length,
      commentsByOthers: work.comments.filter(({ author }) => author !== work.author).length,
    })),
  );
  await importUpvotes(
    "article",
    works.flatMap(({ key, upvotedBy, daysAgo: age }) =>
      upvotesOf(demoId("article", key), upvotedBy, age),
    ),
  );
  const discussedReviews: { key: string; comments?: DemoComment[] }[] = reviews;
  const comments = [
    ...works.flatMap(({ key, comments }) =>
      discussion(onArticle(demoId("article", key)), key, comments),
    ),
    ...discussedReviews.flatMap(({ key, comments = [] }) =>
      discussion({ kind: "review", id: demoId("review", key) }, key, comments),
    ),
  ];
  await importComments(comments);
  await importUpvotes(
    "comment",
    [...works, ...discussedReviews].flatMap(({ key, comments = [] }) =>
      comments.flatMap(({ upvotedBy = [], daysAgo: age }, i) =>
        upvotesOf(commentId(key, i), upvotedBy, age),
      ),
    ),
  );
  await importReviews(
    reviews.map(({ key, title, author, rating, category, review, ...rest }) => {
      const url = "url" in rest ? rest.url : undefined;
      const reviewer = person(rest.user);
      return {
        title,
        author,
        url,
        rating,
        category,
        review,
        id: demoId("review", key),
        workKey: workKey({ title, author, url }) ?? titleKey(title, author),
        hub: topicOfReviewCategory(category)?.slug ?? category,
        userId: reviewer.id,
        username: reviewer.name,
        createdAt: daysAgo(rest.daysAgo),
      };
    }),
  );
  const membersAt = (time: number) =>
    membership.founders.length +
    membership.applications.filter(
      ({ status, closedDaysAgo = 0 }) => status === "approved" && closedDaysAgo > time,
    ).length;
  await importApplications(
    membership.applications.map(({ user, statement, status, openedDaysAgo, votes, ...rest }) => ({
      id: demoId("application", user),
      userId: person(user).id,
      name: person(user).name,
      statement,
      openedAt: daysAgo(openedDaysAgo),
      closesAt: daysAgo(openedDaysAgo - VOTING_DAYS),
      closedAt: rest.closedDaysAgo === undefined ? null : daysAgo(rest.closedDaysAgo),
      needed: votesNeeded(membersAt(openedDaysAgo)),
      votes: votes.map((vote) => ({
        userId: person(vote.user).id,
        name: person(vote.user).name,
        approve: vote.approve,
        at: daysAgo(vote.daysAgo),
      })),
      status: status as ApplicationStatus,
      carriedOut: status === "approved",
    })),
  );
  for (const { id, authorId, createdAt } of comments) {
    if (createdAt > daysAgo(NOTICED_DAYS)) {
      await announce({ kind: "written", text: { kind: "comment", id }, authorId });
    }
  }
  for (const { user, status } of membership.applications) {
    if (status !== "pending") continue;
    const applicationId = demoId("application", user);
    await announce({ kind: "applied", applicationId, applicantId: person(user).id });
  }
}

/** Makes demo users follow what `users.json` says. */
export async function importFollowings(
  users: Content["people"],
  people: ReadonlyMap<string, { id: string }>,
): Promise<void> {
  for (const { key, follows = [] } of users) {
    for (const { kind, target } of follows) {
      const id = kind === "person" ? people.get(target)!.id : target;
      await addFollowing(people.get(key)!.id, kind as FollowedKind, id);
    }
  }
}

/** A deterministic id, so that importing twice changes nothing. */
export const demoId = (kind: string, key: string) =>
  createHash("sha256").update(`${kind} ${key}`).digest("hex").slice(0, 24);

const commentId = (key: string, number: number) => demoId("comment", `${key} ${number}`);

interface DemoComment {
  author: string;
  content: string;
  daysAgo: number;
  /** The place in the list of the comment that it answers. */
  answers?: number;
  upvotedBy?: string[];
}

/** @returns the places of the comments that one answers, from the first of its thread */
function answeredBy(comments: readonly DemoComment[], place: number): number[] {
  const { answers } = comments[place]!;
  return answers === undefined ? [] : [...answeredBy(comments, answers), answers];
}
