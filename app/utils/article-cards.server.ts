import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ListedComment } from "~/components/articles/comment-list";
import { ARTICLES_PER_PAGE, COMMENTS_PER_PAGE } from "~/domain/field-limits";
import {
  browseArticles,
  commentsOf,
  countVisit,
  upvotedBy,
  type Article,
  type Comment,
} from "~/services/articles/articles.server";
import { listedArticle, shownComment } from "~/services/serializers";
import { browserSession, getViewer } from "./http/auth.server";
import { clientOf, isSeenByPerson } from "./http/request-client.server";
import { linkedPieces } from "./linkify";
import { contextOf } from "./http/load-context";

type Asked = Pick<LoaderFunctionArgs, "request" | "context">;

/** A comment as pages show it. */
export function listedComment(comment: Comment): ListedComment {
  const { content, ...shown } = shownComment(comment);
  return { ...shown, pieces: linkedPieces(content) };
}

/**
 * Counts a view of an article, if a person sees it. One that cannot be counted keeps nobody from reading.
 *
 * @returns how many there are now, or `null` where nothing was counted
 */
export async function countView(
  { request, context }: Asked,
  article: Pick<Article, "id" | "views">,
): Promise<number | null> {
  if (!isSeenByPerson(request)) return null;
  try {
    const signedIn = await browserSession(request);
    const sessionId = signedIn?.session.id ?? null;
    return await countVisit(article, { ...clientOf(request, context), sessionId });
  } catch (error) {
    contextOf(context).log.error({ err: error }, "a view could not be counted");
    return null;
  }
}

/** A card's comments as they are opened, which counts as a view. */
export async function openComments(asked: Asked, article: Pick<Article, "id" | "views">) {
  const [page, views] = await Promise.all([
    commentsOf(article, { limit: COMMENTS_PER_PAGE }),
    countView(asked, article),
  ]);
  return { comments: page.items.map(listedComment), more: page.next !== null, views };
}

interface AskedCards extends Omit<Parameters<typeof browseArticles>[0], "limit"> {
  /** The article whose comments are open, where it is on the page. */
  comments?: string | undefined;
}

/** A page of articles as cards show them to whoever asks: with their upvotes, and the comments that are open. */
export async function readCards(asked: Asked, { comments, ...list }: AskedCards) {
  const [page, viewer] = await Promise.all([
    browseArticles({ ...list, limit: ARTICLES_PER_PAGE }),
    getViewer(asked.request),
  ]);
  const opened = page.items.find(({ id }) => id === comments);
  const [upvoted, open] = await Promise.all([
    upvotedBy(viewer, page.items),
    opened ? openComments(asked, opened) : null,
  ]);
  return {
    articles: page.items.map((article) => ({
      ...listedArticle(article),
      hasUpvoted: upvoted.has(article.id),
      open: article === opened ? open : null,
    })),
    isFirst: !list.after && !list.before,
    next: page.next,
    previous: page.previous,
  };
}
