/** Threads of comments: a comment stands on an article or a review, and may answer another. */

export const commentSubjectKinds = ["article", "review"] as const;

/** What a comment is written on. */
export interface CommentSubject {
  kind: (typeof commentSubjectKinds)[number];
  id: string;
}

export const onArticle = (id: string): CommentSubject => ({ kind: "article", id });

/** What a comment is written on, as one id of two, the other `null`. */
export const subjectIds = ({ kind, id }: CommentSubject) => ({
  articleId: kind === "article" ? id : null,
  reviewId: kind === "review" ? id : null,
});

/** Maximum number of comments from the first of a thread to its deepest answer. */
export const MAX_THREAD_DEPTH = 100;

/** @returns the id of the first comment of a comment's thread */
export const rootOf = ({ id, ancestorIds }: { id: string; ancestorIds: readonly string[] }) =>
  ancestorIds[0] ?? id;
