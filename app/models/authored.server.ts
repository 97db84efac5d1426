/** What the collections of texts that users have written have in common: articles, reviews and comments. */
import type { Model, ProjectionType, QueryFilter, Types, UpdateQuery } from "mongoose";
import { decodeCursor, type Cursor } from "~/domain/cursor";
import { collectionOf } from "./collection.server";
import { toObjectId, withIds } from "./ids.server";

/** The user id and display name that content is attributed to. */
export interface Owner {
  id: string;
  name: string;
}

interface OwnershipOptions<Row> {
  /** The field that holds the owner's id; an index must begin with it. */
  owner: keyof Row & string;
  /** The fields that `nameFields` reads. */
  projection: ProjectionType<Row>;
  /** @returns the fields to set when the owner's name changes */
  nameFields: (row: Row, name: string) => object;
}

/** Documents by their owner. */
export function ownedCollection<Row extends { _id: Types.ObjectId }>(
  model: Model<Row>,
  { owner, projection, nameFields }: OwnershipOptions<Row>,
) {
  const rows = collectionOf(model, (row: Row) => row, projection);
  /** @returns the fields to set when a document gets another owner */
  const ownerFields = (row: Row, { id, name }: Owner): object => ({
    [owner]: toObjectId(id),
    ...nameFields(row, name),
  });
  return {
    ownerFields,
    list: (userId: string, limit: number): Promise<string[]> =>
      rows.ids({ [owner]: toObjectId(userId) } as QueryFilter<Row>, { limit }),

    /** Removes a person from all documents that name them. */
    async removeNamed(userId: string): Promise<void> {
      const named = { id: toObjectId(userId) };
      await model.updateMany(
        { "named.id": named.id } as QueryFilter<Row>,
        { $pull: { named } } as UpdateQuery<Row>,
      );
    },

    /** Reassigns documents to another owner id and name. */
    async transfer(ids: readonly string[], to: Owner): Promise<void> {
      const found = await rows.list(withIds(ids));
      if (!found.length) return;
      await rows.changeEach(
        found.map((row) => ({
          filter: { _id: row._id } as QueryFilter<Row>,
          update: { $set: ownerFields(row, to) },
        })),
      );
    },
  };
}
export type OwnedCollection = Omit<ReturnType<typeof ownedCollection>, "ownerFields">;

/**
 * @param authors author ids by article id
 * @returns the ids of people by article, without its author
 */
export function groupOthers(
  pairs: readonly { article: string; person: string }[],
  authors: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const people = new Map<string, string[]>();
  for (const { article, person } of pairs) {
    if (person === authors.get(article)) continue;
    const others = people.get(article);
    if (others) others.push(person);
    else people.set(article, [person]);
  }
  return people;
}

/** Text written by a user, to be searched for mentions of tokens. */
export interface SourceText {
  id: string;
  authorId: string;
  createdAt: Date;
  /** The parts of the text, such as title and content. */
  texts: string[];
}

/** Documents as texts; an index must begin with `createdAt` and `_id`. */
export function textSource<Row extends { _id: Types.ObjectId; createdAt: Date }>(
  model: Model<Row>,
  projection: ProjectionType<Row>,
  toText: (row: Row) => SourceText,
) {
  const texts = collectionOf(model, toText, projection);
  const createdSince = (since: Date) => ({ createdAt: { $gte: since } }) as QueryFilter<Row>;
  return {
    count: (since: Date): Promise<number> => model.countDocuments(createdSince(since)),
    find: (ids: readonly string[]): Promise<SourceText[]> => texts.list(withIds(ids)),

    /** @returns up to `limit` documents created since a date, oldest first, and a cursor if there are more */
    async list(since: Date, after: Cursor | null, limit: number) {
      const filter = createdSince(since);
      const page = { filter, field: "createdAt", ascending: true, limit, after } as const;
      const { items, next } = await texts.page(page);
      return { texts: items, next: next === null ? null : decodeCursor(next) };
    },
  };
}
export type TextSource = ReturnType<typeof textSource>;
