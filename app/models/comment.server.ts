import { Types } from "mongoose";
import { cursorBefore, type Page, type Place } from "~/domain/cursor";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { documentWords, plainText } from "~/domain/tokenizer";
import { listArticleReferences } from "./read-rows.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { wordIndex } from "./word-index.server";
import { insertMissing, toObjectId } from "./ids.server";
import { readPage, type OwnListPage } from "./pagination.server";
import { ownedCollection } from "./ownership.server";
import { textSource } from "./text-source.server";

export interface Comment {
  id: string;
  username: string;
  /** Plain text with line breaks. */
  content: string;
  createdAt: Date;
  /** Incremented by each edit. */
  version: number;
  /** When it was last edited with a trace; `null` if never. */
  editedAt: Date | null;
  /** When its author removed it, which empties name and content; `null` if it was not removed. */
  removedAt: Date | null;
}

export const toComment = ({ _id, ...row }: Omit<CommentRow, "words">): Comment => ({
  id: _id.toHexString(),
  username: row.username,
  content: row.content,
  createdAt: row.createdAt,
  version: row.version ?? 1,
  editedAt: row.editedAt ?? null,
  removedAt: row.removedAt ?? null,
});

interface NewComment {
  articleId: string;
  authorId: string;
  username: string;
  content: string;
  createdAt?: Date;
  /** Whether the address of the account is not proven. */
  isUnproven?: boolean;
}

/** The words a comment is indexed by; it has no title. */
export const commentWords = ({ content }: Pick<Comment, "content">) => ({
  words: documentWords([], [plainText(content)]).words,
});

/** Stores a comment. The caller checks that the article exists. */
export async function createComment({
  articleId,
  authorId,
  createdAt = new Date(),
  isUnproven = false,
  ...fields
}: NewComment): Promise<Comment> {
  const comment = await CommentModel.create({
    ...fields,
    ...(isUnproven && { isUnproven }),
    ...commentWords(fields),
    article: new Types.ObjectId(articleId),
    author: new Types.ObjectId(authorId),
    createdAt,
  });
  return toComment(comment.toObject());
}

/** Stores comments with their ids; skips those whose id already exists. */
export async function importComments(
  comments: readonly (NewComment & { id: string })[],
): Promise<void> {
  await insertMissing(
    CommentModel,
    comments.map(({ id, articleId, authorId, ...fields }) => ({
      ...fields,
      ...commentWords(fields),
      _id: new Types.ObjectId(id),
      article: new Types.ObjectId(articleId),
      author: new Types.ObjectId(authorId),
    })),
  );
}

/** Reads a page of an article's comments, oldest first, from the beginning or after a cursor. */
export function listComments(
  articleId: string,
  { limit, after }: Pick<Place, "after"> & { limit: number },
): Promise<Page<Comment>> {
  return readPage<CommentRow, Comment>(CommentModel, {
    filter: { article: toObjectId(articleId) },
    field: "createdAt",
    ascending: true,
    limit,
    after,
    toItem: toComment,
  });
}

/** Reads a page of an article's comments starting at a given comment; `null` if it does not exist. */
export async function listCommentsFrom(
  articleId: string,
  id: string,
  limit: number,
): Promise<Page<Comment> | null> {
  const first = { _id: toObjectId(id), article: toObjectId(articleId) };
  const row = await CommentModel.findOne(first, { createdAt: 1 }).lean<CommentRow>();
  if (!row) return null;
  const place = { id: row._id.toHexString(), value: row.createdAt.getTime() };
  return listComments(articleId, { limit, after: cursorBefore(place, "ascending") });
}

export interface PlacedComment extends Comment {
  articleId: string;
}

const toPlaced = (row: CommentRow): PlacedComment => ({
  ...toComment(row),
  articleId: row.article.toHexString(),
});

/** Reads a page of a user's comments, newest first. */
export function listCommentsOf(userId: string, page: OwnListPage): Promise<Page<PlacedComment>> {
  return readPage<CommentRow, PlacedComment>(CommentModel, {
    ...page,
    filter: { author: toObjectId(userId) },
    field: "createdAt",
    toItem: toPlaced,
  });
}

export const countCommentsOf = (userId: string): Promise<number> =>
  CommentModel.countDocuments({ author: toObjectId(userId) });

export async function findArticlesOfComments(ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await CommentModel.find(
    { _id: { $in: ids.map((id) => toObjectId(id)) } },
    { article: 1 },
  ).lean<CommentRow[]>();
  return new Map(rows.map(({ _id, article }) => [_id.toHexString(), article.toHexString()]));
}

interface CommentCounts {
  all: number;
  byOthers: number;
  /** How many of those by others are unproven. */
  unproven: number;
}

/**
 * @param authors author ids by article id
 * @returns per article, the number of comments, the number by others than the author, and how many of those are
 *   unproven; articles without comments are left out
 */
