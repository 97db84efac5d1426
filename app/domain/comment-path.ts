import type { CommentSubject } from "./threads";

/**
 * @returns the URL path of a comment: that of the article's page that contains it, with its anchor; on a review, whose
 *   path depends on its hub, an address that leads there
 */
export const commentPath = ({ id, subject }: { id: string; subject: CommentSubject }): string =>
  subject.kind === "article"
    ? `/article/${subject.id}?comment=${id}#comment-${id}`
    : `/comment/${id}`;
