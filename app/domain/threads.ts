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

/** Maximum number of answers that a page of a discussion shows of one thread; longer ones have pages of their own. */
export const MAX_THREAD_ON_PAGE = 100;

/** The orders of the threads of a discussion; within a thread, answers are depth-first and oldest first. */
export const threadOrders = ["oldest", "newest", "best"] as const;
export type ThreadOrder = (typeof threadOrders)[number];

interface ThreadPlace {
  id: string;
  /** The comments from the first of its thread to the one that it answers. */
  ancestorIds: readonly string[];
}

/** @returns the ids from the first comment of a thread to a comment, joined: sorted by it, a thread is depth-first */
export const pathOf = ({ id, ancestorIds }: ThreadPlace): string => [...ancestorIds, id].join("");

/** @returns the ids in a path */
export const idsIn = (path: string): string[] => path.match(/.{24}/g) ?? [];

/** @returns the id of the first comment of a comment's thread */
export const rootOf = ({ id, ancestorIds }: ThreadPlace): string => ancestorIds[0] ?? id;
