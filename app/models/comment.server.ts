import { Schema, Types, type InferSchemaType } from "mongoose";
import { cursorBefore, type Page, type Place } from "~/domain/cursor";
import { documentWords, plainText } from "~/domain/tokenizer";
import { listArticleReferences } from "./article-references.server";
import { createModel } from "./create-model.server";
import { wordIndex, wordFields } from "./word-index.server";
import { insertMissing, toObjectId } from "./ids.server";
import { readPage, type OwnListPage } from "./pagination.server";
import { ownedCollection } from "./ownership.server";
import { textSource } from "./text-source.server";

const schema = new Schema(
  {
    article: { type: Schema.Types.ObjectId, required: true },
    author: { type: Schema.Types.ObjectId, required: true },
    /** The author's name, denormalised; it changes only when the account is deleted. */
    username: { type: String, required: true },
    content: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Set until the address of the account is proven; until then it is shown, and weighs nothing. */
    isUnproven: { type: Boolean },
    words: wordFields.words,
  },
  { collection: "comments", versionKey: false },
);

schema.index({ article: 1, createdAt: 1, _id: 1 });
schema.index({ author: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: 1, _id: 1 });
schema.index({ words: 1, createdAt: -1, _id: -1 });

type CommentRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Comment = createModel<CommentRow>("Comment", schema);

export interface Comment {
  id: string;
  username: string;
  /** Plain text with line breaks. */
  content: string;
  createdAt: Date;
}

const toComment = ({ _id, username, content, createdAt }: Omit<CommentRow, "words">): Comment => ({
  id: _id.toHexString(),
  username,
  content,
  createdAt,
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
const wordsOf = ({ content }: Pick<Comment, "content">) => ({
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
  const comment = await Comment.create({
    ...fields,
    ...(isUnproven && { isUnproven }),
    ...wordsOf(fields),
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
    Comment,
    comments.map(({ id, articleId, authorId, ...fields }) => ({
      ...fields,
      ...wordsOf(fields),
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
  return readPage<CommentRow, Comment>(Comment, {
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
  const row = await Comment.findOne(first, { createdAt: 1 }).lean<CommentRow>();
  if (!row) return null;
  const place = { id: row._id.toHexString(), value: row.createdAt.getTime() };
  return listComments(articleId, { limit, after: cursorBefore(place, "ascending") });
}

/** A comment with the article it is on. */
export interface PlacedComment extends Comment {
  articleId: string;
}

const toPlaced = (row: CommentRow): PlacedComment => ({
  ...toComment(row),
  articleId: row.article.toHexString(),
});

/** Reads a page of a user's comments, newest first. */
export function listCommentsOf(userId: string, page: OwnListPage): Promise<Page<PlacedComment>> {
  return readPage<CommentRow, PlacedComment>(Comment, {
    ...page,
    filter: { author: toObjectId(userId) },
    field: "createdAt",
    toItem: toPlaced,
  });
}

/** @returns the number of comments a user has written */
export const countCommentsOf = (userId: string): Promise<number> =>
  Comment.countDocuments({ author: toObjectId(userId) });

/** @returns the article id of each given comment that exists, by comment id */
export async function findArticlesOfComments(ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map();
  const rows = await Comment.find(
    { _id: { $in: ids.map((id) => toObjectId(id)) } },
    { article: 1 },
  ).lean<CommentRow[]>();
  return new Map(rows.map(({ _id, article }) => [_id.toHexString(), article.toHexString()]));
}

interface CommentCounts {
  all: number;
  byOthers: number;
  /** Of those by others. */
  unproven: number;
}

/**
 * @param authors author ids by article id
 * @param before counts only comments created before this date
 * @returns per article, the number of comments, the number by others than the author, and how many of those are
 *   unproven; articles without comments are left out
 */
export async function countComments(
  authors: ReadonlyMap<string, string>,
  before?: Date,
): Promise<Map<string, CommentCounts>> {
  const rows = await Comment.aggregate<{
    _id: { article: Types.ObjectId; author: Types.ObjectId };
    count: number;
    unproven: number;
  }>([
    {
      $match: {
        article: { $in: [...authors.keys()].map((id) => new Types.ObjectId(id)) },
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

/** Comments as a source of authored text. */
export const commentTexts = textSource<CommentRow>(
  Comment,
  { author: 1, createdAt: 1, content: 1 },
  ({ _id, author, createdAt, content }) => ({
    id: _id.toHexString(),
    authorId: author.toHexString(),
    createdAt,
    texts: [content],
  }),
);

/** The word index over comments; results include the article id. */
export const commentWordIndex = wordIndex<CommentRow, PlacedComment>(Comment, {
  toItem: toPlaced,
  texts: { content: 1 },
  toWords: wordsOf,
});

/** Comments by owner. */
export const ownedComments = ownedCollection<CommentRow>(Comment, {
  owner: "author",
  projection: { _id: 1 },
  nameFields: (_, username) => ({ username }),
});

/** @returns the comment with this id, or `null` */
export async function findComment(id: string): Promise<Comment | null> {
  const _id = toObjectId(id);
  const row = _id && (await Comment.findById(_id).lean<CommentRow>());
  return row ? toComment(row) : null;
}

/** What the counts of an article need to know of a comment. */
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

/** Deletes a comment document only. @returns what it was, or `null` if there is none */
export async function removeCommentRow(id: string): Promise<CountedComment | null> {
  const _id = toObjectId(id);
  const row = _id && (await Comment.findOneAndDelete({ _id }).lean<CommentRow>());
  return row && toCounted(row);
}

/** @returns the ids of up to `limit` unproven comments of a user */
export async function listUnprovenComments(userId: string, limit: number): Promise<string[]> {
  const filter = { author: toObjectId(userId), isUnproven: true };
  const rows = await Comment.find(filter, { _id: 1 }).limit(limit).lean<CommentRow[]>();
  return rows.map(({ _id }) => _id.toHexString());
}

/** @returns the comment if it was unproven, which it is no longer; else `null` */
export async function proveComment(id: string): Promise<CountedComment | null> {
  const row = await Comment.findOneAndUpdate(
    { _id: toObjectId(id), isUnproven: true },
    { $unset: { isUnproven: 1 } },
  ).lean<CommentRow>();
  return row && toCounted(row);
}

/** @returns the ids of up to `limit` comments on an article */
export async function listCommentIds(articleId: string, limit: number): Promise<string[]> {
  const rows = await Comment.find({ article: toObjectId(articleId) }, { _id: 1 })
    .limit(limit)
    .lean<CommentRow[]>();
  return rows.map(({ _id }) => _id.toHexString());
}

/** Deletes comments without updating any counts. */
export async function removeComments(ids: readonly string[]): Promise<void> {
  if (ids.length) await Comment.deleteMany({ _id: { $in: ids.map(toObjectId) } });
}

/** @returns up to `limit` comments in id order after `afterId`, each with its article */
export const listCommentedArticles = (afterId: string | null, limit: number) =>
  listArticleReferences<CommentRow>(Comment, afterId, limit);
