import { v4 as newUuid, v5 as uuidOf } from "uuid";
import { reviewPath } from "~/config/hubs";
import type { FeedScope } from "~/config/feeds";
import { disclosureSentences } from "~/domain/disclosure";
import { findTopic, type Topic } from "~/domain/topics";
import { excerptOf, plainText } from "~/domain/tokenizer";
import type { Viewer } from "~/domain/viewer";
import type { Comment } from "~/models/comment.server";
import { setSettingIfMissing } from "~/models/setting.server";
import { personPath } from "~/domain/person-path";
import { browseArticlesBy, browseReviewsBy, type Person } from "../people/people.server";
import { readRiver } from "../following/river.server";
import { browseArticles, type ListedArticle } from "../articles/articles.server";
import { categoryReference } from "../references";
import { browseReviews, type Review } from "../articles/reviews.server";
import { hasSampleContent } from "../sample-content.server";
import { engineFeed } from "./engine-feed.server";
import type { Feed, FeedDraft, FeedDraftEntry } from "./feed";
import { moderationFeed } from "./moderation-feed.server";

export const FEED_ENTRIES = 30;

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
  const [, filters = ""] = draft.path.split("?");
  const ledger = head ? ` Ledger of ${head.size} entries, root ${head.root}.` : "";
  const changes = draft.entries.map(({ updated }) => updated.getTime());
  const newest = Math.max(...changes, head?.at.getTime() ?? 0);
  return {
    ...rest,
    description: draft.description + note + ledger,
    id: toId(`feed ${name}${filters && `?${filters}`}`),
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
  if (scope === "momentum" || scope === "sentiment") return engineFeed(scope, FEED_ENTRIES);
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
