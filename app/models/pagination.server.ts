import {
  Types,
  type Model,
  type PipelineStage,
  type ProjectionType,
  type QueryFilter,
} from "mongoose";
import { PAGE_SIZE, PAGE_TEXT_MAX } from "~/domain/field-limits";
import { encodeCursor, type Cursor, type Page, type Place } from "~/domain/cursor";

/** A list in the order of a field, ties in that of `_id`; an index must serve it. */
interface Reading<Row, Item> extends Place {
  filter: QueryFilter<Row>;
  field: keyof Row & string;
  /** The greatest first unless this is said. */
  ascending?: boolean;
  /** How many at most, from 1. */
  limit: number;
  projection?: ProjectionType<Row>;
  toItem: (row: Row) => Item;
}

/** Which page of what somebody has written: how many at most, and after which place. */
export interface OwnListPage extends Pick<Place, "after"> {
  limit: number;
}

/** Reads one page of a list, from its beginning or on either side of a cursor. */
export async function readPage<Row extends { _id: Types.ObjectId }, Item>(
  model: Model<Row>,
  {
    filter,
    field,
    ascending = false,
    limit,
    projection,
    toItem,
    after,
    before,
  }: Reading<Row, Item>,
): Promise<Page<Item>> {
  const backwards = !after && !!before;
  const place = after ?? before;
  const upwards = ascending !== backwards;
  const direction = upwards ? 1 : -1;
  const isLong = limit > PAGE_SIZE;
  // One more than asked for tells whether there is another page.
  const found = await model
    .find(
      place ? { ...filter, ...beyond(field, place, upwards) } : filter,
      isLong ? placeIn<Row>(field) : projection,
    )
    .sort({ [field]: direction, _id: direction })
    .limit(limit + 1)
    .lean<Row[]>();
  const chosen = found.slice(0, limit);
  const { rows, isCut } = isLong
    ? await readInParts(model, chosen, projection)
    : { rows: chosen, isCut: false };
  const more = found.length > limit || isCut;
  if (backwards) rows.reverse();
  const cursorOf = (row: Row | undefined) => (row ? cursorAt(row, field) : null);
  return {
    items: rows.map(toItem),
    next: (backwards ? !!place : more) ? cursorOf(rows.at(-1)) : null,
    previous: (backwards ? more : !!after) ? cursorOf(rows[0]) : null,
  };
}

/** Of a row only what tells where it stands in an order. */
const placeIn = <Row>(field: string): ProjectionType<Row> => ({ [field]: 1 });

/**
 * Reads the rows of a page, of which only the places are known yet. It does so in parts, between which
 * others have their turn, and ends where the texts are too much for one answer.
 *
 * @returns the rows in their order, and whether some were left out at the end
 */
async function readInParts<Row extends { _id: Types.ObjectId }>(
  model: Model<Row>,
  places: readonly { _id: Types.ObjectId }[],
  projection: ProjectionType<Row> | undefined,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = [];
  let size = 0;
  for (let start = 0; start < places.length; start += PAGE_SIZE) {
    const ids = places.slice(start, start + PAGE_SIZE).map(({ _id }) => _id);
    const part = await model
      .find({ _id: { $in: ids } } as QueryFilter<Row>, projection)
      .limit(ids.length)
      .lean<Row[]>();
    const byId = new Map(part.map((row) => [row._id.toHexString(), row]));
    for (const id of ids) {
      if (rows.length >= PAGE_SIZE && size >= PAGE_TEXT_MAX) return { rows, isCut: true };
      const row = byId.get(id.toHexString());
      if (!row) continue; // It has been removed meanwhile.
      rows.push(row);
      size += textSize(row);
    }
  }
  return { rows, isCut: false };
}

const textSize = (row: object): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );

/** How many rows one search looks at that no index serves: it reads them in order, and goes on from a cursor. */
export const SEARCH_WINDOW = 2000;

interface Searching<Row, Item> extends Pick<
  Reading<Row, Item>,
  "filter" | "field" | "limit" | "after" | "projection" | "toItem"
> {
  /** What a row must be besides. */
  matching: QueryFilter<Row>;
}

/**
 * Searches one page of a list, the greatest first. It looks at no more than `SEARCH_WINDOW` rows, so a
 * page may come back short, or empty, with a next one still to be had.
 */
export async function searchPage<Row extends { _id: Types.ObjectId }, Item>(
  model: Model<Row>,
  { filter, matching, field, limit, after, projection, toItem }: Searching<Row, Item>,
): Promise<Page<Item>> {
  const window: PipelineStage[] = [
    { $match: { ...filter, ...(after ? beyond(field, after, false) : {}) } },
    { $sort: { [field]: -1, _id: -1 } },
    { $limit: SEARCH_WINDOW },
  ];
  const found = await model.aggregate<Row>([
    ...window,
    { $match: matching },
    { $limit: limit },
    { $project: { [field]: 1 } },
  ]);
  const { rows, isCut } = await readInParts(model, found, projection);
  const last = isCut
    ? rows.at(-1)
    : found.length === limit
      ? found.at(-1)
      : (await model.aggregate<Row>([...window, { $skip: SEARCH_WINDOW - 1 }]))[0];
  return {
    items: rows.map(toItem),
    next: last ? cursorAt(last, field) : null,
    previous: null,
  };
}

/** @returns the cursor of the place where a row stands; a date counts as its milliseconds */
export const cursorAt = <Row extends { _id: Types.ObjectId }>(row: Row, field: keyof Row) =>
  encodeCursor({ id: row._id.toHexString(), value: Number(row[field]) });

/** The fields of ours that hold dates; a cursor has them as milliseconds. */
const isDate = (field: string) => field.endsWith("At");

/**
 * What lies above a place in an order, or below it. The first bound lets an index begin there; without
 * it a planner may read from the beginning.
 */
export function beyond<Row>(
  field: string,
  { value, id }: Cursor,
  upwards: boolean,
): QueryFilter<Row> {
  const at = isDate(field) ? new Date(value) : value;
  const _id = new Types.ObjectId(id);
  return (
    upwards
      ? {
          [field]: { $gte: at },
          $or: [{ [field]: { $gt: at } }, { [field]: at, _id: { $gt: _id } }],
        }
      : {
          [field]: { $lte: at },
          $or: [{ [field]: { $lt: at } }, { [field]: at, _id: { $lt: _id } }],
        }
  ) as QueryFilter<Row>;
}

/** The text as a pattern that stands for itself; MongoDB takes no null byte in one as it is. */
export const escapePattern = (text: string) =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("\0", "\\x00");
