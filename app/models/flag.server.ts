/** Flags of texts and people: one per person and target. */
import { Schema, Types, type InferSchemaType } from "mongoose";
import {
  flagStates,
  moderatedKinds,
  moderationReasonNames,
  type FlagState,
  type ModeratedKind,
  type ModerationReason,
  type ModerationTarget,
} from "~/domain/moderation";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId, unlessDuplicate, withIds } from "./ids.server";
import type { OwnListPage } from "./pagination.server";

const schema = new Schema(
  {
    kind: { type: String, required: true, enum: moderatedKinds },
    target: { type: Schema.Types.ObjectId, required: true },
    /** Who flagged it; absent from a flag of illegal content by somebody without an account. */
    person: { type: Schema.Types.ObjectId },
    /** Where somebody without an account is answered; removed with the answer. */
    replyTo: { type: String },
    reason: { type: String, required: true, enum: moderationReasonNames },
    words: { type: String },
    /** Between 0 and 1: how often the person’s flags were upheld, when this one was raised. */
    weight: { type: Number, required: true },
    /** How many flags of the person had been upheld then; absent if none. */
    upheldBefore: { type: Number },
    /** Whether the person’s account was young then. */
    isByYoungAccount: { type: Boolean },
    state: { type: String, required: true, enum: flagStates },
    /** The decision that upheld or rejected it. */
    decision: { type: Schema.Types.ObjectId },
    at: { type: Date, required: true },
  },
  { collection: "flags", versionKey: false },
);
// Enforces one flag per person and target.
schema.index(
  { kind: 1, target: 1, person: 1 },
  { unique: true, partialFilterExpression: { person: { $exists: true } } },
);
// Enforces one open report per reply address and target.
schema.index(
  { replyTo: 1, kind: 1, target: 1 },
  { unique: true, partialFilterExpression: { replyTo: { $exists: true } } },
);
schema.index({ kind: 1, target: 1, state: 1, at: 1 });
schema.index({ person: 1, at: -1, _id: -1 });
// Serves the weight of a person’s flags.
schema.index({ person: 1, state: 1 });
schema.index({ decision: 1, _id: 1 }, { sparse: true });

type FlagRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
export const FlagModel = createModel<FlagRow>("Flag", schema);

const toFlag = ({ _id, kind, target, person, decision, ...row }: FlagRow) => ({
  id: _id.toHexString(),
  target: { kind: kind as ModeratedKind, id: target.toHexString() } satisfies ModerationTarget,
  personId: person?.toHexString() ?? null,
  replyTo: row.replyTo ?? null,
  reason: row.reason as ModerationReason,
  words: row.words ?? null,
  weight: row.weight,
  upheldBefore: row.upheldBefore ?? 0,
  isByYoungAccount: row.isByYoungAccount ?? false,
  state: row.state as FlagState,
  decisionId: decision?.toHexString() ?? null,
  at: row.at,
});

export type Flag = ReturnType<typeof toFlag>;

export const flags = collectionOf(FlagModel, toFlag);

const on = ({ kind, id }: ModerationTarget) => ({ kind, target: toObjectId(id) });
export const openOn = (target: ModerationTarget) => ({ ...on(target), state: "open" as const });
const by = (personId: string) => ({ person: new Types.ObjectId(personId) });

export const findFlagBy = (personId: string, target: ModerationTarget): Promise<Flag | null> =>
  flags.find({ ...on(target), ...by(personId) });

export interface NewFlag
  extends
    Pick<Flag, "target" | "reason" | "weight">,
    Partial<Pick<Flag, "upheldBefore" | "isByYoungAccount">> {
  words?: string | undefined;
  personId?: string;
  replyTo?: string;
}

/** Adds an open flag. @returns `null` if the person, or somebody with the same address, has flagged it already */
export async function addFlag({ target, personId, ...flag }: NewFlag): Promise<Flag | null> {
  const { kind, id } = target;
  const row = {
    ...flag,
    kind,
    target: new Types.ObjectId(id),
    ...(personId !== undefined && by(personId)),
    state: "open" as const,
    at: new Date(),
  };
  const added = await unlessDuplicate(FlagModel.insertMany([row], { lean: true }));
  return added?.[0] ? toFlag(added[0] as FlagRow) : null;
}

