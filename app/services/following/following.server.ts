/** Following people, hubs, categories, assets and threads. Nobody but its owner sees who follows what. */
import { accountTag, followersTag } from "~/config/page-tags";
import { findCategory } from "~/domain/categories";
import { MAX_FOLLOWED, type Followed, type FollowedKind } from "~/domain/following";
import { isPersonName } from "~/domain/person-path";
import { rootOf } from "~/domain/threads";
import { findToken } from "~/domain/tokens";
import { findTopic } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import { findArticleOwner } from "~/models/article.server";
import { findBlockedBy } from "~/models/block.server";
import { findComment } from "~/models/comment.server";
import {
  addFollowing,
  countFollowed,
  countFollowers,
  findFollowedAmong,
  isFollowing,
  removeFollowing,
} from "~/models/following.server";
import { findPerson } from "~/models/profile.server";
import { findReviewPlaces } from "~/models/review.server";
import type { FollowedReference } from "~/schemas/following";
import { cachedRead } from "../cache/cached-reads.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";

/** The names of what can be followed, for messages. */
const kindNames: Record<FollowedKind, string> = {
  person: "Person",
  hub: "Hub",
  category: "Category",
  asset: "Asset",
  thread: "Thread",
};

/** How each kind of thing is looked up by the id that addresses and forms have. */
const targetsById: Record<FollowedKind, (id: string) => Promise<string | undefined>> = {
  person: async (name) => (isPersonName(name) ? (await findPerson(name))?.id : undefined),
  hub: async (slug) => findTopic(slug)?.slug,
  category: async (slug) => findCategory(slug)?.slug,
  asset: async (symbol) => findToken(symbol.toUpperCase())?.symbol,
  thread: findThread,
};

/** @returns the id of what the thread of a comment, or the discussion of an article or review, begins with */
async function findThread(id: string): Promise<string | undefined> {
  const [comment, article, reviews] = await Promise.all([
    findComment(id),
    findArticleOwner(id),
    findReviewPlaces([id]),
  ]);
  if (comment) return rootOf(comment);
  return article || reviews.has(id) ? id : undefined;
}

const findTarget = ({ kind, id }: FollowedReference): Promise<string | undefined> =>
  targetsById[kind](id);

/**
 * Makes the viewer follow something; if they already do, nothing changes.
 * @throws ServiceError `notFound`, `forbidden` for the viewer, `conflict` for a person whom the viewer has blocked or if
 *   the viewer follows as much as one can
 */
export async function follow(viewer: Viewer | null, reference: FollowedReference): Promise<void> {
  if (!viewer) throw unauthenticatedError("Please log in to follow.");
  await enforceRateLimit("follows", viewer.id);
  const { kind } = reference;
  const target = await findTarget(reference);
  if (target === undefined) throw notFoundError(kindNames[kind]);
  if (target === viewer.id) throw new ServiceError("forbidden", "You cannot follow yourself.");
  if (kind === "person" && (await findBlockedBy(viewer.id)).has(target)) {
    throw new ServiceError(
      "conflict",
      "You have blocked this person. Unblock them to follow them.",
    );
  }
  if (await isFull(viewer.id, { kind, target })) {
    const message = `You follow ${MAX_FOLLOWED.toLocaleString("en")} things, the most there can be. Leave one, and try again.`;
    throw new ServiceError("conflict", message);
  }
  await addFollowing(viewer.id, kind, target);
  // It may have been removed while the row was stored, and its followers before.
  if ((await findTarget(reference)) !== target) {
    await removeFollowing(viewer.id, kind, target);
    throw notFoundError(kindNames[kind]);
  }
  await invalidateFollowing(viewer, { kind, target });
}

/** Invalidates what shows whom and what the viewer follows, and how many follow a person. */
const invalidateFollowing = ({ id }: Viewer, { kind, target }: Followed): Promise<void> =>
  invalidate(accountTag(id), ...(kind === "person" ? [followersTag(target)] : []));

const isFull = async (userId: string, { kind, target }: Followed): Promise<boolean> =>
  (await countFollowed(userId)) >= MAX_FOLLOWED && !(await isFollowing(userId, kind, target));

/**
 * Makes the viewer no longer follow something; if they do not, nothing changes.
 * @throws ServiceError `notFound` if there is no such thing
 */
export async function unfollow(viewer: Viewer | null, reference: FollowedReference): Promise<void> {
  if (!viewer) throw unauthenticatedError("Please log in to stop following.");
  await enforceRateLimit("follows", viewer.id);
  const { kind, id } = reference;
  const found = await findTarget(reference);
  // What no longer exists, such as an asset that the operator has taken out, can still be left.
  const target = found ?? id;
  const wasFollowed = await removeFollowing(viewer.id, kind, target);
  if (!wasFollowed && found === undefined) throw notFoundError(kindNames[kind]);
  if (wasFollowed) await invalidateFollowing(viewer, { kind, target });
}

/** Whether somebody follows something, and whether only because they wrote in it. */
export interface FollowState {
  isFollowed: boolean;
  byWriting: boolean;
}

/**
 * @param targets what a page shows; the ids of people, not their names
 * @returns for each, in this order, whether the viewer follows it
 */
export function readFollowStates(
  { id }: Viewer,
  targets: readonly Followed[],
): Promise<FollowState[]> {
  return cachedRead([accountTag(id)], ["followed", id, targets], async () => {
    const found = await findFollowedAmong(id, targets);
    return targets.map(({ kind, target }) => {
      const row = found.find((one) => one.kind === kind && one.target === target);
      return { isFollowed: row !== undefined, byWriting: row?.byWriting ?? false };
    });
  });
}

/** @returns the number of people who follow a person */
export const readFollowerCount = (personId: string): Promise<number> =>
  cachedRead([followersTag(personId)], ["followers", personId], () => countFollowers(personId));
