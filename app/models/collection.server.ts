import type {
  Model,
  ProjectionType,
  QueryFilter,
  QueryOptions,
  Types,
  UpdateQuery,
  UpdateWithAggregationPipeline,
} from "mongoose";
import { toObjectId, withIds } from "./ids.server";
import { readPage, type PageOptions } from "./pagination.server";

type Order = Record<string, 1 | -1>;

/**
 * The queries that most collections need. Those that read give the rows as items; an index must serve their filter and
 * order.
 * @param toItem makes an item of a row
 * @param projection the fields that `toItem` reads; all if omitted
 */
export function collectionOf<Row extends { _id: unknown }, Item>(
  model: Model<Row>,
  toItem: (row: Row) => Item,
  projection?: ProjectionType<Row>,
) {
  type Filter = QueryFilter<Row>;
  type Update = UpdateQuery<Row> | UpdateWithAggregationPipeline;

  async function list(filter: Filter, options: { sort?: Order; limit?: number } = {}) {
    const rows = await model.find(filter, projection, options as QueryOptions<Row>).lean<Row[]>();
    return rows.map((row) => toItem(row));
  }

  async function ids(
    filter: Filter,
    options: { sort?: Order; skip?: number; limit?: number } = {},
  ) {
    const rows = await model.find(filter, { _id: 1 }, options as QueryOptions<Row>).lean<Row[]>();
    return rows.map(({ _id }) => String(_id));
  }

  return {
    list,
    ids,
    has: async (filter: Filter): Promise<boolean> => (await model.exists(filter)) !== null,

    /** @returns the first match, or `null` */
    async find(filter: Filter, sort: Order = {}): Promise<Item | null> {
      const row = await model.findOne(filter, projection, { sort }).lean<Row>();
      return row && toItem(row);
    },

    /** @returns up to `limit` matches in id order, after `afterId` or from the beginning */
    listAfter: (afterId: string | null, limit: number, filter: Filter = {}): Promise<Item[]> =>
      list({ ...filter, ...(afterId && { _id: { $gt: toObjectId(afterId) } }) } as Filter, {
        sort: { _id: 1 },
        limit,
      }),

    /** Reads one page, from the beginning or on either side of a cursor. */
    page: (options: Omit<PageOptions<Row, Item>, "projection" | "toItem">) =>
      readPage(model, { ...options, projection, toItem }),

    /** Yields all matches, with only one batch of rows in memory. */
    async *stream(
      filter: Filter,
      { sort = {}, batchSize = 50 }: { sort?: Order; batchSize?: number } = {},
    ): AsyncGenerator<Item, void, undefined> {
      const cursor = model.find(filter, projection).sort(sort).lean<Row>().cursor({ batchSize });
      try {
        for await (const row of cursor) yield toItem(row as Row);
      } finally {
        await cursor.close();
      }
    },

    /** Changes the first match. @returns it after the change, or `null` if there is none */
    async update(filter: Filter, changes: Update, sort?: Order): Promise<Item | null> {
      const options = { returnDocument: "after", updatePipeline: true, sort } as const;
      const row = await model.findOneAndUpdate(filter, changes, options).lean<Row>();
      return row && toItem(row);
    },

    /** Changes the first match. @returns whether there was one */
    async change(filter: Filter, changes: Update): Promise<boolean> {
      return (await model.updateOne(filter, changes)).matchedCount === 1;
    },

    /** Changes all matches. */
    async changeAll(filter: Filter, changes: Update): Promise<void> {
      await model.updateMany(filter, changes);
    },

    /** Carries out many updates in one write. */
    changeEach(updates: readonly { filter: Filter; update: Update; upsert?: boolean }[]) {
      const writes: object[] = updates.map((updateOne) => ({ updateOne }));
      return model.bulkWrite(writes as Parameters<typeof model.bulkWrite>[0], { ordered: false });
    },

    /** Removes the first match. @returns whether there was one */
    async removeOne(filter: Filter): Promise<boolean> {
      return (await model.deleteOne(filter)).deletedCount === 1;
    },

    /** Removes all matches. */
    async remove(filter: Filter): Promise<void> {
      await model.deleteMany(filter);
    },

    /** Removes up to `limit` matches. @returns how many were removed */
    async removeSome(filter: Filter, options: { sort?: Order; limit: number }): Promise<number> {
      const found = await ids(filter, options);
      if (found.length) await model.deleteMany(withIds<Row>(found));
      return found.length;
    },
  };
}

/** The lowest possible id. */
export const FIRST_ID = "0".repeat(24);

/**
 * Reads a whole collection in ranges of ids. ObjectIds begin with their creation time, so the order is roughly
 * chronological.
 */
export interface IdRangeReader<Item> {
  /**
   * @returns the id `offset` places after `id`, or `null` if there are fewer documents; scans that many index keys, but
   *   reads no documents
   */
  idAfter(id: string, offset: number): Promise<string | null>;
  /** @returns up to `limit` items from `from` (inclusive) to `before` (exclusive; `null` for no upper bound) */
  list(range: { from: string; before: string | null; limit: number }): Promise<Item[]>;
}

/** @returns a reader that loads the `projection` fields of each document and maps them with `toItem` */
export function readByIdRange<Row extends { _id: Types.ObjectId }, Item>(
  model: Model<Row>,
  toItem: (row: Row) => Item,
  projection: ProjectionType<Row>,
): IdRangeReader<Item> {
  const items = collectionOf(model, toItem, projection);
  const between = (from: string, before: string | null) =>
    ({
      _id: { $gte: toObjectId(from), ...(before && { $lt: toObjectId(before) }) },
    }) as QueryFilter<Row>;
  const sort = { _id: 1 } as const;
  return {
    async idAfter(id, offset) {
      const [found] = await items.ids(between(id, null), { sort, skip: offset, limit: 1 });
      return found ?? null;
    },
    list: ({ from, before, limit }) => items.list(between(from, before), { sort, limit }),
  };
}