/** Changes why somebody has flagged something. @returns `null` if there is no open flag */
export const changeFlag = (
  personId: string,
  target: ModerationTarget,
  { reason, words }: Pick<NewFlag, "reason" | "words">,
): Promise<Flag | null> =>
  flags.update(
    { ...openOn(target), ...by(personId) },
    {
      $set: { reason, at: new Date(), ...(words !== undefined && { words }) },
      ...(words === undefined && { $unset: { words: 1 } }),
    },
  );

/** Removes an open flag. @returns whether there was one */
export const removeFlag = (personId: string, target: ModerationTarget): Promise<boolean> =>
  flags.removeOne({ ...openOn(target), ...by(personId) });

/** @returns how many flags of a person have been upheld and rejected */
export async function countSettledBy(
  personId: string,
): Promise<{ upheld: number; rejected: number }> {
  const count = (state: FlagState) => FlagModel.countDocuments({ ...by(personId), state });
  const [upheld, rejected] = await Promise.all([count("upheld"), count("rejected")]);
  return { upheld, rejected };
}

/** Flags per batch; other requests can run between batches. */
const BATCH_SIZE = 200;

/** Upholds or rejects up to `BATCH_SIZE` open flags of something. @returns whether there may be more */
export async function settleSome(
  target: ModerationTarget,
  { decisionId, isUpheld }: { decisionId: string; isUpheld: boolean },
): Promise<boolean> {
  const ids = await flags.ids(openOn(target), { limit: BATCH_SIZE });
  const state: FlagState = isUpheld ? "upheld" : "rejected";
  await FlagModel.updateMany(
    { ...withIds<FlagRow>(ids), state: "open" },
    { $set: { state, decision: toObjectId(decisionId) } },
  );
  return ids.length === BATCH_SIZE;
}

/** Opens up to `BATCH_SIZE` flags that a decision has settled. @returns those that it found */
export async function reopenSome(decisionId: string): Promise<Flag[]> {
  const found = await flags.list({ decision: toObjectId(decisionId) }, { limit: BATCH_SIZE });
  await FlagModel.updateMany(
    { ...withIds<FlagRow>(found.map(({ id }) => id)), decision: toObjectId(decisionId) },
    { $set: { state: "open" }, $unset: { decision: 1 } },
  );
  return found;
}

/** @returns up to `limit` flags that a decision has settled, in id order, after one */
export const listSettledBy = (
  decisionId: string,
  afterId: string | null,
  limit: number,
): Promise<Flag[]> => flags.listAfter(afterId, limit, { decision: toObjectId(decisionId) });

/** Reads a page of what somebody has flagged, newest first. */
export const listFlagsBy = (personId: string, page: OwnListPage) =>
  flags.page({ ...page, filter: by(personId), field: "at" });

/** @returns up to `limit` flags of a person, in no order */
export const listSomeBy = (personId: string, limit: number): Promise<Flag[]> =>
  flags.list(by(personId), { limit });

/** Removes some flags. */
export const removeFlags = (ids: readonly string[]): Promise<void> =>
  flags.remove(withIds<FlagRow>(ids));

/** Removes from some flags who raised them. */
export const forgetFlaggers = (ids: readonly string[]): Promise<void> =>
  flags.changeAll(withIds<FlagRow>(ids), { $unset: { person: 1 } });

/** @returns up to `limit` open flags of something, in id order, after one */
export const listOpenAfter = (
  target: ModerationTarget,
  afterId: string | null,
  limit: number,
): Promise<Flag[]> => flags.listAfter(afterId, limit, openOn(target));

/** Removes all flags of something that is gone. */
export const removeFlagsOn = (target: ModerationTarget): Promise<void> => flags.remove(on(target));

const isToAnswer = { replyTo: { $exists: true } };

/** @returns up to `limit` flags that a decision has settled and whose reply addresses have not been answered */
export const listToAnswer = (decisionId: string, limit: number): Promise<Flag[]> =>
  flags.list({ decision: toObjectId(decisionId), ...isToAnswer }, { limit });

/** @returns up to `limit` flags of something whose reply addresses have not been answered */
export const listToAnswerOn = (target: ModerationTarget, limit: number): Promise<Flag[]> =>
  flags.list({ ...openOn(target), ...isToAnswer }, { limit });

/** Yields all flags whose reply addresses have not been answered. */
export const readToAnswer = () => flags.stream(isToAnswer);

/** Removes the reply address of a flag. */
export const forgetReplyTo = (id: string): Promise<boolean> =>
  flags.change({ _id: toObjectId(id) }, { $unset: { replyTo: 1 } });
