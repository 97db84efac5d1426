import type { CommentSubject } from "~/domain/threads";
import { findTitles } from "~/models/article.server";
import { findReviewTitles } from "~/models/review.server";

/** Shown instead of the title of an article or review that no longer exists. */
const UNKNOWN = { article: "An article", review: "A review" };

/** @returns a function that gives the title of what a comment is written on: the article, or the reviewed work */
export async function readSubjectTitles(comments: readonly { subject: CommentSubject }[]) {
  const idsOf = (kind: CommentSubject["kind"]) =>
    comments.flatMap(({ subject }) => (subject.kind === kind ? [subject.id] : []));
  const [articles, reviews] = await Promise.all([
    findTitles(idsOf("article")),
    findReviewTitles(idsOf("review")),
  ]);
  const titles = { article: articles, review: reviews };
  return ({ subject: { kind, id } }: { subject: CommentSubject }): string =>
    titles[kind].get(id) ?? UNKNOWN[kind];
}
