import { feedFormats } from "~/config/feeds";
import { hubPaths, reviewPath } from "~/config/hubs";
import { ARTICLES, articleTag, REVIEWS, reviewTag, SUPPORT, VIEWS } from "~/config/page-tags";
import { categories } from "~/domain/categories";
import type { EditableKind } from "~/domain/editing";
import { subjectIds } from "~/domain/threads";
import { findTopic, topics } from "~/domain/topics";
import { articlesById, listArticlesOf } from "~/models/article.server";
import { listCommentsOf } from "~/models/comment.server";
import { listHiddenOf } from "~/models/hidden-text.server";
import { listReviewsOf, reviewsById } from "~/models/review.server";
import { readRevisions } from "~/models/revision.server";
import { readUpvotesOf } from "~/models/upvote.server";
import { articleListQuery, communityQuery } from "~/schemas/articles";
import { longListQuery } from "~/schemas/pagination";
import { hubQuery, reviewListQuery } from "~/schemas/reviews";
import { allPages, asPages, newestOf, parametersOf, type Feature } from "../feature";
import { recountDaily } from "../jobs/recount.server";
import { browseArticles } from "./articles.server";
import { deleteContentOf } from "./delete-content.server";
import { completeInterruptedHiding } from "./hide.server";
import { browseReviews } from "./reviews.server";
import { countSupportOfNoLongerNew } from "./unproven-support.server";

/** Lists of articles with all their counts. */
const LISTED = [ARTICLES, SUPPORT, VIEWS];
/** Reviews with the newest articles below, whose upvotes are shown. */
const HUB = [REVIEWS, ARTICLES, SUPPORT];

/** The parameters that say which part of a discussion a page shows. */
const DISCUSSION = ["after", "comment", "order", "thread", "reply"];

const NEWEST = { sort: "new", limit: 1 } as const;

async function* readArticlesOf(userId: string) {
  const list = allPages((page) => listArticlesOf(userId, { ...page, withContent: true }));
  for await (const { content = "", ...article } of list) yield { ...article, content };
  for await (const hidden of readHiddenOf(userId)) if (hidden.kind === "article") yield hidden.text;
}

async function* readReviewsOf(userId: string) {
  yield* allPages((page) => listReviewsOf(userId, page));
  for await (const hidden of readHiddenOf(userId)) if (hidden.kind === "review") yield hidden.text;
}

/** What moderators have hidden is still its author's. */
const readHiddenOf = (userId: string) => allPages((page) => listHiddenOf(userId, page));

async function* readCommentsOf(userId: string) {
  const list = allPages((page) => listCommentsOf(userId, page));
  for await (const comment of list) yield { ...comment, ...subjectIds(comment.subject) };
  for await (const { kind, text } of readHiddenOf(userId)) {
    if (kind === "comment") yield { ...text, ...subjectIds(text.subject) };
  }
}

async function* readRevisionsOf(userId: string) {
  for await (const { kind, id, editedAt } of readEditableOf(userId)) {
    if (!editedAt) continue;
    for await (const revision of readRevisions(id)) yield { ...revision, kind, documentId: id };
  }
}

async function* readEditableOf(userId: string) {
  const lists = { article: listArticlesOf, review: listReviewsOf, comment: listCommentsOf };
  for (const kind of Object.keys(lists) as EditableKind[]) {
    const written = allPages<{ id: string; editedAt: Date | null }>((page) =>
      lists[kind](userId, page),
    );
    for await (const text of written) yield { ...text, kind };
  }
  for await (const { kind, text } of readHiddenOf(userId)) yield { ...text, kind };
}

async function* readUpvotesOfArticles(userId: string) {
  for await (const { textId, ...upvote } of readUpvotesOf("article", userId)) {
    yield { ...upvote, articleId: textId };
  }
}

async function* readUpvotesOfComments(userId: string) {
  for await (const { textId, ...upvote } of readUpvotesOf("comment", userId)) {
    yield { ...upvote, commentId: textId };
  }
}

/** Articles with their comments and upvotes, and reviews. */
export const articles: Feature = {
  deleteFor: deleteContentOf,
  exported: {
    articles: readArticlesOf,
    reviews: readReviewsOf,
    comments: readCommentsOf,
    revisions: readRevisionsOf,
    upvotes: readUpvotesOfArticles,
    commentUpvotes: readUpvotesOfComments,
  },
  fixedPages: [
    ["/community", async () => newestOf(await browseArticles(NEWEST))],
    ...topics.map(
      ({ slug }) =>
        [`/${slug}`, async () => newestOf(await browseReviews({ ...NEWEST, hub: slug }))] as const,
    ),
    ...categories
      .filter(({ slug }) => !findTopic(slug))
      .map(({ slug: category }) => {
        const read = async () => newestOf(await browseArticles({ ...NEWEST, category }));
        return [`/category/${category}`, read] as const;
      }),
  ],
  sitemap: {
    articles: asPages(articlesById, ({ id, createdAt }) => ({
      path: `/article/${id}`,
      modified: createdAt,
    })),
    reviews: asPages(reviewsById, (review) => ({
      path: reviewPath(review),
      modified: review.updatedAt,
    })),
  },
  upkeep: {
    async recount(log, signal) {
      const recount = await recountDaily(signal);
      if (recount) log.info(recount, "counts were checked");
    },
    newAccounts: (_, signal) => countSupportOfNoLongerNew(signal),
    async hiddenTexts(log, signal) {
      const completed = await completeInterruptedHiding(signal);
      if (completed) log.info({ completed }, "interrupted hiding and restoring was completed");
    },
  },
  cached: [
    { path: "/community", tags: LISTED, parameters: parametersOf(communityQuery) },
    { path: "/category/:slug", tags: LISTED, parameters: parametersOf(communityQuery) },
    {
      path: "/article/:id",
      // Also the hottest articles of its category, which are shown beside it.
      tags: (id) => [articleTag(id), ARTICLES],
      parameters: ["mark", ...DISCUSSION],
      isArticlePage: true,
    },
    ...hubPaths.map((path) => ({
      path: `/${path}`,
      tags: HUB,
      parameters: parametersOf(hubQuery),
    })),
    {
      path: "/:hub/reviews/:id",
      tags: (id) => [...HUB, reviewTag(id)],
      parameters: ["review", "mark", ...DISCUSSION],
    },
    ...feedFormats.map((format) => ({ path: `/community/feed.${format}`, tags: [ARTICLES] })),
    ...topics.flatMap(({ slug }) =>
      feedFormats.map((format) => ({ path: `/${slug}/feed.${format}`, tags: [REVIEWS] })),
    ),
    { path: "/api/articles", tags: LISTED, parameters: parametersOf(articleListQuery) },
    { path: "/api/articles/:id", tags: (id) => [articleTag(id)] },
    {
      path: "/api/articles/:id/comments",
      tags: (id) => [articleTag(id)],
      parameters: parametersOf(longListQuery),
    },
    { path: "/api/categories/:slug", tags: [] },
    {
      path: "/api/categories/:slug/articles",
      tags: LISTED,
      parameters: parametersOf(longListQuery),
    },
    {
      path: "/api/reviews/:id/comments",
      tags: (id) => [reviewTag(id), REVIEWS],
      parameters: parametersOf(longListQuery),
    },
    { path: "/api/reviews", tags: [REVIEWS], parameters: parametersOf(reviewListQuery) },
  ],
};
