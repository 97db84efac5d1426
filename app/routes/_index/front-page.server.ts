import type { LoaderFunctionArgs } from "@remix-run/node";
import type { LineArticle } from "~/components/articles/article-lines";
import { sharesOf } from "~/components/recommendations/allocation-colors";
import { momentumSample, momentumShares } from "~/components/recommendations/recommendation-parts";
import {
  accountTag,
  ARTICLES,
  articleTag,
  COMMENTS,
  PEOPLE,
  RECOMMENDATIONS,
  REVIEWS,
  SUPPORT,
} from "~/config/page-tags";
import { daysBetween, dayOf } from "~/domain/calendar-days";
import { markCash } from "~/domain/cash";
import { commentPath } from "~/domain/comment-path";
import { excerptOf, plainText } from "~/domain/tokenizer";
import { isStablecoin } from "~/domain/tokens";
import type { Viewer } from "~/domain/viewer";
import { serializeRiverEntry } from "~/presenters/following";
import { serializeMomentum, serializeSentiment } from "~/presenters/recommendations";
import { blockedNames } from "~/services/blocks/blocks.server";
import { cachedRead } from "~/services/cache/cached-reads.server";
import { readRiver } from "~/services/following/river.server";
import { readBestComments } from "~/services/front-page/best-comments.server";
import { readProvenArticles } from "~/services/front-page/proven-articles.server";
import { readOpenVotes } from "~/services/membership/membership.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { readVerdict } from "~/services/recommendations/verdict.server";
import { toLines } from "~/utils/article-lines.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orFallback } from "~/utils/http/error-responses.server";
import { readFrontPageVisit } from "~/utils/readings.server";

const MAX_RANKED = 10;
const MAX_NEWEST = 6;
const MAX_ASSETS = 8;
const MAX_FOLLOWED_SHOWN = 3;
/** How many more articles and comments are read than are shown, for readers who have blocked the authors of some. */
const SPARE = 9;
const DAYS_OF_A_WEEK = 7;

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** Loads the front page. Parts that fail are left out, so that it stays usable as an entry to the rest of the site. */
export async function readFrontPage(args: Args) {
  const or = <Result>(what: string, read: Promise<Result>) =>
    orFallback(args.context, read, what, null);
  const viewer = await or("who reads the front page", viewerOfPage(args));
  const [articles, newest, momentum, sentiment, votes, own] = await Promise.all([
    or("the strongest articles", readStrongest()),
    or("the newest articles", readNewest()),
    or("the newest momentum recommendation", readMomentum()),
    or("the newest sentiment recommendation", readSentiment()),
    or("the open votes", cachedRead([PEOPLE], ["front page", "votes"], readVotes)),
    viewer && or("what is new to the viewer", readOwn(args, viewer)),
  ]);
  const hidden = new Set(own?.blocked);
  const isShown = ({ reviewer }: LineArticle) => !hidden.has(reviewer);
  const [lead, ...ranked] = articles?.filter(isShown).slice(0, 1 + MAX_RANKED) ?? [];
  const above = new Set([lead, ...ranked].map((article) => article?.id));
  return {
    /** `null` if it could not be read. */
    lead: articles && (lead ? await withQuote(lead) : undefined),
    ranked: ranked.map(toRanked),
    newest: (newest ?? [])
      .filter((article) => isShown(article) && !above.has(article.id))
      .slice(0, MAX_NEWEST)
      .map((article) => ({ ...toRanked(article), age: article.age })),
    engines: { momentum, sentiment: sentiment && withoutAssets(sentiment) },
    votes,
    assets: sentiment?.assets,
    own: own && { followed: own.followed, visit: own.visit },
  };

  async function withQuote(article: LineArticle) {
    const comments = (await or("its best comment", readQuotes(article))) ?? [];
    const { summary, url, category, createdAt, age } = article;
    return {
      ...toRanked(article),
      ...{ summary, url, category, createdAt, age },
      isOfThisWeek: daysBetween(dayOf(new Date(createdAt)), dayOf(new Date())) <= DAYS_OF_A_WEEK,
      quote: comments.find(({ by }) => !hidden.has(by)) ?? null,
    };
  }
}

