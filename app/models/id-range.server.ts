import { Types, type Model, type ProjectionType, type QueryFilter } from "mongoose";

/**
 * Reads a whole collection in ranges of ids. ObjectIds begin with their creation time, so the order is
 * roughly chronological.
 */
export interface IdRangeReader<Item> {
  /**
   * @returns the id `offset` places after `id`, or `null` if there are fewer documents; scans that many index
   *   keys, but reads no documents
   */
  idAfter(id: string, offset: number): Promise<string | null>;
  /**
   * @returns up to `limit` items with ids from `from` (inclusive) to `before` (exclusive; `null` for no
   *   upper bound)
   */
  list(range: { from: string; before: string | null; limit: number }): Promise<Item[]>;
}

interface ReaderOptions<Row, Item> {
  projection: ProjectionType<Row>;
  toItem: (row: Row) => Item;
}

/** The lowest possible id. */
export const FIRST_ID = "0".repeat(24);

/** @returns a reader that loads the `projection` fields of each document and maps them with `toItem` */
export function readByIdRange<Row extends { _id: Types.ObjectId }, Item>(
  model: Model<Row>,
  { projection, toItem }: ReaderOptions<Row, Item>,
): IdRangeReader<Item> {
  const between = (from: string, before: string | null) =>
    ({
      _id: {
        $gte: new Types.ObjectId(from),
        ...(before ? { $lt: new Types.ObjectId(before) } : {}),
      },
    }) as QueryFilter<Row>;
  return {
    async idAfter(id, offset) {
      const [row] = await model
        .find(between(id, null), { _id: 1 })
        .sort({ _id: 1 })
        .skip(offset)
        .limit(1)
        .lean<Row[]>();
      return row ? row._id.toHexString() : null;
    },
    async list({ from, before, limit }) {
      const rows = await model
        .find(between(from, before), projection)
        .sort({ _id: 1 })
        .limit(limit)
        .lean<Row[]>();
      return rows.map(toItem);
    },
  };
}
