import type { LoaderFunctionArgs } from "@remix-run/node";
import { COMMENTS_PER_PAGE } from "~/domain/limits";
import { readComments, viewArticle } from "~/services/articles.server";
import { Refusal } from "~/services/errors";
import { shownComment } from "~/services/representations";
import { browserSession } from "./auth.server";
import { clientOf, isSeenByPerson } from "./client.server";

type Asked = Pick<LoaderFunctionArgs, "request" | "context">;

/** Counts a view of an article, if a person sees it. @returns how many there are now, or `null` */
export async function countView({ request, context }: Asked, articleId: string) {
  if (!isSeenByPerson(request)) return null;
  const signedIn = await browserSession(request);
  const sessionId = signedIn?.session.id ?? null;
  return viewArticle(articleId, { ...clientOf(request, context), sessionId });
}

/** A card's comments as they are opened, which counts as a view; `null` when there is no such article. */
export async function openComments(asked: Asked, articleId: string) {
  try {
    const [page, views] = await Promise.all([
      readComments(articleId, { limit: COMMENTS_PER_PAGE }),
      countView(asked, articleId),
    ]);
    return { comments: page.items.map(shownComment), more: page.next !== null, views };
  } catch (error) {
    if (error instanceof Refusal && error.kind === "notFound") return null;
    throw error;
  }
}
