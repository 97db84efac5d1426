import type { LoaderFunctionArgs } from "@remix-run/node";
import { sharesOf } from "~/components/recommendations/allocation-colors";
import { momentumSample, momentumShares } from "~/components/recommendations/recommendation-parts";
import { ARTICLES, RECOMMENDATIONS, REVIEWS, SUPPORT } from "~/config/page-tags";
import { markCash } from "~/domain/cash";
import { browseArticles } from "~/services/articles/articles.server";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { researchHubs } from "~/services/articles/hubs.server";
import { uncountedHubs } from "~/services/articles/hubs-without-counts";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { serializeMomentum, serializeSentiment } from "~/presenters/recommendations";
import { categoryReference } from "~/services/references";
import { orFallback } from "~/utils/http/error-responses.server";

const LATEST = 4;

/** Loads the front page. Parts that fail are left out, so that it stays usable as an entry to the rest of the site. */
export async function readFrontPage({ context }: Pick<LoaderFunctionArgs, "context">) {
  const [latest, hubs, momentum, sentiment] = await Promise.all([
    orFallback(
      context,
      cachedRead([ARTICLES, SUPPORT], ["front page", "articles"], readLatest),
      "the newest articles",
      [],
    ),
    orFallback(
      context,
      cachedRead([ARTICLES, REVIEWS], ["hubs"], researchHubs),
      "the counts of the hubs",
      uncountedHubs(),
    ),
    orFallback(
      context,
      cachedRead([RECOMMENDATIONS], ["front page", "momentum"], readMomentum),
      "the newest momentum recommendation",
      null,
    ),
    orFallback(
      context,
      cachedRead([RECOMMENDATIONS], ["front page", "sentiment"], readSentiment),
      "the newest sentiment recommendation",
      null,
    ),
  ]);
  return { latest, hubs, momentum, sentiment };
}

async function readLatest() {
  const { items } = await browseArticles({ sort: "new", limit: LATEST });
  return items.map((article) => ({
    id: article.id,
    title: article.title,
    summary: article.summary,
    category: categoryReference(article.category),
    createdAt: article.createdAt.toISOString(),
    reviewer: article.reviewer,
    upvotes: article.upvotes,
    commentCount: article.commentCount,
  }));
}

async function readMomentum() {
  const [row] = (await momentumEngine.list({ limit: 1 })).items;
  if (!row) return null;
  const recommendation = serializeMomentum(row);
  const { id, weekDate } = recommendation;
  return {
    id,
    weekDate,
    shares: momentumShares(recommendation),
    sample: momentumSample(recommendation),
  };
}

async function readSentiment() {
  const [row] = (await sentimentEngine.list({ limit: 1 })).items;
  if (!row) return null;
  const { id, weekDate, allocation, isSample, notCash } = serializeSentiment(row);
  return {
    id,
    weekDate,
    shares: markCash(sharesOf(allocation), notCash),
    sample: isSample ? "Sample texts" : null,
  };
}
