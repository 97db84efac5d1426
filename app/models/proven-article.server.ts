/** The articles by accounts with a proven address, which are all that the front page shows. */
import type { Cursor } from "~/domain/cursor";
import { ArticleModel, type ArticleRow } from "./article.schema.server";
import { SORT_FIELDS } from "./article.server";
import { collectionOf } from "./collection.server";
import { toObjectId } from "./ids.server";
import { afterCursor } from "./pagination.server";

const places = collectionOf(
  ArticleModel,
  ({ _id, author, hot, createdAt }: ArticleRow) => ({
    id: _id.toHexString(),
    authorId: author.toHexString(),
    hot,
    createdAt: createdAt.getTime(),
  }),
  { author: 1, hot: 1, createdAt: 1 },
);

/**
 * Reads who wrote the first articles in an order, without those by accounts whose address was not proven when they were
 * posted and has not been since.
 * @returns their ids and authors, each with the cursor after it
 */
export async function listProvenAuthors(
  sort: "new" | "hot",
  { after, limit }: { after: Cursor | null; limit: number },
): Promise<{ id: string; authorId: string; cursor: Cursor }[]> {
  const field = SORT_FIELDS[sort];
  const found = await places.list(
    { isUnproven: null, ...(after && afterCursor(field, after, false)) },
    { sort: { [field]: -1, _id: -1 }, limit },
  );
  return found.map(({ id, authorId, ...row }) => ({
    id,
    authorId,
    cursor: { id, value: row[field] },
  }));
}

/** Marks all articles of a person as by an account with a proven address. @returns how many were not */
export async function proveArticlesOf(userId: string): Promise<number> {
  const filter = { author: toObjectId(userId), isUnproven: true };
  return (await ArticleModel.updateMany(filter, { $unset: { isUnproven: 1 } })).modifiedCount;
}