export type FrontPage = Awaited<ReturnType<typeof readFrontPage>>;

/** What a dense line shows. */
const toRanked = ({ id, title, url, reviewer, upvotes, commentCount, assets }: LineArticle) => ({
  ...{ id, title, url, reviewer, upvotes, commentCount, assets },
});

const readStrongest = () =>
  cachedRead([ARTICLES, SUPPORT, PEOPLE], ["front page", "strongest"], async () =>
    toLines(await readProvenArticles("hot", 1 + MAX_RANKED + SPARE)),
  );

const readNewest = () =>
  cachedRead([ARTICLES, SUPPORT, PEOPLE], ["front page", "newest"], async () =>
    toLines(await readProvenArticles("new", MAX_NEWEST + MAX_RANKED + SPARE)),
  );

const readQuotes = ({ id, reviewer }: LineArticle) =>
  cachedRead([articleTag(id), PEOPLE], ["front page", "quotes", id], async () => {
    const comments = await readBestComments({ id, reviewer });
    return comments.slice(0, 1 + SPARE).map((comment) => ({
      text: excerptOf(plainText(comment.content), []),
      by: comment.username,
      to: commentPath(comment),
    }));
  });

async function readVotes() {
  const { closesAt, ...votes } = await readOpenVotes();
  return { ...votes, closesAt: closesAt?.toISOString() ?? null };
}

const readMomentum = () =>
  cachedRead([RECOMMENDATIONS], ["front page", "momentum"], async () => {
    const [row] = (await momentumEngine.list({ limit: 1 })).items;
    if (!row) return null;
    const recommendation = serializeMomentum(row);
    const { id, weekDate, reason } = recommendation;
    return {
      ...{ id, weekDate, reason },
      shares: momentumShares(recommendation),
      sample: momentumSample(recommendation),
      verdict: await readVerdict("momentum"),
    };
  });

const readSentiment = () =>
  cachedRead([RECOMMENDATIONS], ["front page", "sentiment"], async () => {
    const [row] = (await sentimentEngine.list({ limit: 1 })).items;
    if (!row) return null;
    const { id, weekDate, reason, allocation, isSample, notCash } = serializeSentiment(row);
    const [{ calculation }, verdict] = await Promise.all([
      sentimentEngine.read(id),
      readVerdict("sentiment"),
    ]);
    return {
      ...{ id, weekDate, reason, verdict },
      shares: markCash(sharesOf(allocation), notCash),
      sample: isSample ? "Sample texts" : null,
      assets: calculation.tokens
        .filter(({ token }) => !isStablecoin(token))
        .sort((one, other) => other.authors - one.authors || (one.token < other.token ? -1 : 1))
        .slice(0, MAX_ASSETS)
        .map(({ token, authors }) => ({
          token,
          people: authors,
          to: `/sentiment/${id}?token=${token}#mentions`,
        })),
    };
  });

const withoutAssets = ({
  assets: _,
  ...shown
}: NonNullable<Awaited<ReturnType<typeof readSentiment>>>) => shown;

/** What only the viewer sees: the newest of what they follow, and how much is new since their last visit. */
async function readOwn(args: Args, viewer: Viewer) {
  const [blocked, followed, visit] = await Promise.all([
    blockedNames(viewer),
    cachedRead(
      [ARTICLES, REVIEWS, COMMENTS, accountTag(viewer.id)],
      ["front page", "followed", viewer.id],
      () => readFollowed(viewer),
    ),
    readFrontPageVisit(args),
  ]);
  return { blocked, followed, visit };
}

async function readFollowed(viewer: Viewer) {
  const { items } = await readRiver(viewer, { limit: MAX_FOLLOWED_SHOWN });
  return items.map((entry) => {
    const { kind, id, to, title, by } = serializeRiverEntry(entry);
    return { kind, id, to, title, by };
  });
}
