import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { decodeCursor } from "~/domain/cursor";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { readCommentsPage } from "~/services/articles/comments.server";
import { listedComment } from "~/utils/article-cards.server";
import type { RemovedDiscussion } from "./removed-article";

/** @returns a 410 response for an article that its author removed, with a page of the comments on it */
export async function removedArticleResponse({ request, params }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const id = params.id ?? "";
  const { items, next, previous } = await readCommentsPage(
    { id },
    {
      limit: COMMENTS_PER_PAGE,
      after: decodeCursor(searchParams.get("after") ?? ""),
      comment: searchParams.get("comment"),
    },
  );
  const discussion: RemovedDiscussion = {
    comments: items.map(listedComment),
    isFirstPage: previous === null,
    next,
  };
  return data(discussion, { status: 410 });
}
