/**
 * Texts that moderators have hidden: their rows are moved here, so that nothing that reads articles, comments or reviews
 * has to leave them out. What belongs to a text, such as comments, upvotes and earlier versions, stays where it is. In
 * the place of a comment stays a placeholder.
 */
import { Schema, type InferSchemaType, type Types } from "mongoose";
import type { Page, Place } from "~/domain/cursor";
import { editableKinds, type EditableKind } from "~/domain/editing";
import { moderationReasonNames, type ModerationReason } from "~/domain/moderation";
import { ArticleModel, type ArticleRow } from "./article.schema.server";
import { ownedArticles, toArticle, type Article } from "./article.server";
import type { Owner } from "./authored.server";
import { collectionOf } from "./collection.server";
import { leaveMark, putBackComment } from "./comment-edits.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { ownedComments, toComment, type Comment } from "./comment.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate, versionFilter, withIds } from "./ids.server";
import { toEditedReview, type EditedReview } from "./review-edits.server";
import { ReviewModel, type ReviewRow } from "./review.schema.server";
import { ownedReviews } from "./review.server";

/** Whether a text is being moved here, is here, or is being moved back; upkeep completes what a crash interrupted. */
const states = ["hiding", "hidden", "restoring"] as const;
export type HidingState = (typeof states)[number];

const schema = new Schema(
  {
    kind: { type: String, required: true, enum: editableKinds },
    author: { type: Schema.Types.ObjectId, required: true },
    /** Of an article: nobody can post the same link meanwhile. */
    urlKey: { type: String },
    /** Of a review: its author cannot review the same work meanwhile. */
    workKey: { type: String },
    /** The text as its collection stores it. */
    row: { type: Schema.Types.Mixed, required: true },
    decision: { type: Schema.Types.ObjectId, required: true },
    reason: { type: String, required: true, enum: moderationReasonNames },
    /** The number of the house rule. */
    rule: { type: Number, required: true },
    hiddenAt: { type: Date, required: true },
    state: { type: String, required: true, enum: states },
    /** When it came into this state. */
    changedAt: { type: Date, required: true },
  },
  { collection: "hidden-texts", versionKey: false, minimize: false },
);
// Serves the moderators' list of what is hidden.
schema.index({ hiddenAt: -1, _id: -1 });
// Serves an author's export and the deletion of the account.
schema.index({ author: 1, hiddenAt: -1, _id: -1 });
schema.index({ urlKey: 1 }, { sparse: true });
schema.index({ workKey: 1, author: 1 }, { sparse: true });
schema.index({ "row.named.id": 1 }, { sparse: true });
// Serves completing what was interrupted.
schema.index({ state: 1, changedAt: 1 });

type Row = ArticleRow | CommentRow | ReviewRow;
type HiddenRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const HiddenTextModel = createModel<HiddenRow>("HiddenText", schema);

type Shown =
  | { kind: "article"; text: Article }
  | { kind: "comment"; text: Comment }
  | { kind: "review"; text: EditedReview };

const shown = (kind: EditableKind, row: unknown): Shown => {
  if (kind === "article") return { kind, text: toArticle(row as ArticleRow) };
  if (kind === "comment") return { kind, text: toComment(row as CommentRow) };
  return { kind, text: toEditedReview(row as ReviewRow) };
};

const toHidden = ({ _id, author, decision, row, kind, ...fields }: HiddenRow) => ({
  ...shown(kind as EditableKind, row),
  id: _id.toHexString(),
  authorId: author.toHexString(),
  decisionId: decision.toHexString(),
  reason: fields.reason as ModerationReason,
  rule: fields.rule,
  hiddenAt: fields.hiddenAt,
  state: fields.state as HidingState,
  changedAt: fields.changedAt,
});

/** A hidden text, as it was, with the decision that hid it. */
export type HiddenText = ReturnType<typeof toHidden>;

const hidden = collectionOf(HiddenTextModel, toHidden);

export interface TextTarget {
  kind: EditableKind;
  id: string;
}

/** The decision that hides a text, as far as its mark tells. */
export interface HidingDecision {
  id: string;
  reason: ModerationReason;
  rule: number;
}

const models = { article: ArticleModel, comment: CommentModel, review: ReviewModel };

/** The rows with all their fields, also those that models leave out, such as search words. */
const rawRows = (kind: EditableKind) => models[kind].collection as unknown as RawRows;

interface RawRows {
  findOne(filter: object): Promise<Row | null>;
  findOneAndDelete(filter: object): Promise<Row | null>;
  insertOne(row: object): Promise<unknown>;
}

/** @returns the text with this id, if it is hidden or about to be; otherwise `null` */
export const findHiddenText = (id: string): Promise<HiddenText | null> =>
  hidden.find({ _id: toObjectId(id) });

export const findHiddenTexts = (ids: readonly string[]): Promise<HiddenText[]> =>
  hidden.list(withIds(ids));

/** @returns the hidden article with a normalised link, or `null` */
export const findHiddenLink = (urlKey: string): Promise<HiddenText | null> =>
  hidden.find({ urlKey });

/** @returns an author’s hidden review of a work, or `null` */
export const findHiddenReview = (authorId: string, workKey: string): Promise<HiddenText | null> =>
  hidden.find({ workKey, author: toObjectId(authorId) });

type HiddenPage = Pick<Place, "after"> & { limit: number };

/** Reads a page of hidden texts, the last hidden first. */
export const listHidden = (page: HiddenPage): Promise<Page<HiddenText>> =>
  hidden.page({ ...page, filter: {}, field: "hiddenAt" });

