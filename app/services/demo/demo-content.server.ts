/** The demo community's content, and its import into a database. */
import { createHash } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import { subMilliseconds } from "date-fns/subMilliseconds";
import { VOTING_DAYS, votesNeeded, type ApplicationStatus } from "~/domain/membership";
import { topicOfReviewCategory } from "~/domain/topics";
import { titleKey } from "~/domain/work-score";
import { onArticle, type CommentSubject } from "~/domain/threads";
import { importApplications } from "~/models/membership-application.server";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { importReviews } from "~/models/review.server";
import { importUpvotes } from "~/models/upvote.server";
import { urlKey, workKey } from "../articles/normalized-urls.server";

/** The number of days after posting over which an article's upvotes are spread. */
const UPVOTE_DAYS = 6;

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
  const discussion = (subject: CommentSubject, key: string, comments: readonly DemoComment[]) =>
    comments.map(({ author, content, daysAgo: age }, i) => ({
      id: commentId(key, i),
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
      upvotedBy.map((user, i) => ({
        textId: demoId("article", key),
        userId: person(user).id,
        // Spread evenly between the article's date and now.
        createdAt: daysAgo(age - (Math.min(age, UPVOTE_DAYS) * (i + 1)) / (upvotedBy.length + 1)),
      })),
    ),
  );
  await importComments([
    ...works.flatMap(({ key, comments }) =>
      discussion(onArticle(demoId("article", key)), key, comments),
    ),
    ...reviews.flatMap(({ key, comments = [] }: { key: string; comments?: DemoComment[] }) =>
      discussion({ kind: "review", id: demoId("review", key) }, key, comments),
    ),
  ]);
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
}

/** @returns the places of the comments that one answers, from the first of its thread */
function answeredBy(comments: readonly DemoComment[], place: number): number[] {
  const { answers } = comments[place]!;
  return answers === undefined ? [] : [...answeredBy(comments, answers), answers];
}
