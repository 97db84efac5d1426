export { reviewPath } from "~/config/hubs";

/** @returns the path at which a comment is shown, however many there are: the page that has it */
export const commentPath = ({ id, articleId }: { id: string; articleId: string }): string =>
  `/article/${articleId}?comment=${id}#comment-${id}`;
