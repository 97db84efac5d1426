import { Types } from "mongoose";
import type { Page, Place } from "~/domain/cursor";
import type { ModerationReason } from "~/domain/moderation";
import type { Named } from "~/domain/named";
import { mentioningTexts } from "~/domain/sentiment/mentioning-texts";
import { documentWords, plainText } from "~/domain/tokenizer";
import { idsIn, MAX_THREAD_ON_PAGE, pathOf, type CommentSubject } from "~/domain/threads";
import { collectionOf } from "./collection.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { toMark } from "./moderation-mark.server";
import { namedRows, toNamed } from "./named.server";
import { wordIndex } from "./word-index.server";
import { insertMissing, toObjectId, withIds } from "./ids.server";
import type { OwnListPage } from "./pagination.server";
import { groupOthers, ownedCollection, textSource } from "./authored.server";

function toSubject({ article, review }: Pick<CommentRow, "article" | "review">): CommentSubject {
  return article
    ? { kind: "article", id: article.toHexString() }
    : { kind: "review", id: String(review) };
}

const toHiddenFor = ({ hiddenFor }: Pick<CommentRow, "hiddenFor">) =>
  hiddenFor ? { reason: hiddenFor.reason as ModerationReason, rule: hiddenFor.rule } : null;

export const toComment = ({ _id, ...row }: Omit<CommentRow, "words">) => ({
  id: _id.toHexString(),
  subject: toSubject(row),
  authorId: row.author.toHexString(),
  username: row.username,
  content: row.content,
  createdAt: row.createdAt,
  version: row.version ?? 1,
  editedAt: row.editedAt ?? null,
  removedAt: row.removedAt ?? null,
  isRemovedByOperator: row.isRemovedByOperator ?? false,
  /** Why moderators have hidden it; `null` if they have not. */
  hiddenFor: toHiddenFor(row),
  isUnproven: row.isUnproven ?? false,
  /** The comment that it answers, or `null`. */
  parentId: row.parent?.toHexString() ?? null,
  /** The comments from the first of its thread to the one that it answers. */
  ancestorIds: row.path ? idsIn(row.path).slice(0, -1) : [],
  /** On the first of a thread: how many answers it has, no more than one above `MAX_THREAD_ON_PAGE`. */
  answers: row.answers ?? 0,
  upvotes: (row.upvotes ?? 0) + (row.unprovenUpvotes ?? 0),
  named: toNamed(row),
  locked: toMark(row.locked),
  warning: toMark(row.warning),
});

/** A comment; its removal has emptied the name and the content if `removedAt` is set. */
export type Comment = ReturnType<typeof toComment>;

const comments = collectionOf<CommentRow, Comment>(CommentModel, toComment);

interface NewComment {
  subject: CommentSubject;
  /** The comments from the first of its thread to the one that it answers; none by default. */
  ancestorIds?: readonly string[];
  authorId: string;
  username: string;
  content: string;
  named?: readonly Named[];
  createdAt?: Date;
  /** Whether the address of the account is not proven. */
  isUnproven?: boolean;
}

/** The words a comment is indexed by; it has no title. */
export const commentWords = ({ content }: Pick<Comment, "content">) => ({
  words: documentWords([], [plainText(content)]).words,
});

function toCommentRow({
  id,
  subject,
  ancestorIds = [],
  authorId,
  isUnproven = false,
  createdAt = new Date(),
  named,
  ...fields
}: NewComment & { id: string }) {
  const [root] = ancestorIds;
  return {
    ...fields,
    ...(isUnproven && { isUnproven }),
    named: namedRows(named),
    ...commentWords(fields),
    _id: new Types.ObjectId(id),
    [subject.kind]: new Types.ObjectId(subject.id),
    ...(root && {
      root: new Types.ObjectId(root),
      parent: new Types.ObjectId(ancestorIds.at(-1)),
      path: pathOf({ id, ancestorIds }),
    }),
    author: new Types.ObjectId(authorId),
    upvotes: 0,
    createdAt,
  };
}

