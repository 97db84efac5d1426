import { Types } from "mongoose";
import { cursorBefore, type Page, type Place } from "~/domain/cursor";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { documentWords, plainText } from "~/domain/tokenizer";
import { collectionOf, toReference, type Reference } from "./collection.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { wordIndex } from "./word-index.server";
import { insertMissing, toObjectId, withIds } from "./ids.server";
import type { OwnListPage } from "./pagination.server";
import { groupOthers, ownedCollection, textSource } from "./authored.server";

export const toComment = ({ _id, ...row }: Omit<CommentRow, "words">) => ({
  id: _id.toHexString(),
  username: row.username,
  content: row.content,
  createdAt: row.createdAt,
  version: row.version ?? 1,
  editedAt: row.editedAt ?? null,
  removedAt: row.removedAt ?? null,
});

/** A comment; its author's removal has emptied the name and the content if `removedAt` is set. */
export type Comment = ReturnType<typeof toComment>;

const comments = collectionOf<CommentRow, Comment>(CommentModel, toComment);

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
export const listComments = (
  articleId: string,
  page: Pick<Place, "after"> & { limit: number },
): Promise<Page<Comment>> =>
  comments.page({
    ...page,
    filter: { article: toObjectId(articleId) },
    field: "createdAt",
    ascending: true,
  });

/** Reads a page of an article's comments starting at a given comment; `null` if it does not exist. */
export async function listCommentsFrom(
  articleId: string,
  id: string,
  limit: number,
): Promise<Page<Comment> | null> {
  const first = { _id: toObjectId(id), article: toObjectId(articleId) };
  const row = await CommentModel.findOne(first, { createdAt: 1 }).lean();
  if (!row) return null;
  const place = { id: row._id.toHexString(), value: row.createdAt.getTime() };
  return listComments(articleId, { limit, after: cursorBefore(place, "ascending") });
}

const toPlaced = (row: CommentRow) => ({
  ...toComment(row),
  articleId: row.article.toHexString(),
});

/** A comment with the id of its article. */
export type PlacedComment = ReturnType<typeof toPlaced>;

const placed = collectionOf(CommentModel, toPlaced);

/** Reads a page of a user's comments, newest first. */
export const listCommentsOf = (userId: string, page: OwnListPage): Promise<Page<PlacedComment>> =>
  placed.page({ ...page, filter: { author: toObjectId(userId) }, field: "createdAt" });

export const countCommentsOf = (userId: string): Promise<number> =>
  CommentModel.countDocuments({ author: toObjectId(userId) });

const references = collectionOf<CommentRow, Reference>(CommentModel, toReference, { article: 1 });

export async function findArticlesOfComments(ids: readonly string[]): Promise<Map<string, string>> {
  const found = await references.list(withIds(ids));
  return new Map(found.map(({ id, articleId }) => [id, articleId]));
}

/**
 * @param articles ids of articles
 * @returns for each article and each who has commented on it: how many comments, and how many of those are unproven
 */
async function countByAuthor(articles: Iterable<string>, before?: Date) {
  const rows = await CommentModel.aggregate<{
    _id: { article: Types.ObjectId; author: Types.ObjectId };
    count: number;
    unproven: number;
  }>([
    {
      $match: {
        article: { $in: [...articles].map((id) => new Types.ObjectId(id)) },
        removedAt: null,
        ...(before && { createdAt: { $lt: before } }),
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
  return rows.map(({ _id, ...counts }) => ({
    ...counts,
    article: _id.article.toHexString(),
    author: _id.author.toHexString(),
  }));
}

/**
 * @param authors author ids by article id
 * @returns per article, the number of comments, the number by others than the author, and how many of those are
 *   unproven; articles without comments are left out
 */
export async function countComments(authors: ReadonlyMap<string, string>, before?: Date) {
  const counts = new Map<string, { all: number; byOthers: number; unproven: number }>();
  for (const { article, author, count, unproven } of await countByAuthor(authors.keys(), before)) {
    const sums = counts.get(article) ?? { all: 0, byOthers: 0, unproven: 0 };
    sums.all += count;
    if (author !== authors.get(article)) {
      sums.byOthers += count;
      sums.unproven += unproven;
    }
    counts.set(article, sums);
  }
  return counts;
}

/**
 * @param authors author ids by article id
 * @returns per article, the proven accounts other than its author that have commented; articles without any are left
 *   out
 */
export async function findOtherCommenters(
  authors: ReadonlyMap<string, string>,
  before?: Date,
): Promise<Map<string, string[]>> {
  const found = await countByAuthor(authors.keys(), before);
  return groupOthers(
    found
      .filter(({ count, unproven }) => count !== unproven)
      .map(({ article, author }) => ({ article, person: author })),
    authors,
  );
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

export const findComment = (id: string): Promise<Comment | null> =>
  comments.find({ _id: toObjectId(id) });

export const toCounted = ({ article, author, isUnproven }: CommentRow) => ({
  articleId: article.toHexString(),
  authorId: author.toHexString(),
  isUnproven: isUnproven ?? false,
});

/** The fields of a comment that the counts of its article depend on. */
export type CountedComment = ReturnType<typeof toCounted>;

const counted = collectionOf(CommentModel, toCounted);

/** Deletes only the document of a comment. @returns the fields needed to update counts, or `null` if there is none */
export async function removeCommentRow(id: string): Promise<CountedComment | null> {
  const _id = toObjectId(id);
  const row = _id && (await CommentModel.findOneAndDelete({ _id }).lean());
  return row && toCounted(row);
}

export const listUnprovenComments = (userId: string, limit: number): Promise<string[]> =>
  comments.ids({ author: toObjectId(userId), isUnproven: true }, { limit });

/** Marks a comment as proven. @returns the comment if it was unproven before; otherwise `null` */
export const proveComment = (id: string): Promise<CountedComment | null> =>
  counted.update({ _id: toObjectId(id), isUnproven: true }, { $unset: { isUnproven: 1 } });

export const listCommentIds = (articleId: string, limit: number): Promise<string[]> =>
  comments.ids({ article: toObjectId(articleId) }, { limit });

/** Deletes comments without updating any counts. */
export async function removeComments(ids: readonly string[]): Promise<void> {
  await CommentModel.deleteMany(withIds(ids));
}

/** @returns up to `limit` comments in id order after `afterId`, each with its article */
export const listCommentedArticles = references.listAfter;
