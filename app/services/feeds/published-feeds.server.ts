import { v4 as newUuid, v5 as uuidOf } from "uuid";
import { reviewPath } from "~/config/hubs";
import type { FeedScope } from "~/config/feeds";
import { describeShares, sharesOf } from "~/domain/allocation";
import { markCash } from "~/domain/cash";
import type { EditableKind } from "~/domain/editing";
import type { Engine } from "~/domain/engines";
import { momentumAssets } from "~/domain/momentum";
import { disclosureSentences } from "~/domain/disclosure";
import { findTopic, type Topic } from "~/domain/topics";
import { excerptOf, plainText } from "~/domain/tokenizer";
import type { Viewer } from "~/domain/viewer";
import type { Comment } from "~/models/comment.server";
import { describeOutcome } from "~/domain/outcome-words";
import type { Outcome } from "~/domain/track-record";
import type { RecommendationRow } from "~/models/recommendation.server";
import { setSettingIfMissing } from "~/models/setting.server";
import { personPath } from "~/domain/person-path";
import { browseArticlesBy, browseReviewsBy, type Person } from "../people/people.server";
import { readRiver } from "../following/river.server";
import { browseArticles, type ListedArticle } from "../articles/articles.server";
import { recommendationEngines } from "../recommendations/engines.server";
import { readOutcomes } from "../recommendations/track-record.server";
import { readCheckpoint } from "../ledger/checkpoint.server";
import { readLedgerMarks, type LedgerMark } from "../ledger/read-ledger.server";
import type { StoredCheckpoint } from "~/models/ledger-checkpoint.server";
import { categoryReference } from "../references";
import { browseReviews, type Review } from "../articles/reviews.server";
import { hasSampleContent } from "../sample-content.server";
import { moderationFeed } from "./moderation-feed.server";

export const FEED_ENTRIES = 30;

/** A feed entry, independent of the output format. Texts are plain unless noted otherwise. */
export interface FeedEntry {
  /** Permanent, even if the site moves to another origin. */
  id: string;
  path: string;
  title: string;
  /** `null` if an engine made it. */
  author: string | null;
  published: Date;
  updated: Date;
  categories: string[];
  summary: string;
  /** The body as paragraphs, which may contain line breaks. */
  paragraphs: string[];
  /** Markdown content that follows the paragraphs. */
  markdown?: string;
  /** The external work that it is about. */
  source?: { title: string; url: string };
  imageUrl?: string;
}

/** A feed of one list's newest entries. */
export interface Feed {
  id: string;
  /** The page that shows the same list. */
  path: string;
  /** The path below which the feed itself is, if it is not that of the page. */
  ownPath?: string;
  title: string;
  description: string;
  /** When an entry last changed, in whole seconds; `null` for an empty feed. */
  updated: Date | null;
  entries: FeedEntry[];
}

/** A feed before ids are assigned. */
export interface FeedDraft extends Omit<Feed, "id" | "updated" | "entries"> {
  entries: FeedDraftEntry[];
  /** The newest checkpoint of the ledger, for the feed of an engine. */
  head?: StoredCheckpoint | null;
}
type FeedDraftEntry = Omit<FeedEntry, "id"> & {
  kind: EditableKind | Engine | "moderation";
  of: string;
};

/** @param query the filters, for the log of moderation */
export const readFeed = (scope: FeedScope, query = new URLSearchParams()): Promise<Feed> =>
  finish(buildFeed(scope, query), scope);

export const readPersonFeed = (person: Person): Promise<Feed> =>
  finish(personFeed(person), `person ${person.id}`);

/** @param ownPath the path below which the feed is, with its secret */
export const readFollowingFeed = (viewer: Viewer, ownPath: string): Promise<Feed> =>
  finish(followingFeed(viewer, ownPath), `following ${viewer.id}`);

/** @param name the name of the feed, from which its id is derived together with its filters */
async function finish(building: Promise<FeedDraft>, name: string): Promise<Feed> {
  const [draft, toId, isSample] = await Promise.all([
    building,
    loadIdFactory(),
    hasSampleContent(),
  ]);
  const note = isSample ? " Sample content: a demonstration community." : "";
  const { head, ...rest } = draft;
  const ledger = head ? ` Ledger of ${head.size} entries, root ${head.root}.` : "";
  const changes = draft.entries.map(({ updated }) => updated.getTime());
  const newest = Math.max(...changes, head?.at.getTime() ?? 0);
  return {
    ...rest,
    description: draft.description + note + ledger,
    id: toId(`feed ${name}${/\?.*|$/.exec(draft.path)![0]}`),
    updated: draft.entries.length ? new Date(Math.floor(newest / 1000) * 1000) : null,
    entries: draft.entries.map(({ kind, of, ...entry }) => ({
      ...entry,
      id: toId(`${kind} ${of}`),
    })),
  };
}

function buildFeed(scope: FeedScope, query: URLSearchParams): Promise<FeedDraft> {
  if (scope === "community") return communityFeed();
  if (scope === "moderation/log") return moderationFeed(FEED_ENTRIES, query);
  if (scope === "momentum" || scope === "sentiment") return engineFeed(scope);
  return hubFeed(findTopic(scope)!);
}

/**
 * Returns a function that derives ids from names and from a UUID generated once per installation, so that
 * they are globally unique and survive a change of the site's origin.
 */
async function loadIdFactory(): Promise<(name: string) => string> {
  const namespace = String(await setSettingIfMissing("feed namespace", newUuid()));
  return (name) => `urn:uuid:${uuidOf(name, namespace)}`;
}

