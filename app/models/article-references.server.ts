import type { Model, QueryFilter, Types } from "mongoose";
import { toObjectId } from "./ids.server";

/**
 * Reads the article ids of rows, in order of the rows' ids.
 *
 * @param model a model whose rows refer to an article, such as comments and upvotes
 * @param afterId the id of the row after which to start; `null` starts with the first
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