/** Stores a comment. The caller checks that its subject and the comment that it answers exist. */
export async function createComment(comment: NewComment): Promise<Comment> {
  const id = new Types.ObjectId().toHexString();
  const created = await CommentModel.create(toCommentRow({ ...comment, id }));
  return toComment(created.toObject());
}

/** Stores comments with their ids and their numbers of upvotes; skips those whose id already exists. */
export async function importComments(
  imported: readonly (NewComment & { id: string; upvotes?: number })[],
): Promise<void> {
  await insertMissing(
    CommentModel,
    imported.map(({ upvotes = 0, ...comment }) => ({ ...toCommentRow(comment), upvotes })),
  );
  const roots = new Set(imported.flatMap(({ ancestorIds = [] }) => ancestorIds.slice(0, 1)));
  for (const root of roots) await countAnswers(root);
}

/**
 * Stores on the first comment of a thread how many answers it has, no more than a page can show; does nothing for an
 * answer. Counts the rows again after it has stored their number, because others may answer at the same time.
 * @returns whether the stored number was wrong
 */
export async function countAnswers(rootId: string): Promise<boolean> {
  const _id = toObjectId(rootId);
  for (let isChanged = false; ; isChanged = true) {
    const answers = await CommentModel.countDocuments({ root: _id }).limit(MAX_THREAD_ON_PAGE + 1);
    const wrong = { _id, root: null, answers: { $nin: answers ? [answers] : [0, null] } };
    const isCorrected = await comments.change(wrong, { $set: { answers } });
    if (!isCorrected) return isChanged;
  }
}

const on = ({ kind, id }: CommentSubject) => ({ [kind]: toObjectId(id) });

/** Reads a page of the comments on an article or review, oldest first, from the beginning or after a cursor. */
export const listComments = (
  subject: CommentSubject,
  page: Pick<Place, "after"> & { limit: number },
): Promise<Page<Comment>> =>
  comments.page({
    ...page,
    filter: on(subject),
    field: "createdAt",
    ascending: true,
  });

/** Reads a page of a user's comments, newest first. */
export const listCommentsOf = (userId: string, page: OwnListPage): Promise<Page<Comment>> =>
  comments.page({ ...page, filter: { author: toObjectId(userId) }, field: "createdAt" });

export const countCommentsOf = (userId: string): Promise<number> =>
  CommentModel.countDocuments({ author: toObjectId(userId) });

const placed = collectionOf(
  CommentModel,
  (row: CommentRow) => ({
    id: row._id.toHexString(),
    subject: toSubject(row),
    /** The first of its thread. */
    rootId: (row.root ?? row._id).toHexString(),
  }),
  { article: 1, review: 1, root: 1 },
);

/** @returns the given comments that exist, each with the article or review that it is written on */
export const findCommentPlaces = (ids: readonly string[]) => placed.list(withIds(ids));

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

export const commentWordIndex = wordIndex<CommentRow, Comment>(CommentModel, {
  toItem: toComment,
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

/** Deletes only the document of a comment. @returns the comment, or `null` if there is none */
export async function removeCommentRow(id: string): Promise<Comment | null> {
  const _id = toObjectId(id);
  const row = _id && (await CommentModel.findOneAndDelete({ _id }).lean());
  return row && toComment(row);
}

export const listUnprovenComments = (userId: string, limit: number): Promise<string[]> =>
  comments.ids({ author: toObjectId(userId), isUnproven: true }, { limit });

/** Marks a comment as proven. @returns the comment if it was unproven before; otherwise `null` */
export const proveComment = (id: string): Promise<Comment | null> =>
  comments.update({ _id: toObjectId(id), isUnproven: true }, { $unset: { isUnproven: 1 } });

export const listCommentIds = (subject: CommentSubject, limit: number): Promise<string[]> =>
  comments.ids(on(subject), { limit });

/** Deletes comments without updating any counts. */
export const removeComments = (ids: readonly string[]): Promise<void> =>
  comments.remove(withIds(ids));

/** @returns up to `limit` comments in id order after `afterId`, each with what it is written on */
export const listCommentPlaces = placed.listAfter;
