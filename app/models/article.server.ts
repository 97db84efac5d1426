import { Types } from "mongoose";
import { articleTextFields, type ArticleTextField } from "~/domain/article-fields";
import type { Page, Place } from "~/domain/cursor";
import type { Disclosure } from "~/domain/disclosure";
import { foldText } from "~/domain/folding";
import { hotRank, type ArticleSort } from "~/domain/ranking";
import type { Named } from "~/domain/named";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { documentWords, plainMarkdown } from "~/domain/tokenizer";
import type { ArticleInput } from "~/schemas/articles";
import { ArticleModel, type ArticleRow, type Counts } from "./article.schema.server";
import { collectionOf, readByIdRange } from "./collection.server";
import { toMark } from "./moderation-mark.server";
import { namedRows, toNamed } from "./named.server";
import { wordIndex } from "./word-index.server";
import { insertMissing, isDuplicateKey, toObjectId, withIds } from "./ids.server";
import { escapePattern, searchPage, type OwnListPage } from "./pagination.server";
import { ownedCollection, textSource } from "./authored.server";

type UnlistedField = "content" | "urlKey" | "searchable" | "words" | "titleWords";
type ListedRow = Omit<ArticleRow, UnlistedField> & Partial<Pick<ArticleRow, UnlistedField>>;
const listedFields = (withContent = false) => ({
  urlKey: 0,
  searchable: 0,
  words: 0,
  titleWords: 0,
  weightlessUpvotes: 0,
  unprovenComments: 0,
  isUnproven: 0,
  ...(withContent ? {} : { content: 0 }),
});

function toListed(row: ListedRow) {
  const { _id, author, content, urlKey, hot, searchable, words, titleWords, ...rest } = row;
  const { commentsByOthers, weightlessUpvotes, unprovenComments, isUnproven, ...fields } = rest;
  return {
    ...fields,
    id: _id.toHexString(),
    authorId: author.toHexString(),
    imageUrl: row.imageUrl ?? null,
    disclosure: (row.disclosure ?? null) as Disclosure | null,
    disclosureNote: row.disclosureNote ?? null,
    version: row.version ?? 1,
    editedAt: row.editedAt ?? null,
    repostedAt: row.repostedAt ?? null,
    named: toNamed(row),
    locked: toMark(row.locked),
    warning: toMark(row.warning),
    ...(content != null && { content }),
  };
}

/** An article as lists return it; `content`, as Markdown, is present only if it was requested. */
export type ListedArticle = ReturnType<typeof toListed>;
export type Article = ListedArticle & { content: string };

export const toArticle = (row: ArticleRow): Article => ({
  ...toListed(row),
  content: row.content ?? "",
});

export interface NewArticle extends ArticleInput {
  urlKey: string;
  authorId: string;
  reviewer: string;
  named?: readonly Named[];
  createdAt?: Date;
  /** Whether the address of the author's account is not proven. */
  isUnproven?: true | undefined;
}

/** The texts an article is found by: in `searchable` for lists; and words, those of the title first. */
export function articleWords(article: { readonly [Name in ArticleTextField]?: string | null }) {
  const lines = articleTextFields
    .filter((name) => name !== "content")
    .map((name) => article[name] ?? "");
  const [title = "", ...others] = lines;
  return {
    searchable: lines.map(foldText).join("\n"),
    ...documentWords([title], [...others, plainMarkdown(article.content ?? "")]),
  };
}

/**
 * @returns the new article; the id of the existing article with the same `urlKey`; or `null` if that one has just been
 *   removed
 */
export async function createArticle({
  authorId,
  createdAt = new Date(),
  named,
  ...fields
}: NewArticle): Promise<{ article: Article } | { existingId: string } | null> {
  try {
    const hot = hotRank({ upvotes: 0, commentsByOthers: 0, createdAt });
    const article = await ArticleModel.create({
      ...fields,
      ...articleWords(fields),
      named: namedRows(named),
      author: new Types.ObjectId(authorId),
      createdAt,
      hot,
    });
    return { article: toArticle(article.toObject()) };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const existing = await ArticleModel.findOne({ urlKey: fields.urlKey }, { _id: 1 }).lean();
    return existing && { existingId: existing._id.toHexString() };
  }
}

/** An article with existing counts and dates, as seeds and imports provide it. */
export interface ImportedArticle extends NewArticle, Counts {
  id: string;
  createdAt: Date;
  views: number;
}

/** Stores articles with their ids and counts; skips those whose id or link already exists. */
export async function importArticles(articles: readonly ImportedArticle[]): Promise<void> {
  await insertMissing(
    ArticleModel,
    articles.map(({ id, authorId, named, ...fields }) => ({
      ...fields,
      named: namedRows(named),
      ...articleWords(fields),
      _id: new Types.ObjectId(id),
      author: new Types.ObjectId(authorId),
      hot: hotRank(fields),
    })),
  );
}

const articles = collectionOf(ArticleModel, toArticle);
/** Articles with the fields that lists have. */
const listed = (withContent?: boolean) =>
  collectionOf<ArticleRow, ListedArticle>(ArticleModel, toListed, listedFields(withContent));

export const findArticle = (id: string): Promise<Article | null> =>
  articles.find({ _id: toObjectId(id) });

/** @returns those of some articles that exist, in no particular order */
export const findArticles = (ids: readonly string[]): Promise<Article[]> =>
  articles.list(withIds(ids));