/** Reads a page of an author’s hidden texts, the last hidden first. */
export const listHiddenOf = (authorId: string, page: HiddenPage): Promise<Page<HiddenText>> =>
  hidden.page({ ...page, filter: { author: toObjectId(authorId) }, field: "hiddenAt" });

/** @returns up to `limit` texts that have been in a state other than `hidden` since before a time */
export const listInterrupted = (before: Date, limit: number): Promise<HiddenText[]> =>
  hidden.list(
    { state: { $in: ["hiding", "restoring"] }, changedAt: { $lt: before } },
    { sort: { changedAt: 1 }, limit },
  );

const ownerOf = (kind: EditableKind, row: Row) =>
  kind === "review" ? (row as ReviewRow).user : (row as ArticleRow | CommentRow).author;

const snapshotOf = (kind: EditableKind, row: Row) => ({
  row,
  author: ownerOf(kind, row),
  ...(kind === "article" && { urlKey: (row as ArticleRow).urlKey }),
  ...(kind === "review" && { workKey: (row as ReviewRow).workKey }),
});

const present = ({ kind, id }: TextTarget) => ({
  _id: toObjectId(id),
  ...(kind === "comment" && { removedAt: null }),
});

/**
 * Stores a copy of a text, before it is taken out of its collection.
 * @returns whether there is such a text that is not being hidden already
 */
export async function copyText(target: TextTarget, decision: HidingDecision): Promise<boolean> {
  const { kind, id } = target;
  const row = await rawRows(kind).findOne(present(target));
  if (!row) return false;
  const now = new Date();
  const stored = await unlessDuplicate(
    HiddenTextModel.collection.insertOne({
      ...snapshotOf(kind, row),
      _id: toObjectId(id)!,
      kind,
      decision: toObjectId(decision.id)!,
      reason: decision.reason,
      rule: decision.rule,
      hiddenAt: now,
      state: "hiding",
      changedAt: now,
    }),
  );
  return stored !== null;
}

/**
 * Takes a text out of its collection, as it is now, once its copy is stored.
 * @returns whether it was there
 */
export async function takeText(target: TextTarget): Promise<boolean> {
  const { kind, id } = target;
  for (;;) {
    const now = await rawRows(kind).findOne(present(target));
    if (!now) return false;
    // It may have been edited since it was copied.
    if (!(await change(id, snapshotOf(kind, now)))) return false;
    const taken = await take(target, now);
    // With what does not count as an edit, such as views.
    if (taken) await change(id, snapshotOf(kind, taken));
    if (taken) return true;
  }
}

async function take({ kind, id }: TextTarget, { version }: Row): Promise<Row | null> {
  if (kind !== "comment") {
    const filter = { _id: toObjectId(id), version: versionFilter(version ?? 1) };
    return rawRows(kind).findOneAndDelete(filter);
  }
  const copy = await HiddenTextModel.findById(toObjectId(id), { reason: 1, rule: 1 }).lean();
  return copy && leaveMark({ id, version: version ?? 1 }, { reason: copy.reason, rule: copy.rule });
}

async function change(id: string, fields: object): Promise<boolean> {
  const _id = toObjectId(id)!;
  return (await HiddenTextModel.collection.updateOne({ _id }, { $set: fields })).matchedCount === 1;
}

/** Puts a hidden text into another state. @returns whether it was in the state `from` */
export const setHidingState = (id: string, from: HidingState, to: HidingState): Promise<boolean> =>
  hidden.change(
    { _id: toObjectId(id), state: from },
    { $set: { state: to, changedAt: new Date() } },
  );

/**
 * Puts a text back into its collection as it was.
 * @param isProven whether its author’s address is proven now
 * @returns `here` if it was there already, `taken` if another has its link or place
 */
export async function putBackText(
  { kind, id }: TextTarget,
  { isProven }: { isProven: boolean },
): Promise<"put" | "here" | "taken"> {
  const stored = await HiddenTextModel.collection.findOne({ _id: toObjectId(id)! });
  if (!stored) return "here";
  const { isUnproven, ...row } = stored.row as ArticleRow;
  const back = { ...row, ...(isUnproven && !isProven && { isUnproven }) } as Row;
  if (kind === "comment") {
    if (await putBackComment(back as CommentRow)) return "put";
  } else if (await unlessDuplicate(rawRows(kind).insertOne(back))) return "put";
  return (await rawRows(kind).findOne(present({ kind, id }))) ? "here" : "taken";
}

/** Removes hidden texts for good. @returns how many there were */
export async function forgetHiddenTexts(ids: readonly string[]): Promise<number> {
  return (await HiddenTextModel.deleteMany(withIds(ids))).deletedCount;
}

const owned = { article: ownedArticles, comment: ownedComments, review: ownedReviews };

/** Reassigns a hidden text, with the name in it. */
export async function transferHiddenText(id: string, to: Owner): Promise<void> {
  const found = await HiddenTextModel.findById(toObjectId(id)).lean();
  if (!found) return;
  const set = owned[found.kind as EditableKind].ownerFields(found.row as never, to);
  const inRow = Object.entries(set).map(([name, value]) => [`row.${name}`, value]);
  await change(id, { author: toObjectId(to.id), ...Object.fromEntries(inRow) });
}

/** Removes a person from all hidden texts that name them. */
export async function removeNamedInHidden(personId: string): Promise<void> {
  const id = toObjectId(personId);
  await HiddenTextModel.collection.updateMany(
    { "row.named.id": id },
    { $pull: { "row.named": { id } } as object },
  );
}
