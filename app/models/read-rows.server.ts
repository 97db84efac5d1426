import type { Model, ProjectionType, QueryFilter, Types } from "mongoose";

interface RowReading<Row, Item> {
  filter: QueryFilter<Row>;
  sort?: Record<string, 1 | -1>;
  projection?: ProjectionType<Row>;
  /** Rows fetched per batch. */
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
