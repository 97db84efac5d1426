/** The people whom a text names, as articles, reviews and comments store them. */
import { Schema, Types } from "mongoose";
import type { Named } from "~/domain/named";

/** The field of a schema; absent if nobody is named. An index on `named.id` serves deleting an account. */
export const namedField = {
  type: [
    {
      _id: false,
      id: { type: Schema.Types.ObjectId, required: true },
      name: { type: String, required: true },
    },
  ],
  default: undefined,
};

interface NamingRow {
  named?: readonly { id: Types.ObjectId; name: string }[] | null;
}

export const toNamed = ({ named }: NamingRow): Named[] =>
  (named ?? []).map(({ id, name }) => ({ id: id.toHexString(), name }));

/** @returns the value of the field; `undefined` if nobody is named */
export const namedRows = (named: readonly Named[] = []) =>
  named.length ? named.map(({ id, name }) => ({ id: new Types.ObjectId(id), name })) : undefined;
