import { Types } from "mongoose";
import type { Page, Place } from "~/domain/cursor";
import { hotRank, type ArticleSort } from "~/domain/ranking";
import { documentWords, plainMarkdown } from "~/domain/tokenizer";
import { readByIdRange } from "./id-range.server";
import { ArticleModel, type ArticleRow, type Counts } from "./article.schema.server";
import { wordIndex } from "./word-index.server";
import { insertMissing, isDuplicateKey, toObjectId } from "./ids.server";
import { escapePattern, readPage, searchPage, type OwnListPage } from "./pagination.server";
import { ownedCollection } from "./ownership.server";
import { textSource } from "./text-source.server";

/** An article as it is stored, with its id as text. */
export interface Article {
  id: string;
  title: string;
  summary: string;
  url: string;
  imageUrl: string | null;
  category: string;
  /** Markdown. */
  content: string;
  authorId: string;
  reviewer: string;
  createdAt: Date;
  views: number;
  upvotes: number;
  commentCount: number;
}

/** An article as lists have it: without its text, unless that was asked for. */
export type ListedArticle = Omit<Article, "content"> & { content?: string };

type Listed = Omit<ArticleRow, "content" | "urlKey" | "words" | "titleWords"> & {
  content?: string | null;
};
const listedFields = (withContent = false) => ({
  ...{ urlKey: 0, words: 0, titleWords: 0 },
  ...(withContent ? {} : { content: 0 }),
});

const toListed = ({ _id, author, ...row }: Listed): ListedArticle => ({
  id: _id.toHexString(),
  title: row.title,
  summary: row.summary,
  url: row.url,
  imageUrl: row.imageUrl ?? null,
  category: row.category,
  authorId: author.toHexString(),
  reviewer: row.reviewer,
  createdAt: row.createdAt,
  views: row.views,
  upvotes: row.upvotes,
  commentCount: row.commentCount,
  ...(row.content == null ? {} : { content: row.content }),
});

const toArticle = (row: ArticleRow): Article => ({ ...toListed(row), content: row.content ?? "" });

export interface NewArticle {
  title: string;
  summary: string;
  url: string;
  urlKey: string;
  imageUrl?: string;
  category: string;
  content?: string;
  authorId: string;
  reviewer: string;
  createdAt?: Date;
}

/** What an article is found by: its title, then its summary and its text. */
const wordsOf = ({
  title,
  summary,
  content,
}: Pick<ArticleRow, "title" | "summary"> & { content?: string | null }) =>
  documentWords([title], [summary, plainMarkdown(content ?? "")]);

/** @returns the new article, or the id of the one that has the same `urlKey` */
export async function createArticle({
  authorId,
  createdAt = new Date(),
  ...fields
}: NewArticle): Promise<{ article: Article } | { existingId: string }> {
  try {
    const hot = hotRank({ upvotes: 0, commentsByOthers: 0, createdAt });
    const article = await ArticleModel.create({
      ...fields,
      ...wordsOf(fields),
      author: new Types.ObjectId(authorId),
      createdAt,
      hot,
    });
    return { article: toArticle(article.toObject()) };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const existing = await ArticleModel.findOne({ urlKey: fields.urlKey }, { _id: 1 }).lean();
    if (!existing) throw error;
    return { existingId: existing._id.toHexString() };
  }
}

/** An article that has a history already, as an import brings it. */
export interface ImportedArticle extends NewArticle, Counts {
  id: string;
  createdAt: Date;
  views: number;
}

/** Stores articles with their ids and counts; one whose id or link is there already is left out. */
export async function importArticles(articles: readonly ImportedArticle[]): Promise<void> {
  await insertMissing(
    ArticleModel,
    articles.map(({ id, authorId, ...fields }) => ({
      ...fields,
      ...wordsOf(fields),
      _id: new Types.ObjectId(id),
      author: new Types.ObjectId(authorId),
      hot: hotRank(fields),
    })),
  );
}

/** @returns the article of an id, or `null` */
export async function findArticle(id: string): Promise<Article | null> {
  const _id = toObjectId(id);
  const row = _id && (await ArticleModel.findById(_id).lean<ArticleRow>());
  return row ? toArticle(row) : null;
}

/** @returns who wrote the article of an id, or `null` when there is no such article */
export async function findArticleAuthor(id: string): Promise<string | null> {
  const _id = toObjectId(id);
  const row = _id && (await ArticleModel.findById(_id, { author: 1 }).lean<ArticleRow>());
  return row ? row.author.toHexString() : null;
}

