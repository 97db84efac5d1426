import type { Model, ProjectionType, QueryFilter, Types } from "mongoose";
import { decodeCursor, type Cursor } from "~/domain/cursor";
import { toObjectId } from "./ids.server";
import { readPage } from "./pagination.server";

/** What somebody wrote, as far as it matters what it mentions. */
export interface SourceText {
  id: string;
  authorId: string;
  createdAt: Date;
  /** Its parts, such as title and text. */
  texts: string[];
}

/** A collection of what people wrote, to be read for what it mentions. */
export interface TextSource {
  /** @returns how many documents there are since a moment */
  count(since: Date): Promise<number>;
  /** @returns the next documents since a moment, the oldest first, and where they end if there are more */
  list(
    since: Date,
    after: Cursor | null,
    limit: number,
  ): Promise<{ texts: SourceText[]; next: Cursor | null }>;
  /** @returns the documents of some ids; one that is not there is left out */
  find(ids: readonly string[]): Promise<SourceText[]>;
}

/** An index of the model must begin with `createdAt` and `_id`. */
export function textSource<Row extends { _id: Types.ObjectId; createdAt: Date }>(
  model: Model<Row>,
  projection: ProjectionType<Row>,
  toText: (row: Row) => SourceText,
): TextSource {
  const sinceThen = (since: Date) => ({ createdAt: { $gte: since } }) as QueryFilter<Row>;
  return {
    count: (since) => model.countDocuments(sinceThen(since)),
    async list(since, after, limit) {
      const { items, next } = await readPage<Row, SourceText>(model, {
        filter: sinceThen(since),
        field: "createdAt",
        ascending: true,
        ...{ limit, after, projection, toItem: toText },
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
