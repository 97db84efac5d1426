import { Types, type Model, type ProjectionType, type QueryFilter } from "mongoose";

/** A collection as one reads all of it: along its ids, which tell about when something was made. */
export interface IdRangeReader<Item> {
  /** @returns the id that stands so many places after one; nothing where there are not so many */
  idAfter(id: string, places: number): Promise<string | null>;
  /** @returns what there is from an id on, and before another where one is given; at most so many */
  list(range: { from: string; before: string | null; limit: number }): Promise<Item[]>;
}

interface Reading<Row, Item> {
  projection: ProjectionType<Row>;
  toItem: (row: Row) => Item;
}

/** The id before all others. */
export const FIRST_ID = "0".repeat(24);

/** @returns the collection of a model as it is read along its ids: of each row the fields in `projection` */
export function readByIdRange<Row extends { _id: Types.ObjectId }, Item>(
  model: Model<Row>,
  { projection, toItem }: Reading<Row, Item>,
): IdRangeReader<Item> {
  const between = (from: string, before: string | null) =>
    ({
      _id: {
        $gte: new Types.ObjectId(from),
        ...(before ? { $lt: new Types.ObjectId(before) } : {}),
      },
    }) as QueryFilter<Row>;
  return {
    async idAfter(id, places) {
      const [row] = await model
        .find(between(id, null), { _id: 1 })
        .sort({ _id: 1 })
        .skip(places)
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
