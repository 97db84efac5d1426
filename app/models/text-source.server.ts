import type { Model, ProjectionType, QueryFilter, Types } from "mongoose";
import { decodeCursor, type Cursor } from "~/domain/cursor";
import { toObjectId } from "./ids.server";
import { readPage } from "./pagination.server";

/** Text written by a user, to be searched for mentions of tokens. */
export interface SourceText {
  id: string;
  authorId: string;
  createdAt: Date;
  /** The parts of the text, such as title and content. */
  texts: string[];
}

/** A collection of authored texts. */
export interface TextSource {
  /** @returns how many documents were created since a date */
  count(since: Date): Promise<number>;
  /** @returns up to `limit` documents created since a date, oldest first, and a cursor if there are more */
  list(
    since: Date,
    after: Cursor | null,
    limit: number,
  ): Promise<{ texts: SourceText[]; next: Cursor | null }>;
  /** @returns the given documents that exist */
  find(ids: readonly string[]): Promise<SourceText[]>;
}

/** Wraps a model as a text source; an index must begin with `createdAt` and `_id`. */
export function textSource<Row extends { _id: Types.ObjectId; createdAt: Date }>(
  model: Model<Row>,
  projection: ProjectionType<Row>,
  toText: (row: Row) => SourceText,
): TextSource {
  const createdSince = (since: Date) => ({ createdAt: { $gte: since } }) as QueryFilter<Row>;
  return {
    count: (since) => model.countDocuments(createdSince(since)),
    async list(since, after, limit) {
      const { items, next } = await readPage<Row, SourceText>(model, {
        filter: createdSince(since),
        field: "createdAt",
        ascending: true,
        limit,
        after,
        projection,
        toItem: toText,
      });
      return { texts: items, next: next === null ? null : decodeCursor(next) };
    },
    async find(ids) {
      const filter = { _id: { $in: ids.map(toObjectId) } } as QueryFilter<Row>;
      const rows = await model.find(filter, projection).limit(ids.length).lean<Row[]>();
      return rows.map(toText);
    },
  };
}
