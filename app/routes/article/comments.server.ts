import { decodeCursor } from "~/domain/cursor";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { readCommentsPage } from "~/services/articles/comments.server";
import { listedComment } from "~/utils/article-cards.server";

export function placeIn({ url }: Request) {
  const { searchParams } = new URL(url);
  return {
    limit: COMMENTS_PER_PAGE,
    after: decodeCursor(searchParams.get("after") ?? ""),
    comment: searchParams.get("comment"),
  };
}

export async function readComments(id: string, place: ReturnType<typeof placeIn>) {
  const { items, next, previous } = await readCommentsPage({ id }, place);
  return { comments: items.map(listedComment), isFirstPage: previous === null, next };
}
