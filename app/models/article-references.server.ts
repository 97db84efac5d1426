import type { Model, QueryFilter, Types } from "mongoose";
import { toObjectId } from "./ids.server";

/**
 * Reads which articles rows belong to, in id order.
 *
 * @param model of rows that name their article, such as comments and upvotes
 * @param afterId the row after which to begin; `null` begins with the first
 * @param limit maximum number of rows, at least 1
 */
export async function listArticleReferences<
  Row extends { _id: Types.ObjectId; article: Types.ObjectId },
>(
  model: Model<Row>,
  afterId: string | null,
  limit: number,
): Promise<{ id: string; articleId: string }[]> {
  const after = (afterId ? { _id: { $gt: toObjectId(afterId) } } : {}) as QueryFilter<Row>;
  const rows = await model
    .find(after, { article: 1 })
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Pick<Row, "_id" | "article">[]>();
  return rows.map(({ _id, article }) => ({
    id: _id.toHexString(),
    articleId: article.toHexString(),
  }));
}
