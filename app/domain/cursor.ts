/**
 * A cursor names a place in a sorted list: the sort value and the id of a row, so that a page can begin
 * right after it however much has been added before. Clients pass it back unread.
 */
export interface Cursor {
  value: number;
  id: string;
}

/** @returns the cursor as a short text that is safe in a URL */
export function encodeCursor({ value, id }: Cursor): string {
  return `${id}.${value}`;
}

/** The furthest from 1970 that a date can be, in milliseconds: what is beyond it can be no sort value. */
const FURTHEST = 8.64e15;

/** @returns the place a text names, or `null` when it is no cursor of ours */
export function decodeCursor(text: string): Cursor | null {
  const [, id, digits] =
    /^([0-9a-f]{24})\.(-?\d{1,17}(?:\.\d{1,20})?(?:e-\d{1,3})?)$/.exec(text) ?? [];
  if (!id || !digits) return null;
  const value = Number(digits);
  return Math.abs(value) <= FURTHEST ? { id, value } : null;
}

/**
 * @param order of the list, by value and then by id
 * @returns the place right before a row, so that the page after it begins with the row itself
 */
export function placeBefore({ value, id }: Cursor, order: "ascending" | "descending"): Cursor {
  // Ids begin with a time: none is the first or the last that there can be.
  const neighbour = BigInt(`0x${id}`) + (order === "ascending" ? -1n : 1n);
  return { value, id: neighbour.toString(16).padStart(24, "0") };
}

/** One page of a list, with the cursors of the pages on either side where there are such. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
  previous: string | null;
}

/** Where in a list a page begins or ends; neither means its first page. */
export interface Place {
  after?: Cursor | null;
  before?: Cursor | null;
}
