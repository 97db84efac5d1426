import {
  Types,
  type Model,
  type PipelineStage,
  type ProjectionType,
  type QueryFilter,
} from "mongoose";
import { PAGE_SIZE, MAX_PAGE_TEXT_LENGTH } from "~/domain/field-limits";
import { encodeCursor, type Cursor, type Page, type Place } from "~/domain/cursor";

/** A list sorted by `field`, then by `_id`; an index must serve this order. */
export interface PageOptions<Row, Item> extends Place {
  filter: QueryFilter<Row>;
  field: keyof Row & string;
  /** Sort order; descending by default. */
  ascending?: boolean;
  /** Maximum number of items, at least 1. */
  limit: number;
  projection?: ProjectionType<Row>;
  toItem: (row: Row) => Item;
}

/** A page of a user's own items. */
export type OwnListPage = Pick<Place, "after"> & { limit: number };

/** Reads one page of a list, from the beginning or on either side of a cursor. */
export async function readPage<Row extends { _id: unknown }, Item>(
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
  }: PageOptions<Row, Item>,
): Promise<Page<Item>> {
  const backwards = !after && !!before;
  const place = after ?? before;
  const isAscending = ascending !== backwards;
  const direction = isAscending ? 1 : -1;
  const isLargePage = limit > PAGE_SIZE;
  // Fetches one extra row to learn whether there is another page.
  const found = await model
    .find(
      place ? { ...filter, ...afterCursor(field, place, isAscending) } : filter,
      isLargePage ? ({ [field]: 1 } as ProjectionType<Row>) : projection,
    )
    .sort({ [field]: direction, _id: direction })
    .limit(limit + 1)
    .lean();
  const onPage = found.slice(0, limit);
  const { rows, isTruncated } = isLargePage
    ? await loadInBatches(model, onPage, projection)
    : { rows: onPage, isTruncated: false };
  const more = found.length > limit || isTruncated;
  const inOrder = (list: Row[]) => (backwards ? list.toReversed() : list);
  // Rows that were deleted while the page was loaded still mark where it begins and ends.
  const places = inOrder(isTruncated ? rows : onPage);
  const cursorOf = (row: Row | undefined) => (row ? cursorAt(row, field) : null);
  return {
    items: inOrder(rows).map(toItem),
    next: (backwards ? !!place : more) ? cursorOf(places.at(-1)) : null,
    previous: (backwards ? more : !!after) ? cursorOf(places[0]) : null,
  };
}

/**
 * Loads the full rows of a page whose ids and sort keys are known. Loads them in batches, so that other
 * requests can run in between, and stops once the texts reach `MAX_PAGE_TEXT_LENGTH`.
 * @returns the rows in order, and whether rows at the end were left out
 */
async function loadInBatches<Row extends { _id: unknown }>(
  model: Model<Row>,
  keys: readonly { _id: unknown }[],
  projection: ProjectionType<Row> | undefined,
): Promise<{ rows: Row[]; isTruncated: boolean }> {
  const rows: Row[] = [];
  let size = 0;
  for (let start = 0; start < keys.length; start += PAGE_SIZE) {
    const ids = keys.slice(start, start + PAGE_SIZE).map(({ _id }) => _id);
    const batch = await model
      .find({ _id: { $in: ids } } as QueryFilter<Row>, projection)
      .limit(ids.length)
      .lean();
    const byId = new Map(batch.map((row) => [String(row._id), row]));
    for (const id of ids) {
      if (rows.length >= PAGE_SIZE && size >= MAX_PAGE_TEXT_LENGTH)
        return { rows, isTruncated: true };
      const row = byId.get(String(id));
      if (!row) continue; // Deleted since the ids were read.
      rows.push(row);
      size += textSize(row);
    }
  }
  return { rows, isTruncated: false };
}

const textSize = (row: object): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );

/** How many rows one unindexed search scans, in sort order; the next page continues from there. */
export const SEARCH_WINDOW = 1000;

interface SearchOptions<Row, Item> extends Pick<
  PageOptions<Row, Item>,
  "filter" | "field" | "limit" | "after" | "projection" | "toItem"
> {
  /** A condition that no index serves, applied to the rows in the window. */
  matching: QueryFilter<Row>;
}

/**
 * Reads one page of a filtered list, in descending order. Scans at most `SEARCH_WINDOW` rows, so a page may
 * be short or even empty and still have a next page.
 */
export async function searchPage<Row extends { _id: unknown }, Item>(
  model: Model<Row>,
  { filter, matching, field, limit, after, projection, toItem }: SearchOptions<Row, Item>,
): Promise<Page<Item>> {
  const window: PipelineStage[] = [
    { $match: { ...filter, ...(after ? afterCursor(field, after, false) : {}) } },
    { $sort: { [field]: -1, _id: -1 } },
    { $limit: SEARCH_WINDOW },
  ];
  const found = await model.aggregate<Row>([
    ...window,
    { $match: matching },
    { $limit: limit },
    { $project: { [field]: 1 } },
  ]);
  const { rows, isTruncated } = await loadInBatches(model, found, projection);
  const last = isTruncated
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

/** @returns the cursor of a row's position; dates are encoded as milliseconds */
const cursorAt = <Row extends { _id: unknown }>(row: Row, field: keyof Row) =>
  encodeCursor({ id: String(row._id), value: Number(row[field]) });

/** Date fields are named `…At`; cursors hold their values as milliseconds. */
const isDate = (field: string) => field.endsWith("At");

/**
 * Matches the rows after a cursor in a sort order: greater ones if `isAscending`, smaller ones otherwise. The
 * redundant bound on `field` lets the query planner start its index scan there.
 */
export function afterCursor<Row>(
  field: string,
  { value, id }: Cursor,
  isAscending: boolean,
): QueryFilter<Row> {
  const at = isDate(field) ? new Date(value) : value;
  const _id = new Types.ObjectId(id);
  return (
    isAscending
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

/** Escapes a text for use as a literal regex. MongoDB rejects a raw null byte in a pattern. */
export const escapePattern = (text: string) =>
  text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("\0", "\\x00");
