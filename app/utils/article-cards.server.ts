import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ListedComment } from "~/components/articles/comment-list";
import { COMMENTS_PER_PAGE } from "~/domain/limits";
import {
  commentsOf,
  countVisit,
  readArticle,
  type Article,
  type Comment,
} from "~/services/articles.server";
import { Refusal } from "~/services/errors";
import { shownComment } from "~/services/representations";
import { browserSession } from "./auth.server";
import { clientOf, isSeenByPerson } from "./client.server";
import { linkedPieces } from "./linked-pieces";

type Asked = Pick<LoaderFunctionArgs, "request" | "context">;

/** A comment as pages show it. */
export function listedComment(comment: Comment): ListedComment {
  const { content, ...shown } = shownComment(comment);
  return { ...shown, pieces: linkedPieces(content) };
}

/** Counts a view of an article, if a person sees it. @returns how many there are now, or `null` */
export async function countView(
  { request, context }: Asked,
  article: Pick<Article, "id" | "views">,
) {
  if (!isSeenByPerson(request)) return null;
  const signedIn = await browserSession(request);
  const sessionId = signedIn?.session.id ?? null;
  return countVisit(article, { ...clientOf(request, context), sessionId });
}

/** A card's comments as they are opened, which counts as a view; `null` when there is no such article. */
export async function openComments(asked: Asked, articleId: string) {
  try {
    const article = await readArticle(articleId);
    const [page, views] = await Promise.all([
      commentsOf(article, { limit: COMMENTS_PER_PAGE }),
      countView(asked, article),
    ]);
    return { comments: page.items.map(listedComment), more: page.next !== null, views };
  } catch (error) {
    if (error instanceof Refusal && error.kind === "notFound") return null;
    throw error;
  }
}
