import type { Model, PipelineStage, ProjectionType, QueryFilter, Types } from "mongoose";
import type { Cursor } from "~/domain/cursor";
import { collectionOf } from "./collection.server";
import { withIds } from "./ids.server";
import { afterCursor } from "./pagination.server";

/** Excluded from queries by default; only searches need it. */
const words = { type: [String], select: false, default: undefined } as const;
/** The words of a document and of its title, as produced by `documentWords`. */
export const wordFields = { words, titleWords: words } as const;

/** The field to match words in; an index on it continues with `createdAt` and `_id`. */
export type WordField = keyof typeof wordFields;

export interface WordQuery {
  /** Words that must all be present in `field`. */
  words: readonly string[];
  field: WordField;
  /** The word that occurs in the fewest documents, with their number; only those documents are scanned. */
  rarest: { word: string; count: number };
  /** Excludes documents whose title contains every word. */
  excludesTitleMatches?: boolean;
  /** Continue after this position; results are ordered newest first. */
  after?: Cursor | null;
  /** Maximum number of documents to scan, at least 1. */
  window: number;
}

interface IndexedRow {
  _id: Types.ObjectId;
  createdAt: Date;
}

interface WordIndexOptions<Row, Item> {
  toItem: (row: Row) => Item;
  /** Projection of the fields that `toWords` reads. */
  texts: ProjectionType<Row>;
  toWords: (row: Row) => object;
}

const ORDER = { createdAt: -1, _id: -1 } as const;

/** Builds the word index of a model whose schema includes `wordFields`. */
export function wordIndex<Row extends IndexedRow, Item>(
  model: Model<Row>,
  { toItem, texts, toWords }: WordIndexOptions<Row, Item>,
) {
  const indexed = collectionOf(model, (row: Row) => row, texts);
  const read = (pipeline: PipelineStage[]) => model.aggregate<Row>(pipeline);
  return {
    /** @returns how many documents contain a word, counting no further than `limit` */
    count: (field: WordField, word: string, limit: number): Promise<number> =>
      model.countDocuments({ [field]: word } as QueryFilter<Row>).limit(limit),

    /** @returns how many documents within the scanned window match */
    async countMatches(query: WordQuery): Promise<number> {
      const counted = await model.aggregate<{ count: number }>([
        ...windowStages(query),
        matchStage(query),
        { $count: "count" },
      ]);
      return counted[0]?.count ?? 0;
    },

    /**
     * @returns up to `limit` (at least 1) matches, newest first, and the position from which to continue; `null` if
     *   nothing is left to scan
     */
    async find(query: WordQuery, limit: number): Promise<{ items: Item[]; next: Cursor | null }> {
      // Fetches one extra row to learn whether there are more matches.
      const rows = await read([
        ...windowStages(query),
        matchStage(query),
        { $limit: limit + 1 },
        { $unset: ["words", "titleWords"] },
      ]);
      const items = rows.slice(0, limit).map(toItem);
      if (rows.length > limit) return { items, next: cursorOf(rows[limit - 1]!) };
      if (query.rarest.count <= query.window) return { items, next: null };
      const [last] = await read([
        ...windowStages(query),
        { $skip: query.window - 1 },
        CURSOR_FIELDS,
      ]);
      return { items, next: last ? cursorOf(last) : null };
    },

    /** @returns the ids of those of some documents that contain every word */
    findAmong: (ids: readonly string[], words: readonly string[]): Promise<string[]> =>
      indexed.ids({ ...withIds<Row>(ids), words: { $all: [...words] } } as QueryFilter<Row>),

    /** Indexes up to `limit` documents again, in id order after `afterId`. @returns them */
    async refresh(afterId: string | null, limit: number): Promise<{ id: string }[]> {
      const rows = await indexed.listAfter(afterId, limit);
      if (rows.length) {
        await indexed.changeEach(
          // The filter skips documents that were edited, and thereby indexed, in the meantime.
          rows.map((row) => ({ filter: row as QueryFilter<Row>, update: { $set: toWords(row) } })),
        );
      }
      return rows.map(({ _id }) => ({ id: _id.toHexString() }));
    },
  };
}

/** A collection that can be searched by words. */
export type WordIndex<Item> = ReturnType<typeof wordIndex<IndexedRow, Item>>;

const CURSOR_FIELDS: PipelineStage = { $project: { createdAt: 1 } };
const cursorOf = ({ _id, createdAt }: IndexedRow): Cursor => ({
  id: _id.toHexString(),
  value: createdAt.getTime(),
});

/** The documents to scan, read through the index of the rarest word. */
const windowStages = ({ field, rarest, after, window }: WordQuery): PipelineStage[] => [
  { $match: { [field]: rarest.word, ...(after ? afterCursor("createdAt", after, false) : {}) } },
  { $sort: ORDER },
  { $limit: window },
];

const matchStage = ({ words, field, excludesTitleMatches }: WordQuery): PipelineStage => ({
  $match: {
    [field]: { $all: [...words] },
    ...(excludesTitleMatches ? { titleWords: { $not: { $all: [...words] } } } : {}),
  },
});
