import type { Page } from "~/domain/cursor";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { followedKinds, MAX_FOLLOWED, type Followed, type FollowedKind } from "~/domain/following";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { retryOnDuplicate, toObjectId } from "./ids.server";
import type { OwnListPage } from "./pagination.server";

const schema = new Schema(
  {
    user: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true },
    target: { type: String, required: true },
    createdAt: { type: Date, required: true },
    /** Set if the person follows the thread only because of having written in it. */
    byWriting: { type: Boolean },
    /** When the person left the thread, so that writing in it again does not make them follow it. */
    leftAt: { type: Date },
  },
  { collection: "followings", versionKey: false },
);

schema.index({ user: 1, kind: 1, target: 1 }, { unique: true });
// Serves listing what a person follows, the last followed first.
schema.index({ user: 1, kind: 1, createdAt: -1, _id: -1 });
// Serves telling the followers in batches, and counting them.
schema.index({ kind: 1, target: 1, _id: 1 });

type FollowingRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const FollowingModel = createModel<FollowingRow>("Following", schema);

const toFollowing = ({ _id, user, kind, target, createdAt, ...row }: FollowingRow) => ({
  id: _id.toHexString(),
  userId: user.toHexString(),
  kind: kind as FollowedKind,
  target,
  createdAt,
  /** Whether they follow the thread only because of having written in it. */
  byWriting: row.byWriting ?? false,
  /** When they left the thread; `null` if they follow it. */
  leftAt: row.leftAt ?? null,
});

/** That a person follows something. */
export type Following = ReturnType<typeof toFollowing>;

const followings = collectionOf(FollowingModel, toFollowing);

const NOT_LEFT = { leftAt: null } as const;

/** Makes a person follow something, also a thread that they have left. Does nothing if they already do. */
export async function addFollowing(
  userId: string,
  kind: FollowedKind,
  target: string,
): Promise<void> {
  const row = { user: new Types.ObjectId(userId), kind, target };
  const change = {
    $setOnInsert: { createdAt: new Date() },
    $unset: { leftAt: 1, byWriting: 1 },
  } as const;
  await retryOnDuplicate(() => FollowingModel.updateOne(row, change, { upsert: true }));
}

/**
 * Makes a person follow a thread because they wrote in it. Does nothing if they follow it, have left it, or follow as
 * many threads as they can.
 * @param target the id of the first comment of the thread
 */
export async function addFollowingByWriting(userId: string, target: string): Promise<void> {
  const user = new Types.ObjectId(userId);
  const ofThreads = { user, kind: "thread" };
  if ((await FollowingModel.countDocuments(ofThreads, { limit: MAX_FOLLOWED })) >= MAX_FOLLOWED)
    return;
  const inserted = { $setOnInsert: { createdAt: new Date(), byWriting: true } };
  await retryOnDuplicate(() =>
    FollowingModel.updateOne({ ...ofThreads, target }, inserted, { upsert: true }),
  );
}

/**
 * Makes a person no longer follow something. Of a thread it is remembered that they left it, unless they have left as
 * many as one can follow.
 * @returns whether they followed it
 */
export async function removeFollowing(
  userId: string,
  kind: FollowedKind,
  target: string,
): Promise<boolean> {
  const row = { user: toObjectId(userId), kind, target, ...NOT_LEFT };
  if (kind === "thread" && !(await hasLeftMost(userId))) {
    return followings.change(row, { $set: { leftAt: new Date() } });
  }
  return (await FollowingModel.deleteOne(row)).deletedCount === 1;
}

const hasLeftMost = async (userId: string): Promise<boolean> =>
  (await FollowingModel.countDocuments(
    { user: toObjectId(userId), kind: "thread", leftAt: { $ne: null } },
    { limit: MAX_FOLLOWED },
  )) >= MAX_FOLLOWED;

/** @returns up to `limit` of those who follow one of some things, in id order; a person once for each of them */
export const listFollowers = async (
  targets: readonly Followed[],
  { afterId = null, limit }: { afterId?: string | null; limit: number },
): Promise<Following[]> =>
  targets.length
    ? followings.listAfter(afterId, limit, {
        $or: targets.map(({ kind, target }) => ({ kind, target, ...NOT_LEFT })),
      })
    : [];

/** @returns those among some people who follow one of some things */
export async function findFollowersAmong(
  people: readonly string[],
  targets: readonly Followed[],
): Promise<Set<string>> {
  if (!people.length || !targets.length) return new Set();
  const user = { $in: people.map((id) => toObjectId(id)) };
  const found = await followings.list({
    $or: targets.map(({ kind, target }) => ({ user, kind, target })),
    ...NOT_LEFT,
  });
  return new Set(found.map(({ userId }) => userId));
}

/** @returns which of some things a person follows, in one query */
export const findFollowedAmong = async (
  userId: string,
  targets: readonly Followed[],
): Promise<Following[]> =>
  targets.length
    ? followings.list({
        $or: followedKinds.flatMap((kind) => {
          const ofKind = targets.flatMap((one) => (one.kind === kind ? [one.target] : []));
          return ofKind.length
            ? [{ user: toObjectId(userId), kind, target: { $in: ofKind }, ...NOT_LEFT }]
            : [];
        }),
      })
    : [];

export const isFollowing = (userId: string, kind: FollowedKind, target: string): Promise<boolean> =>
  followings.has({ user: toObjectId(userId), kind, target, ...NOT_LEFT });

/** @returns the number of people who follow a person */
export const countFollowers = (personId: string): Promise<number> =>
  FollowingModel.countDocuments({ kind: "person", target: personId });

/** @returns how many things a person follows, up to the most that there can be */
export const countFollowed = (userId: string): Promise<number> =>
  FollowingModel.countDocuments({ user: toObjectId(userId), ...NOT_LEFT }, { limit: MAX_FOLLOWED });

/** Reads a page of what a person follows of some kinds, the last followed first. */
export const listFollowed = (
  userId: string,
  kinds: readonly FollowedKind[],
  page: OwnListPage,
): Promise<Page<Following>> =>
  followings.page({
    ...page,
    filter: { user: toObjectId(userId), kind: { $in: kinds }, ...NOT_LEFT },
    field: "createdAt",
  });

const targets = collectionOf<FollowingRow, Followed>(
  FollowingModel,
  ({ kind, target }) => ({ kind: kind as FollowedKind, target }),
  { _id: 0, kind: 1, target: 1 },
);

/** @returns all that a person follows of some kinds */
export const findTargets = (userId: string, kinds: readonly FollowedKind[]): Promise<Followed[]> =>
  targets.list({ user: toObjectId(userId), kind: { $in: kinds }, ...NOT_LEFT });

/** @returns whether a person follows, or has left, more than some number of things; reads only the index */
export const followsMoreThan = async (userId: string, number: number): Promise<boolean> =>
  (await FollowingModel.countDocuments({ user: toObjectId(userId) }, { limit: number + 1 })) >
  number;

/** Yields what a person follows, and the threads that they have left. */
export const readFollowed = (userId: string) => followings.stream({ user: toObjectId(userId) });

/** Removes up to `limit` of what a person follows, threads that they have left included. @returns how many */
export const removeFollowed = (userId: string, limit: number): Promise<number> =>
  followings.removeSome({ user: toObjectId(userId) }, { limit });

/** Removes up to `limit` of those who follow a person, or threads. @returns how many were removed */
export const removeFollowers = (
  kind: "person" | "thread",
  targets: readonly string[],
  limit: number,
): Promise<number> => followings.removeSome({ kind, target: { $in: targets } }, { limit });