/** @returns the id of the article with a normalised link, or `null` */
export const findArticleWithLink = async (urlKey: string): Promise<string | null> =>
  (await articles.ids({ urlKey }, { limit: 1 }))[0] ?? null;

/** @returns the ids of up to `limit` articles by others since a time, in a category or all, oldest first */
export const listNewArticles = (
  category: string | null,
  { since, exceptBy, limit }: { since: Date; exceptBy: string; limit: number },
): Promise<string[]> =>
  articles.ids(
    {
      ...(category && { category }),
      createdAt: { $gt: since },
      author: { $ne: toObjectId(exceptBy) },
    },
    { sort: { createdAt: 1, _id: 1 }, limit },
  );

/** @returns those of some articles that exist, without their content, in no particular order */
export const findListedArticles = (ids: readonly string[]): Promise<ListedArticle[]> =>
  listed().list(withIds(ids));

/** @returns the author's id and the category of an article, or `null` if there is no such article */
export async function findArticleOwner(
  id: string,
): Promise<Pick<Article, "authorId" | "category"> | null> {
  const _id = toObjectId(id);
  const fields = { author: 1, category: 1 };
  const row = _id && (await ArticleModel.findById(_id, fields).lean());
  return row ? { authorId: row.author.toHexString(), category: row.category } : null;
}

export const SORT_FIELDS = { new: "createdAt", hot: "hot", top: "upvotes" } as const;

export interface ArticleList extends Place {
  sort: ArticleSort;
  category?: string;
  /** Maximum number of items, at least 1. */
  limit: number;
  withContent?: boolean;
}

/** Reads a page of articles in a sort order, from the beginning or on either side of a cursor. */
export function listArticles({
  sort,
  category,
  withContent,
  ...page
}: ArticleList): Promise<Page<ListedArticle>> {
  return listed(withContent).page({
    ...page,
    filter: category ? { category } : {},
    field: SORT_FIELDS[sort],
  });
}

/**
 * Reads a page of articles whose title or summary contains `text`, as `foldText` folds them, or whose reviewer or URL
 * contains it, ignoring case. Scans at most `SEARCH_WINDOW` articles per call.
 */
export function searchArticles(
  text: string,
  { sort, category, withContent, ...page }: Omit<ArticleList, "before">,
): Promise<Page<ListedArticle>> {
  const pattern = { $regex: escapePattern(text), $options: "i" };
  return searchPage<ArticleRow, ListedArticle>(ArticleModel, {
    ...page,
    filter: category ? { category } : {},
    matching: {
      $or: [
        { searchable: { $regex: escapePattern(foldText(text)) } },
        ...["reviewer", "url"].map((name) => ({ [name]: pattern })),
      ],
    },
    field: SORT_FIELDS[sort],
    projection: listedFields(withContent),
    toItem: toListed,
  });
}

export const countArticles = (category: string): Promise<number> =>
  ArticleModel.countDocuments({ category });

export const hasPosted = (userId: string, category: string): Promise<boolean> =>
  articles.has({ author: toObjectId(userId), category });

/** Reads a page of a user's articles, newest first. */
export const listArticlesOf = (
  userId: string,
  { withContent, ...page }: OwnListPage & Pick<ArticleList, "withContent">,
): Promise<Page<ListedArticle>> =>
  listed(withContent).page({
    ...page,
    filter: { author: toObjectId(userId) },
    field: "createdAt",
  });

export const countArticlesOf = (userId: string): Promise<number> =>
  ArticleModel.countDocuments({ author: toObjectId(userId) });

export async function findTitles(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await ArticleModel.find(withIds<ArticleRow>(ids), { title: 1 }).lean();
  return new Map(rows.map(({ _id, title }) => [_id.toHexString(), title]));
}

/** @returns what makes articles rank high, of those of the given ones that exist */
export async function findStanding(ids: readonly string[]) {
  const fields = { hot: 1, upvotes: 1, commentCount: 1 } as const;
  const rows = await ArticleModel.find(withIds<ArticleRow>(ids), fields).lean();
  return new Map(
    rows.map(({ _id, hot, upvotes, commentCount }) => [
      _id.toHexString(),
      { hot, upvotes, commentCount },
    ]),
  );
}

/** A projection of the fields with text. */
const TEXTS = Object.fromEntries(articleTextFields.map((name) => [name, 1 as const]));

export const articleTexts = textSource<ArticleRow>(
  ArticleModel,
  { author: 1, createdAt: 1, ...TEXTS },
  ({ _id, author, createdAt, ...fields }) => ({
    id: _id.toHexString(),
    authorId: author.toHexString(),
    createdAt,
    texts: mentioningTexts("article", fields),
  }),
);

/** The word index over articles; results include the content. */
export const articleWordIndex = wordIndex<ArticleRow, Article>(ArticleModel, {
  toItem: toArticle,
  texts: TEXTS,
  toWords: articleWords,
});

/** Articles by id range, each with its creation date. */
export const articlesById = readByIdRange(
  ArticleModel,
  ({ _id, createdAt }: ArticleRow) => ({ id: _id.toHexString(), createdAt }),
  { createdAt: 1 },
);

export const ownedArticles = ownedCollection<ArticleRow>(ArticleModel, {
  owner: "author",
  projection: { _id: 1 },
  nameFields: (_, reviewer) => ({ reviewer }),
});