const SORT_FIELDS = { new: "createdAt", hot: "hot", top: "upvotes" } as const;

export interface ArticleList extends Place {
  sort: ArticleSort;
  category?: string;
  /** How many at most, from 1. */
  limit: number;
  /** Whether the articles' texts are wanted too. */
  withContent?: boolean;
}

/** A page of articles in an order, from its beginning or on either side of a cursor. */
export function listArticles({
  sort,
  category,
  withContent,
  ...page
}: ArticleList): Promise<Page<ListedArticle>> {
  return readPage<ArticleRow, ListedArticle>(ArticleModel, {
    ...page,
    filter: category ? { category } : {},
    field: SORT_FIELDS[sort],
    projection: listedFields(withContent),
    toItem: toListed,
  });
}

/**
 * A page of the articles that have a text in title, summary, reviewer or url, without regard to case:
 * of so many as one search looks at.
 */
export function searchArticles(
  text: string,
  { sort, category, withContent, ...page }: Omit<ArticleList, "before">,
): Promise<Page<ListedArticle>> {
  const pattern = { $regex: escapePattern(text), $options: "i" };
  return searchPage<ArticleRow, ListedArticle>(ArticleModel, {
    ...page,
    filter: category ? { category } : {},
    matching: { $or: ["title", "summary", "reviewer", "url"].map((name) => ({ [name]: pattern })) },
    field: SORT_FIELDS[sort],
    projection: listedFields(withContent),
    toItem: toListed,
  });
}

/** @returns how many articles a category has */
export const countArticles = (category: string): Promise<number> =>
  ArticleModel.countDocuments({ category });

/** @returns whether somebody has posted anything in a category */
export async function hasPosted(userId: string, category: string): Promise<boolean> {
  return (await ArticleModel.exists({ author: toObjectId(userId), category })) !== null;
}

/** A page of a user's articles, the newest first. */
export function listArticlesOf(userId: string, page: OwnListPage): Promise<Page<ListedArticle>> {
  return readPage<ArticleRow, ListedArticle>(ArticleModel, {
    ...page,
    filter: { author: toObjectId(userId) },
    field: "createdAt",
    projection: listedFields(),
    toItem: toListed,
  });
}

/** @returns how many articles a user has posted */
export const countArticlesOf = (userId: string): Promise<number> =>
  ArticleModel.countDocuments({ author: toObjectId(userId) });

/** @returns the titles of some articles, by id; one that is not there is left out */
export async function findTitles(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ArticleModel.find(
    { _id: { $in: [...new Set(ids)].map(toObjectId) } },
    { title: 1 },
  )
    .limit(ids.length)
    .lean<ArticleRow[]>();
  return new Map(rows.map(({ _id, title }) => [_id.toHexString(), title]));
}

/** The articles as what their authors wrote: title, summary and text. */
export const articleTexts = textSource<ArticleRow>(
  ArticleModel,
  { author: 1, createdAt: 1, title: 1, summary: 1, content: 1 },
  ({ _id, author, createdAt, title, summary, content }) => ({
    id: _id.toHexString(),
    authorId: author.toHexString(),
    createdAt,
    texts: [title, summary, content ?? ""],
  }),
);

/** The articles as what one searches them for, each with its text. */
export const articleWordIndex = wordIndex<ArticleRow, Article>(ArticleModel, {
  toItem: toArticle,
  texts: { title: 1, summary: 1, content: 1 },
  toWords: wordsOf,
});

/** The articles along their ids, each with when it was posted. */
export const articlesById = readByIdRange<ArticleRow, { id: string; createdAt: Date }>(
  ArticleModel,
  {
    projection: { createdAt: 1 },
    toItem: ({ _id, createdAt }) => ({ id: _id.toHexString(), createdAt }),
  },
);

/** The articles as belonging to who posted them. */
export const ownedArticles = ownedCollection<ArticleRow>(ArticleModel, {
  owner: "author",
  projection: { _id: 1 },
  toNamed: (_, reviewer) => ({ reviewer }),
});

/** Removes an article's row. @returns whose it was and in which category, or `null` when there is none */
export async function removeArticleRow(
  id: string,
): Promise<Pick<Article, "authorId" | "category"> | null> {
  const _id = toObjectId(id);
  const row = _id && (await ArticleModel.findOneAndDelete({ _id }).lean<ArticleRow>());
  return row && { authorId: row.author.toHexString(), category: row.category };
}
