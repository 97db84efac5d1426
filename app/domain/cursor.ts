/**
 * A cursor marks a position in a sorted list by a row's sort value and id, so that the next page starts
 * right after it even if rows were added before. Opaque to clients.
 */
export interface Cursor {
  value: number;
  id: string;
}

/** @returns the cursor as a short, URL-safe string */
export function encodeCursor({ value, id }: Cursor): string {
  return `${id}.${value}`;
}

/** The maximum of a JavaScript date in milliseconds; no sort value is beyond it. */
const MAX_DATE_MS = 8.64e15;

/** @returns the decoded cursor, or `null` if the text is not a valid cursor */
export function decodeCursor(text: string): Cursor | null {
  const [, id, digits] =
    /^([0-9a-f]{24})\.(-?\d{1,17}(?:\.\d{1,20})?(?:e-\d{1,3})?)$/.exec(text) ?? [];
  if (!id || !digits) return null;
  const value = Number(digits);
  return Math.abs(value) <= MAX_DATE_MS ? { id, value } : null;
}

/** @returns a cursor right before a row, so that the page after it starts with that row */
export function cursorBefore({ value, id }: Cursor, order: "ascending" | "descending"): Cursor {
  // ObjectIds start with a timestamp, so the increment never overflows.
  const neighbour = BigInt(`0x${id}`) + (order === "ascending" ? -1n : 1n);
  return { value, id: neighbour.toString(16).padStart(24, "0") };
}

/** One page of a list, with the cursors of the next and previous pages, or `null`. */
export interface Page<Item> {
  items: Item[];
  next: string | null;
  previous: string | null;
}

/** The cursor after or before which a page is read; the first page if neither is given. */
export interface Place {
  after?: Cursor | null;
  before?: Cursor | null;
}