async function communityFeed(): Promise<FeedDraft> {
  const { items } = await browseArticles({ sort: "new", limit: FEED_ENTRIES, withContent: true });
  return {
    path: "/community",
    title: "Community Articles",
    description: "Articles posted, upvoted and discussed by the community.",
    entries: items.map(articleEntry),
  };
}

const articleEntry = (article: ListedArticle): FeedDraftEntry => ({
  kind: "article",
  of: article.id,
  path: `/article/${article.id}`,
  title: article.title,
  author: article.reviewer,
  published: article.createdAt,
  updated: article.editedAt ?? article.createdAt,
  categories: [categoryReference(article.category).name],
  summary: article.summary,
  paragraphs: [
    article.summary,
    ...(article.disclosure ? [disclosureSentences[article.disclosure]] : []),
    ...(article.disclosureNote ? [article.disclosureNote] : []),
  ],
  markdown: article.content,
  source: { title: article.title, url: new URL(article.url).href },
  imageUrl: article.imageUrl ?? undefined,
});

async function hubFeed(topic: Topic): Promise<FeedDraft> {
  const list = { hub: topic.slug, sort: "new", limit: FEED_ENTRIES } as const;
  const { items } = await browseReviews(list);
  return {
    path: `/${topic.slug}`,
    title: `${topic.title}: ${topic.reviewsHeading}`,
    description: `${topic.subtitle}.`,
    entries: items.map((review) => reviewEntry(topic, review)),
  };
}

/** Lists a person's articles and reviews, newest first. */
async function personFeed({ name }: Person): Promise<FeedDraft> {
  const [articles, reviews] = await Promise.all([
    browseArticlesBy(name, { limit: FEED_ENTRIES }),
    browseReviewsBy(name, { limit: FEED_ENTRIES }),
  ]);
  const entries = [
    ...articles.items.map(articleEntry),
    ...reviews.items.map((review) => reviewEntry(findTopic(review.hub)!, review)),
  ];
  return {
    path: personPath(name),
    title: name,
    description: `Articles and reviews by ${name}.`,
    entries: entries
      .toSorted((one, other) => other.published.getTime() - one.published.getTime())
      .slice(0, FEED_ENTRIES),
  };
}

/** Lists the newest texts of what somebody follows. */
async function followingFeed(viewer: Viewer, ownPath: string): Promise<FeedDraft> {
  const { items } = await readRiver(viewer, { limit: FEED_ENTRIES });
  return {
    path: "/following",
    ownPath,
    title: "Following",
    description: `What those whom ${viewer.name} follows have written.`,
    entries: items.map(({ text, title, path }) => {
      if (text.kind === "article") return articleEntry(text);
      if (text.kind === "review") return reviewEntry(findTopic(text.hub)!, text);
      return commentEntry(text, title, path);
    }),
  };
}

const commentEntry = (
  { id, username, content, createdAt, editedAt }: Comment,
  title: string,
  path: string,
): FeedDraftEntry => ({
  kind: "comment",
  of: id,
  path,
  title: `${username} on ${title}`,
  author: username,
  published: createdAt,
  updated: editedAt ?? createdAt,
  categories: [],
  summary: excerptOf(plainText(content), []),
  paragraphs: [content],
});

function reviewEntry(topic: Topic, review: Review): FeedDraftEntry {
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

/** Lists recommendations with their entries in the ledger, of which subscribers so keep independent copies. */
async function engineFeed(kind: Engine): Promise<FeedDraft> {
  const { items } = await recommendationEngines[kind].list({ limit: FEED_ENTRIES });
  const [marks, head, outcomes] = await Promise.all([
    readLedgerMarks(items.map(({ id }) => id)),
    readCheckpoint(),
    readOutcomes(items),
  ]);
  const { name, description } = engineTexts[kind];
  return {
    path: `/${kind}`,
    head,
    title: `${name} Recommendations`,
    description: `${description} Not investment advice.`,
    entries: items.map((row) => recommendationEntry(row, outcomes.get(row.id), marks.get(row.id))),
  };
}

const engineTexts = {
  momentum: {
    name: "Momentum",
    description: "A weekly split between BTC, SOL and USDT from their four-week rate of change.",
    sample: "sample prices",
  },
  sentiment: {
    name: "Sentiment",
    description:
      "What the community writes about which tokens, counted and scored, and an allocation that follows from it.",
    sample: "sample texts",
  },
} as const;

function recommendationEntry(
  row: RecommendationRow,
  outcome: Outcome | undefined,
  mark: LedgerMark | undefined,
): FeedDraftEntry {
  const { id, kind, weekDate, createdAt, rationale, facts } = row;
  const { name, sample } = engineTexts[kind];
  const shares =
    kind === "momentum"
      ? momentumAssets.map((asset) => ({ asset, percent: row.allocation[asset] ?? 0 }))
      : sharesOf(row.allocation);
  const allocation = describeShares(markCash(shares, facts.notCash));
  const note = facts.isSample ? ` (${sample})` : "";
  return {
    kind,
    of: id,
    path: `/${kind}/${id}`,
    title: `${name}, week of ${weekDate}: ${allocation}${note}`,
    author: null,
    published: createdAt,
    updated: createdAt,
    categories: facts.isSample ? [name, "Sample"] : [name],
    summary: `${allocation}${note}. Not investment advice.`,
    paragraphs: [
      rationale,
      `Allocation${note}: ${allocation}.`,
      ...(outcome ? [`Outcome: ${describeOutcome(outcome, row.day)}.`] : []),
      ...(mark ? [`Ledger entry ${mark.seq}, ${mark.hash}`] : []),
      "Not investment advice",
    ],
  };
}
