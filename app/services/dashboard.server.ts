import { CASH } from "~/domain/tokens";
import { findTopic } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import { findTitles, listArticlesOf } from "~/models/article.server";
import { listCommentsOf } from "~/models/comment.server";
import { listRecommendations, type RecommendationRow } from "~/models/recommendation.server";
import { listReviewsOf } from "~/models/review.server";
import { commentPath, reviewPath } from "./addresses";
import type { Dashboard } from "./dashboard";
import { ownApplication } from "./membership-representations";
import { readStanding } from "./membership.server";
import { categoryReference, UNKNOWN_ARTICLE } from "./representations";

/** How much of each kind is shown: the newest. */
const SHOWN = 24;
/** How many recommendations of each engine are, beside them. */
const RECOMMENDED = 3;

/** @returns what somebody has written and where that person stands */
export async function readDashboard(viewer: Viewer): Promise<Dashboard> {
  const [articles, reviews, comments, standing, momentum, sentiment] = await Promise.all([
    listArticlesOf(viewer.id, SHOWN),
    listReviewsOf(viewer.id, SHOWN),
    readCommentsOf(viewer),
    readStanding(viewer),
    listRecommendations("momentum", { limit: RECOMMENDED }),
    listRecommendations("sentiment", { limit: RECOMMENDED }),
  ]);
  return {
    articles: articles.map(({ id, title, summary, category, createdAt, ...counts }) => ({
      ...{ id, title, summary },
      to: `/article/${id}`,
      category: categoryReference(category),
      createdAt: createdAt.toISOString(),
      views: counts.views,
      upvotes: counts.upvotes,
      commentCount: counts.commentCount,
    })),
    reviews: reviews.map(
      ({ id, title, author, url, rating, hub, category, review, createdAt }) => ({
        ...{ id, title, author, url, rating, category, review },
        to: reviewPath({ id, hub, createdAt }),
        hub: { slug: hub, name: findTopic(hub)?.title ?? hub },
        createdAt: createdAt.toISOString(),
      }),
    ),
    comments,
    standing: { ...standing, own: standing.own && ownApplication(standing.own) },
    momentum: momentum.items.map(inBrief),
    sentiment: sentiment.items.map(inBrief),
  };
}

/** What is held most first, what waits in cash last. */
function inBrief({ id, weekDate, createdAt, allocation, rationale }: RecommendationRow) {
  const shares = Object.entries(allocation)
    .map(([asset, percent]) => ({ asset, percent }))
    .filter(({ asset, percent }) => percent > 0 || asset === CASH)
    .sort((a, b) => Number(a.asset === CASH) - Number(b.asset === CASH) || b.percent - a.percent);
  return { id, weekDate, createdAt: createdAt.toISOString(), allocation: shares, rationale };
}

async function readCommentsOf(viewer: Viewer): Promise<Dashboard["comments"]> {
  const comments = await listCommentsOf(viewer.id, SHOWN);
  const titles = comments.length
    ? await findTitles(comments.map(({ articleId }) => articleId))
    : new Map<string, string>();
  return comments.map(({ id, articleId, content, createdAt }) => ({
    id,
    content,
    on: titles.get(articleId) ?? UNKNOWN_ARTICLE,
    to: commentPath({ id, articleId }),
    createdAt: createdAt.toISOString(),
  }));
}
