import type { Model, ProjectionType, QueryFilter, Types } from "mongoose";
import { toObjectId } from "./ids.server";

/** The user id and display name that content is attributed to. */
export interface Owner {
  id: string;
  name: string;
}

/** A collection of user-written documents, accessed by owner. */
export interface OwnedCollection {
  count(userId: string): Promise<number>;
  list(userId: string, limit: number): Promise<string[]>;
  /** Reassigns documents to another owner id and name. */
  transfer(ids: readonly string[], owner: Owner): Promise<void>;
}

interface OwnershipOptions<Row> {
  /** The field that holds the owner's id; an index must begin with it. */
  owner: keyof Row & string;
  /** The fields that `nameFields` reads. */
  projection: ProjectionType<Row>;
  /** @returns the fields to set when the owner's name changes */
  nameFields: (row: Row, name: string) => object;
}

/** Wraps a model whose documents belong to users. */
export function ownedCollection<Row extends { _id: Types.ObjectId }>(
  model: Model<Row>,
  { owner, projection, nameFields }: OwnershipOptions<Row>,
): OwnedCollection {
  const ownedBy = (userId: string) => ({ [owner]: toObjectId(userId) }) as QueryFilter<Row>;
  return {
    count: (userId) => model.countDocuments(ownedBy(userId)),
    async list(userId, limit) {
      const rows = await model.find(ownedBy(userId), { _id: 1 }).limit(limit).lean<Row[]>();
      return rows.map(({ _id }) => _id.toHexString());
    },
    async transfer(ids, { id, name }) {
      const withIds = { _id: { $in: ids.map(toObjectId) } } as QueryFilter<Row>;
      const rows = await model.find(withIds, projection).limit(ids.length).lean<Row[]>();
      if (!rows.length) return;
      await model.bulkWrite(
        rows.map((row) => ({
          updateOne: {
            filter: { _id: row._id } as QueryFilter<Row>,
            update: { $set: { [owner]: toObjectId(id), ...nameFields(row, name) } as object },
          },
        })),
        { ordered: false },
      );
    },
  };
}
