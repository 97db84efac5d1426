/** The stored numbers of upvotes of comments. */
import { collectionOf } from "./collection.server";
import { CommentModel, type CommentRow } from "./comment.schema.server";
import { countFilter, toObjectId, withIds } from "./ids.server";

const toCommentCounts = ({ _id, author, upvotes, unprovenUpvotes }: CommentRow) => ({
  id: _id.toHexString(),
  authorId: author.toHexString(),
  upvotes: upvotes ?? 0,
  unprovenUpvotes: unprovenUpvotes ?? 0,
});

export type CommentCounts = ReturnType<typeof toCommentCounts>;
export type CommentUpvotes = Pick<CommentCounts, "upvotes" | "unprovenUpvotes">;

const counted = collectionOf(CommentModel, toCommentCounts, {
  author: 1,
  upvotes: 1,
  unprovenUpvotes: 1,
});

/**
 * Adds to the numbers of upvotes of a comment.
 * @returns how many it has then, or `null` if it does not exist or was removed
 */
export async function addToCommentUpvotes(
  id: string,
  added: Partial<CommentUpvotes>,
): Promise<number | null> {
  const row = await counted.update({ _id: toObjectId(id), removedAt: null }, { $inc: added });
  return row && row.upvotes + row.unprovenUpvotes;
}

/** @returns the counts of up to `limit` comments in id order, after `afterId` or from the beginning */
export const listCommentCounts = (afterId: string | null, limit: number) =>
  counted.listAfter(afterId, limit);

export const findCommentCounts = (ids: readonly string[]): Promise<CommentCounts[]> =>
  counted.list(withIds(ids));

/** Corrects the counts of a comment unless they have changed since they were read. @returns whether it did */
export const correctCommentCounts = (
  stored: CommentCounts,
  actual: CommentUpvotes,
): Promise<boolean> =>
  counted.change(
    {
      _id: toObjectId(stored.id),
      upvotes: countFilter(stored.upvotes),
      unprovenUpvotes: countFilter(stored.unprovenUpvotes),
    },
    { $set: actual },
  );
