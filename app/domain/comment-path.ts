import type { CommentSubject } from "./threads";

/** @returns the address of a comment on the page of its discussion: it opens the part of it that contains the comment */
export const commentAnchor = (path: string, id: string): string =>
  `${path}?comment=${id}#comment-${id}`;

/** @returns the URL path of a comment; on a review, whose path depends on its hub, an address that leads there */
export const commentPath = ({ id, subject }: { id: string; subject: CommentSubject }): string =>
  subject.kind === "article" ? commentAnchor(`/article/${subject.id}`, id) : `/comment/${id}`;
