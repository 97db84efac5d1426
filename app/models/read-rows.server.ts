import type { Model, ProjectionType, QueryFilter, Types } from "mongoose";
import { toObjectId } from "./ids.server";

interface RowReading<Row, Item> {
  filter: QueryFilter<Row>;
  sort?: Record<string, 1 | -1>;
  projection?: ProjectionType<Row>;
  batchSize?: number;
  toItem: (row: Row) => Item;
}

/** Yields all matching rows, with only one batch in memory; an index must serve the filter and the order. */
export async function* readRows<Row extends { _id: Types.ObjectId }, Item>(
  model: Model<Row>,
  { filter, sort = {}, projection, batchSize = 50, toItem }: RowReading<Row, Item>,
): AsyncGenerator<Item, void, undefined> {
  const cursor = model.find(filter, projection).sort(sort).lean<Row>().cursor({ batchSize });
  try {
    for await (const row of cursor) yield toItem(row as Row);
  } finally {
    await cursor.close();
  }
}

/**
 * Reads the article ids of rows, in order of the rows' ids.
 * @param afterId the id of the row after which to start; `null` starts with the first
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