export async function countComments(
  authors: ReadonlyMap<string, string>,
  before?: Date,
): Promise<Map<string, CommentCounts>> {
  const rows = await CommentModel.aggregate<{
    _id: { article: Types.ObjectId; author: Types.ObjectId };
    count: number;
    unproven: number;
  }>([
    {
      $match: {
        article: { $in: [...authors.keys()].map((id) => new Types.ObjectId(id)) },
        removedAt: null,
        ...(before ? { createdAt: { $lt: before } } : {}),
      },
    },
    {
      $group: {
        _id: { article: "$article", author: "$author" },
        count: { $sum: 1 },
        unproven: { $sum: { $cond: ["$isUnproven", 1, 0] } },
      },
    },
  ]);
  const counts = new Map<string, CommentCounts>();
  for (const { _id, count, unproven } of rows) {
    const article = _id.article.toHexString();
    const sums = counts.get(article) ?? { all: 0, byOthers: 0, unproven: 0 };
    sums.all += count;
    if (_id.author.toHexString() !== authors.get(article)) {
      sums.byOthers += count;
      sums.unproven += unproven;
    }
    counts.set(article, sums);
  }
  return counts;
}

/**
 * @param authors author ids by article id
 * @returns per article, how many proven accounts other than its author have commented; articles without any are left
 *   out
 */
export async function countOtherCommenters(
  authors: ReadonlyMap<string, string>,
  before?: Date,
): Promise<Map<string, number>> {
  if (!authors.size) return new Map();
  const rows = await CommentModel.aggregate<{ _id: Types.ObjectId; authors: Types.ObjectId[] }>([
    {
      $match: {
        article: { $in: [...authors.keys()].map((id) => new Types.ObjectId(id)) },
        removedAt: null,
        isUnproven: { $ne: true },
        ...(before ? { createdAt: { $lt: before } } : {}),
      },
    },
    { $group: { _id: "$article", authors: { $addToSet: "$author" } } },
  ]);
  const counts = new Map<string, number>();
  for (const { _id, authors: commenters } of rows) {
    const article = _id.toHexString();
    const author = authors.get(article);
    const others = commenters.filter((commenter) => commenter.toHexString() !== author);
    if (others.length) counts.set(article, others.length);
  }
  return counts;
}

export const commentTexts = textSource<CommentRow>(
  CommentModel,
  { author: 1, createdAt: 1, content: 1 },
  ({ _id, author, createdAt, ...fields }) => ({
    id: _id.toHexString(),
    authorId: author.toHexString(),
    createdAt,
    texts: mentioningTexts("comment", fields),
  }),
);

/** The word index over comments; results include the article id. */
export const commentWordIndex = wordIndex<CommentRow, PlacedComment>(CommentModel, {
  toItem: toPlaced,
  texts: { content: 1 },
  toWords: commentWords,
});

export const ownedComments = ownedCollection<CommentRow>(CommentModel, {
  owner: "author",
  projection: { _id: 1 },
  nameFields: (_, username) => ({ username }),
});

export async function findComment(id: string): Promise<Comment | null> {
  const row = await CommentModel.findById(toObjectId(id)).lean<CommentRow>();
  return row && toComment(row);
}

/** The fields of a comment that the counts of its article depend on. */
export interface CountedComment {
  articleId: string;
  authorId: string;
  isUnproven: boolean;
}

const toCounted = ({ article, author, isUnproven }: CommentRow): CountedComment => ({
  articleId: article.toHexString(),
  authorId: author.toHexString(),
  isUnproven: isUnproven ?? false,
});

/** Deletes only the document of a comment. @returns the fields needed to update counts, or `null` if there is none */
export async function removeCommentRow(id: string): Promise<CountedComment | null> {
  const _id = toObjectId(id);
  const row = _id && (await CommentModel.findOneAndDelete({ _id }).lean<CommentRow>());
  return row && toCounted(row);
}

export async function listUnprovenComments(userId: string, limit: number): Promise<string[]> {
  const filter = { author: toObjectId(userId), isUnproven: true };
  const rows = await CommentModel.find(filter, { _id: 1 }).limit(limit).lean<CommentRow[]>();
  return rows.map(({ _id }) => _id.toHexString());
}

/** Marks a comment as proven. @returns the comment if it was unproven before; otherwise `null` */
export async function proveComment(id: string): Promise<CountedComment | null> {
  const row = await CommentModel.findOneAndUpdate(
    { _id: toObjectId(id), isUnproven: true },
    { $unset: { isUnproven: 1 } },
  ).lean<CommentRow>();
  return row && toCounted(row);
}

export async function listCommentIds(articleId: string, limit: number): Promise<string[]> {
  const rows = await CommentModel.find({ article: toObjectId(articleId) }, { _id: 1 })
    .limit(limit)
    .lean<CommentRow[]>();
  return rows.map(({ _id }) => _id.toHexString());
}

/** Deletes comments without updating any counts. */
export async function removeComments(ids: readonly string[]): Promise<void> {
  if (ids.length) await CommentModel.deleteMany({ _id: { $in: ids.map(toObjectId) } });
}

/** @returns up to `limit` comments in id order after `afterId`, each with its article */
export const listCommentedArticles = (afterId: string | null, limit: number) =>
  listArticleReferences<CommentRow>(CommentModel, afterId, limit);
