/** What decisions of moderators change on texts, apart from what authors can change themselves. */
import type { Model, Types } from "mongoose";
import type { EditableKind } from "~/domain/editing";
import type { CommentSubject } from "~/domain/threads";
import { ArticleModel } from "./article.schema.server";
import { collectionOf } from "./collection.server";
import { CommentModel } from "./comment.schema.server";
import { toObjectId, versionFilter, withIds } from "./ids.server";
import { toMark, type ModerationMark } from "./moderation-mark.server";
import { ReviewModel } from "./review.schema.server";
import { findReview, searchableOf, type Review } from "./review.server";

interface ModeratedRow {
  _id: Types.ObjectId;
  version?: number | null;
  editedAt?: Date | null;
  replacedAt?: Date | null;
  category?: string;
  locked?: Parameters<typeof toMark>[0];
}

const textsOf = (model: unknown) =>
  collectionOf(
    model as Model<ModeratedRow>,
    ({ locked, ...row }) => ({
      locked: toMark(locked),
      version: row.version ?? 1,
      editedAt: row.editedAt ?? null,
      replacedAt: row.replacedAt ?? null,
    }),
    { version: 1, editedAt: 1, replacedAt: 1, locked: 1 },
  );

const texts = {
  article: textsOf(ArticleModel),
  comment: textsOf(CommentModel),
  review: textsOf(ReviewModel),
};

interface TextId {
  kind: EditableKind;
  id: string;
}

export type MarkName = "locked" | "warning";

/** Marks a text that has no such mark; idempotent. @returns whether the text is there and has this mark */
export const setMark = (
  { kind, id }: TextId,
  name: MarkName,
  { decisionId, ...mark }: ModerationMark,
): Promise<boolean> => {
  const decision = toObjectId(decisionId);
  return texts[kind].change(
    { _id: toObjectId(id), $or: [{ [name]: null }, { [`${name}.decision`]: decision }] },
    { $set: { [name]: { ...mark, decision } } },
  );
};

/** Removes the mark that a decision has set. @returns whether it was there */
export const removeMark = (
  { kind, id }: TextId,
  name: MarkName,
  decisionId: string,
): Promise<boolean> =>
  texts[kind].change(
    { _id: toObjectId(id), [`${name}.decision`]: toObjectId(decisionId) },
    { $unset: { [name]: 1 } },
  );

/** @returns the lock of what is to be commented on, or of a comment above; `null` if there is none */
export async function findLock(
  subject: CommentSubject,
  ancestorIds: readonly string[],
): Promise<ModerationMark | null> {
  const own = await texts[subject.kind].find({
    _id: toObjectId(subject.id),
    locked: { $ne: null },
  });
  if (own || !ancestorIds.length) return own?.locked ?? null;
  const above = await texts.comment.find({
    ...withIds<ModeratedRow>(ancestorIds),
    locked: { $ne: null },
  });
  return above?.locked ?? null;
}

/** @returns the version of a text, and when it was last edited and, if it is a review, replaced */
export const findTextVersion = ({ kind, id }: TextId) => texts[kind].find({ _id: toObjectId(id) });

export type TextVersion = Pick<
  NonNullable<Awaited<ReturnType<typeof findTextVersion>>>,
  "version" | "editedAt" | "replacedAt"
>;

/**
 * Gives a text the version and times back that it had before a moderator changed it.
 * @param from the version that it must have now
 */
export async function setTextVersion(
  { kind, id }: TextId,
  from: number,
  { version, editedAt, replacedAt }: TextVersion,
): Promise<void> {
  const fields = {
    version: version === 1 ? undefined : version,
    editedAt: editedAt ?? undefined,
    ...(kind === "review" && { replacedAt }),
  };
  const names = Object.entries(fields);
  const absent = names.filter(([, value]) => value === undefined);
  await texts[kind].change(
    { _id: toObjectId(id), version: versionFilter(from) },
    {
      $set: Object.fromEntries(names.filter(([, value]) => value !== undefined)),
      ...(absent.length && { $unset: Object.fromEntries(absent.map(([name]) => [name, 1])) }),
    },
  );
}

const NEXT_VERSION = { $add: [{ $ifNull: ["$version", 1] }, 1] };

/** Moves an article to another category, as a new version. @returns whether it stood in `from` */
export const moveArticle = async (id: string, from: string, to: string): Promise<boolean> =>
  (await texts.article.update({ _id: toObjectId(id), category: from }, [
    { $set: { category: to, version: NEXT_VERSION } },
  ])) !== null;

/** Moves a review to another category and its hub, as a new version. @returns whether it stood in `from` */
export async function moveReview(
  id: string,
  from: string,
  to: Pick<Review, "category" | "hub">,
): Promise<boolean> {
  const review = await findReview(id);
  if (!review) return false;
  const searchable = searchableOf({ ...review, ...to });
  const moved = await texts.review.update({ _id: toObjectId(id), category: from }, [
    { $set: { ...to, searchable: { $literal: searchable }, version: NEXT_VERSION } },
  ]);
  return moved !== null;
}
