/** @returns the URL path of the article page that contains the comment, with its anchor */
export const commentPath = ({ id, articleId }: { id: string; articleId: string }): string =>
  `/article/${articleId}?comment=${id}#comment-${id}`;
