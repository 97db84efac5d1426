import type { Model, ProjectionType, QueryFilter, Types } from "mongoose";
import { toObjectId } from "./ids.server";

/** Under whose id and name something stands. */
export interface Owner {
  id: string;
  name: string;
}

/** A collection of what people wrote, as belonging to them. */
export interface OwnedCollection {
  /** @returns how many documents of a user's there are */
  count(userId: string): Promise<number>;
  /** @returns the ids of some of a user's documents, at most so many */
  list(userId: string, limit: number): Promise<string[]>;
  /** Has some documents stand under another's id and name. */
  handOver(ids: readonly string[], owner: Owner): Promise<void>;
}

interface Owning<Row> {
  /** The field with the owner's id; an index must begin with it. */
  owner: keyof Row & string;
  /** What is needed to write a name into a document … */
  projection: ProjectionType<Row>;
  /** … and the fields that hold one. */
  toNamed: (row: Row, name: string) => object;
}

export function ownedCollection<Row extends { _id: Types.ObjectId }>(
  model: Model<Row>,
  { owner, projection, toNamed }: Owning<Row>,
): OwnedCollection {
  const of = (userId: string) => ({ [owner]: toObjectId(userId) }) as QueryFilter<Row>;
  return {
    count: (userId) => model.countDocuments(of(userId)),
    async list(userId, limit) {
      const rows = await model.find(of(userId), { _id: 1 }).limit(limit).lean<Row[]>();
      return rows.map(({ _id }) => _id.toHexString());
    },
    async handOver(ids, { id, name }) {
      const among = { _id: { $in: ids.map(toObjectId) } } as QueryFilter<Row>;
      const rows = await model.find(among, projection).limit(ids.length).lean<Row[]>();
      if (!rows.length) return;
      await model.bulkWrite(
        rows.map((row) => ({
          updateOne: {
            filter: { _id: row._id } as QueryFilter<Row>,
            update: { $set: { [owner]: toObjectId(id), ...toNamed(row, name) } as object },
          },
        })),
        { ordered: false },
      );
    },
  };
}
