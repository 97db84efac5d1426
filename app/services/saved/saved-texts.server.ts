/** The texts that bookmarks name, as they are now: nothing of a text that was removed is shown or found. */
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import type { SavedKind } from "~/domain/saved";
import { excerptOf, plainText, tokenize } from "~/domain/tokenizer";
import { articleWordIndex, findListedArticles } from "~/models/article.server";
import type { SavedReference } from "~/models/bookmark.server";
import { commentWordIndex } from "~/models/comment.server";
import { findRows, type RecommendationRow } from "~/models/recommendation.server";
import { findReviews, reviewWordIndex } from "~/models/review.server";
import { findComments } from "~/models/threads.server";
import { readSubjectTitles } from "../articles/subject-titles.server";

export interface SavedText {
  title: string;
  /** The name of who wrote it; `null` for a recommendation. */
  author: string | null;
  excerpt: string;
  /** The path of its page. */
  path: string;
  createdAt: Date;
}

type Found = readonly [id: string, text: SavedText];

const excerpt = (text: string) => excerptOf(plainText(text), []);

const recommendationTitle = ({ kind, weekDate }: RecommendationRow) =>
  `${kind === "momentum" ? "Momentum" : "Sentiment"}, week of ${weekDate}`;

interface Source {
  /** @returns the texts that exist and were not removed by their authors */
  read: (ids: readonly string[]) => Promise<Found[]>;
  /** @returns the ids of those that contain every word */
  findAmong: (ids: readonly string[], words: readonly string[]) => Promise<string[]>;
}

const sources: Record<SavedKind, Source> = {
  article: {
    findAmong: articleWordIndex.findAmong,
    async read(ids) {
      return (await findListedArticles(ids)).map((article) => [
        article.id,
        {
          title: article.title,
          author: article.reviewer,
          excerpt: article.summary,
          path: `/article/${article.id}`,
          createdAt: article.createdAt,
        },
      ]);
    },
  },
  review: {
    findAmong: reviewWordIndex.findAmong,
    async read(ids) {
      return (await findReviews(ids)).map((review) => [
        review.id,
        {
          title: review.title,
          author: review.username,
          excerpt: excerpt(review.review),
          path: reviewPath(review),
          createdAt: review.createdAt,
        },
      ]);
    },
  },
  comment: {
    findAmong: commentWordIndex.findAmong,
    async read(ids) {
      const found = (await findComments(ids)).filter(({ removedAt }) => !removedAt);
      const titleOf = await readSubjectTitles(found);
      return found.map((comment) => [
        comment.id,
        {
          title: titleOf(comment),
          author: comment.username,
          excerpt: excerpt(comment.content),
          path: commentPath(comment),
          createdAt: comment.createdAt,
        },
      ]);
    },
  },
  recommendation: {
    async findAmong(ids, words) {
      const rows = await findRows(ids);
      const isMatch = (row: RecommendationRow) => {
        const own = new Set(tokenize([recommendationTitle(row), row.rationale]));
        return words.every((word) => own.has(word));
      };
      return rows.filter(isMatch).map(({ id }) => id);
    },
    async read(ids) {
      return (await findRows(ids)).map((row) => [
        row.id,
        {
          title: recommendationTitle(row),
          author: null,
          excerpt: excerpt(row.rationale),
          path: `/${row.kind}/${row.id}`,
          createdAt: row.createdAt,
        },
      ]);
    },
  },
};

const idsOf = (kind: SavedKind, references: readonly SavedReference[]) =>
  references.filter((reference) => reference.kind === kind).map(({ id }) => id);

/** Runs a query of each kind for the ids of that kind, if there are any. */
async function byKind<Item>(
  references: readonly SavedReference[],
  query: (source: Source, ids: readonly string[]) => Promise<readonly Item[]>,
): Promise<Item[]> {
  const kinds = [...new Set(references.map(({ kind }) => kind))];
  const found = await Promise.all(
    kinds.map((kind) => query(sources[kind], idsOf(kind, references))),
  );
  return found.flat();
}

export const isThere = async ({ kind, id }: SavedReference): Promise<boolean> =>
  (await sources[kind].read([id])).length > 0;

/** @returns the texts that exist and were not removed, by id */
export const readSavedTexts = async (
  references: readonly SavedReference[],
): Promise<Map<string, SavedText>> =>
  new Map(await byKind(references, (source, ids) => source.read(ids)));

/** @returns the ids of the texts that contain every word */
export const findContaining = async (
  references: readonly SavedReference[],
  words: readonly string[],
): Promise<Set<string>> =>
  new Set(await byKind(references, (source, ids) => source.findAmong(ids, words)));
