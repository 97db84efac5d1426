import type { Model, PipelineStage, ProjectionType, QueryFilter, Types } from "mongoose";
import type { Cursor } from "~/domain/cursor";
import { beyond } from "./pagination.server";

/** Left out of what is read unless it is asked for: nobody but a search needs it. */
const words = { type: [String], select: false, default: undefined } as const;
/** All words of a document and those of its title, as `documentWords` finds them. */
export const wordFields = { words, titleWords: words } as const;

/** Where a word may stand: the name of the field, which leads an index followed by `createdAt` and `_id`. */
export type WordField = keyof typeof wordFields;

/** Which documents are looked for, and where. */
export interface WordQuery {
  /** Every one of these must be in `field`. */
  words: readonly string[];
  field: WordField;
  /** The one of them that is in the fewest documents, and in how many: those are looked at. */
  rarest: { word: string; count: number };
  /** Leaves out what has every word in its title. */
  isBeyondTitles?: boolean;
  /** Only what comes after a place; the newest come first. */
  after?: Cursor | null;
  /** How many documents are looked at, at most: from 1. */
  window: number;
}

/** What a look at a window found. */
export interface WordMatches<Item> {
  items: Item[];
  /** Where to look on; `null` when there is nothing more to look at. */
  next: Cursor | null;
}

/** A collection whose documents are found by their words. */
export interface WordIndex<Item> {
  /** @returns in how many documents a word is; those beyond `most` are not counted */
  count(field: WordField, word: string, most: number): Promise<number>;
  /** @returns how many of the documents in the window have every word */
  countFound(sought: WordQuery): Promise<number>;
  /** @returns the newest that have every word, at most so many, from 1 */
  find(sought: WordQuery, limit: number): Promise<WordMatches<Item>>;
  /** Notes the words of some documents that have none yet. @returns how many it looked at */
  fill(limit: number): Promise<number>;
}

interface IndexedRow {
  _id: Types.ObjectId;
  createdAt: Date;
}

interface Finding<Row, Item> {
  toItem: (row: Row) => Item;
  /** The fields that words are made from. */
  texts: ProjectionType<Row>;
  toWords: (row: Row) => object;
}

const ORDER = { createdAt: -1, _id: -1 } as const;

/** The words must be kept in `words`, and those of titles, where there are such, in `titleWords`. */
export function wordIndex<Row extends IndexedRow, Item>(
  model: Model<Row>,
  { toItem, texts, toWords }: Finding<Row, Item>,
): WordIndex<Item> {
  const read = (pipeline: PipelineStage[]) => model.aggregate<Row>(pipeline);
  return {
    count: (field, word, most) =>
      model.countDocuments({ [field]: word } as QueryFilter<Row>).limit(most),

    async countFound(sought) {
      const counted = await model.aggregate<{ count: number }>([
        ...windowOf(sought),
        matching(sought),
        { $count: "count" },
      ]);
      return counted[0]?.count ?? 0;
    },

    async find(sought, limit) {
      // One more than asked for tells whether there is another.
      const rows = await read([
        ...windowOf(sought),
        matching(sought),
        { $limit: limit + 1 },
        { $unset: ["words", "titleWords"] },
      ]);
      const items = rows.slice(0, limit).map(toItem);
      if (rows.length > limit) return { items, next: placeOf(rows[limit - 1]!) };
      if (sought.rarest.count <= sought.window) return { items, next: null };
      const [last] = await read([...windowOf(sought), { $skip: sought.window - 1 }, PLACE_ONLY]);
      return { items, next: last ? placeOf(last) : null };
    },

    async fill(limit) {
      const isMissing = { words: null } as QueryFilter<Row>;
      const rows = await model.find(isMissing, texts).limit(limit).lean<Row[]>();
      if (!rows.length) return 0;
      // What somebody has replaced meanwhile has its words already.
      await model.bulkWrite(
        rows.map((row) => ({
          updateOne: {
            filter: { _id: row._id, ...isMissing } as QueryFilter<Row>,
            update: { $set: toWords(row) },
          },
        })),
        { ordered: false },
      );
      return rows.length;
    },
  };
}

const PLACE_ONLY: PipelineStage = { $project: { createdAt: 1 } };
const placeOf = ({ _id, createdAt }: IndexedRow): Cursor => ({
  id: _id.toHexString(),
  value: createdAt.getTime(),
});

/** The documents that are looked at: read along the index of the rarest word, and no more of them. */
const windowOf = ({ field, rarest, after, window }: WordQuery): PipelineStage[] => [
  { $match: { [field]: rarest.word, ...(after ? beyond("createdAt", after, false) : {}) } },
  { $sort: ORDER },
  { $limit: window },
];

const matching = ({ words, field, isBeyondTitles }: WordQuery): PipelineStage => ({
  $match: {
    [field]: { $all: [...words] },
    ...(isBeyondTitles ? { titleWords: { $not: { $all: [...words] } } } : {}),
  },
});
