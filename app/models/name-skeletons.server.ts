/** Fills in the skeletons of names from before the site checked for names that look alike. */
import type { Types } from "mongoose";
import { nameSkeleton } from "~/domain/name-skeleton";
import { isDuplicateKey } from "./ids.server";
import { User, type UserRow } from "./user.schema.server";

/**
 * Fills in the skeletons of up to `limit` users. Of existing names that look alike, only one gets the
 * skeleton; all keep their names.
 *
 * @param after the id of the last user of the previous batch; `null` for the first batch
 * @returns the id of the last user of the batch, or `null` if there are no more
 */
export async function fillNameSkeletons(
  after: Types.ObjectId | null,
  limit: number,
): Promise<Types.ObjectId | null> {
  const rows = await User.find(after ? { _id: { $gt: after } } : {}, { name: 1, nameSkeleton: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Pick<UserRow, "_id" | "name" | "nameSkeleton">[]>();
  const missing = rows.filter((row) => row.nameSkeleton === undefined);
  const writes = missing.map(({ _id, name }) => ({
    updateOne: {
      filter: { _id, nameSkeleton: null },
      update: { $set: { nameSkeleton: nameSkeleton(name) } },
    },
  }));
  if (writes.length) await User.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates);
  return rows.length === limit ? rows.at(-1)!._id : null;
}

function ignoreDuplicates(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
