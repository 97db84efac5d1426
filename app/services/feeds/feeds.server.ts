import { v4 as newUuid, v5 as uuidOf } from "uuid";
import type { FeedScope } from "~/config/feeds";
import { describeShares, sharesOf, type Share } from "~/domain/allocation";
import type { Engine } from "~/domain/engines";
import { momentumAssets } from "~/domain/momentum";
import { findTopic, type Topic } from "~/domain/topics";
import { setSettingIfMissing } from "~/models/setting.server";
import { reviewPath } from "../paths";
import { browseArticles, type ListedArticle } from "../articles/articles.server";
import { listMomentum, type MomentumRow } from "../recommendations/momentum.server";
import { categoryReference } from "../serializers";
import { browseReviews, type Review } from "../reviews/reviews.server";
import { hasSampleContent } from "../demo/sample-content.server";
import { listSentiment, type SentimentRow } from "../recommendations/sentiment.server";

/** How many of the newest a feed has. */
export const FEED_ENTRIES = 30;

/** Something new, in no format yet. Texts are plain unless it is said. */
export interface FeedEntry {
  /** The same for ever, whatever the site's address. */
  id: string;
  /** Where it is on this site. */
  path: string;
  title: string;
  /** Nobody's name where an engine made it. */
  author: string | null;
  published: Date;
  updated: Date;
  categories: string[];
  /** In short. */
  summary: string;
  /** What there is to read: paragraphs, each with its line breaks. */
  paragraphs: string[];
  /** What follows them, in Markdown. */
  markdown?: string;
  /** What it is about, elsewhere. */
  source?: { title: string; url: string };
  /** A picture elsewhere. */
  imageUrl?: string;
}

/** What is new in one list. */
export interface Feed {
  id: string;
  /** The page whose content this is. */
  path: string;
  title: string;
  description: string;
  /** When the newest of it changed last, in whole seconds; `null` while there is nothing. */
  updated: Date | null;
  entries: FeedEntry[];
}

/** A feed as long as its entries have no ids. */
interface Draft extends Omit<Feed, "id" | "updated" | "entries"> {
  entries: DraftEntry[];
}
type DraftEntry = Omit<FeedEntry, "id"> & { kind: "article" | "review" | Engine; of: string };

/** The newest of what is followed. */
export async function readFeed(scope: FeedScope): Promise<Feed> {
  const [draft, ids, isSample] = await Promise.all([
    draftOf(scope),
    idsOfThisInstallation(),
    hasSampleContent(),
  ]);
  const note = isSample ? " Sample content: a demonstration community." : "";
  const newest = Math.max(...draft.entries.map(({ updated }) => updated.getTime()));
  return {
    ...draft,
    description: draft.description + note,
    id: ids(`feed ${scope}`),
    updated: draft.entries.length ? new Date(Math.floor(newest / 1000) * 1000) : null,
    entries: draft.entries.map(({ kind, of, ...entry }) => ({
      ...entry,
      id: ids(`${kind} ${of}`),
    })),
  };
}

function draftOf(scope: FeedScope): Promise<Draft> {
  if (scope === "community") return communityFeed();
  if (scope === "momentum") return momentumFeed();
  if (scope === "sentiment") return sentimentFeed();
  return hubFeed(findTopic(scope)!);
}

/**
 * Ids that follow from names, and from a number that was drawn once for this installation: they are
 * nobody else's, and stay when the site moves to another address.
 */
async function idsOfThisInstallation(): Promise<(name: string) => string> {
  const namespace = String(await setSettingIfMissing("feed namespace", newUuid()));
  return (name) => `urn:uuid:${uuidOf(name, namespace)}`;
}

async function communityFeed(): Promise<Draft> {
  const { items } = await browseArticles({ sort: "new", limit: FEED_ENTRIES, withContent: true });
  return {
    path: "/community",
    title: "Community Articles",
    description: "Articles posted, upvoted and discussed by the community.",
    entries: items.map(articleEntry),
  };
}

const articleEntry = (article: ListedArticle): DraftEntry => ({
  kind: "article",
  of: article.id,
  path: `/article/${article.id}`,
  title: article.title,
  author: article.reviewer,
  published: article.createdAt,
  updated: article.createdAt,
  categories: [categoryReference(article.category).name],
  summary: article.summary,
  paragraphs: [article.summary],
  markdown: article.content,
  source: { title: article.title, url: new URL(article.url).href },
  imageUrl: article.imageUrl ?? undefined,
});

async function hubFeed(topic: Topic): Promise<Draft> {
  const list = { hub: topic.slug, sort: "new", limit: FEED_ENTRIES } as const;
  const { items } = await browseReviews(list);
  return {
    path: `/${topic.slug}`,
    title: `${topic.title}: ${topic.reviewsHeading}`,
    description: `${topic.subtitle}.`,
    entries: items.map((review) => reviewEntry(topic, review)),
  };
}

function reviewEntry(topic: Topic, review: Review): DraftEntry {
  const { title, author, url, rating } = review;
  const category = topic.reviewCategories.find(({ slug }) => slug === review.category);
  const rated = `Rated ${rating} of 5 by ${review.username}.`;
  return {
    kind: "review",
    of: review.id,
    path: reviewPath(review),
    title: `${title} by ${author}: ${rating} of 5`,
    author: review.username,
    published: review.createdAt,
    updated: review.updatedAt,
    categories: category ? [topic.title, category.label] : [topic.title],
    summary: rated,
    paragraphs: [rated, review.review],
    source: url ? { title, url: new URL(url).href } : undefined,
  };
}

async function momentumFeed(): Promise<Draft> {
  const { items } = await listMomentum({ limit: FEED_ENTRIES });
  return {
    path: "/momentum",
    title: "Momentum Recommendations",
    description:
      "A weekly split between BTC, SOL and USDT from their four-week rate of change. Not investment advice.",
    entries: items.map((row) =>
      recommendationEntry(row, {
        name: "Momentum",
        shares: momentumAssets.map((asset) => ({ asset, percent: row.allocation[asset] ?? 0 })),
        sample: row.facts.isSample ? "sample prices" : null,
      }),
    ),
  };
}

async function sentimentFeed(): Promise<Draft> {
  const { items } = await listSentiment({ limit: FEED_ENTRIES });
  return {
    path: "/sentiment",
    title: "Sentiment Recommendations",
    description:
      "What the community writes about which tokens, counted and scored, and an allocation that follows from it. Not investment advice.",
    entries: items.map((row) =>
      recommendationEntry(row, {
        name: "Sentiment",
        shares: sharesOf(row.allocation),
        sample: row.facts.isSample ? "sample texts" : null,
      }),
    ),
  };
}

interface Shown {
  name: string;
  shares: Share[];
  /** What was made up of it, or `null`. */
  sample: string | null;
}

function recommendationEntry(
  { id, kind, weekDate, createdAt, rationale }: MomentumRow | SentimentRow,
  { name, shares, sample }: Shown,
): DraftEntry {
  const allocation = describeShares(shares);
  const note = sample ? ` (${sample})` : "";
  return {
    kind,
    of: id,
    path: `/${kind}/${id}`,
    title: `${name}, week of ${weekDate}: ${allocation}${note}`,
    author: null,
    published: createdAt,
    updated: createdAt,
    categories: sample ? [name, "Sample"] : [name],
    summary: `${allocation}${note}. Not investment advice.`,
    paragraphs: [rationale, `Allocation${note}: ${allocation}.`, "Not investment advice"],
  };
}
