import type { LoaderFunctionArgs } from "@remix-run/node";
import type { ListedComment } from "~/components/articles/comment-list";
import { ARTICLES_PER_PAGE, COMMENTS_PER_PAGE } from "~/domain/field-limits";
import {
  browseArticles,
  commentsOf,
  countVisit,
  upvotedAmongArticles,
  type Article,
  type Comment,
} from "~/services/articles/articles.server";
import { serializeListedArticle, serializeComment } from "~/services/serializers";
import { browserSession, getViewer } from "./http/auth.server";
import { getClient, isPageView } from "./http/request-client.server";
import { linkify } from "./linkify";
import { getContext } from "./http/load-context";

type LoaderRequest = Pick<LoaderFunctionArgs, "request" | "context">;

/** A comment as pages show it. */
export function listedComment(comment: Comment): ListedComment {
  const { content, ...shown } = serializeComment(comment);
  return { ...shown, pieces: linkify(content) };
}

/**
 * Counts a view of an article, if a person sees it. One that cannot be counted keeps nobody from reading.
 *
 * @returns how many there are now, or `null` where nothing was counted
 */
export async function countView(
  { request, context }: LoaderRequest,
  article: Pick<Article, "id" | "views">,
): Promise<number | null> {
  if (!isPageView(request)) return null;
  try {
    const signedIn = await browserSession(request);
    const sessionId = signedIn?.session.id ?? null;
    return await countVisit(article, { ...getClient(request, context), sessionId });
  } catch (error) {
    getContext(context).log.error({ err: error }, "a view could not be counted");
    return null;
  }
}

/** A card's comments as they are opened, which counts as a view. */
export async function openComments(asked: LoaderRequest, article: Pick<Article, "id" | "views">) {
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
export async function readCards(asked: LoaderRequest, { comments, ...list }: AskedCards) {
  const [page, viewer] = await Promise.all([
    browseArticles({ ...list, limit: ARTICLES_PER_PAGE }),
    getViewer(asked.request),
  ]);
  const opened = page.items.find(({ id }) => id === comments);
  const [upvoted, open] = await Promise.all([
    upvotedAmongArticles(viewer, page.items),
    opened ? openComments(asked, opened) : null,
  ]);
  return {
    articles: page.items.map((article) => ({
      ...serializeListedArticle(article),
      hasUpvoted: upvoted.has(article.id),
      open: article === opened ? open : null,
    })),
    isFirst: !list.after && !list.before,
    next: page.next,
    previous: page.previous,
  };
}
