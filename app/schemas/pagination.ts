import { z } from "zod";
import { firstCharacters } from "~/domain/character-count";
import { decodeCursor } from "~/domain/cursor";
import {
  MAX_LIST_QUERY_LENGTH,
  LONG_PAGE_SIZE,
  PAGE_SIZE,
  MAX_PAGE_TEXT_LENGTH,
} from "~/domain/field-limits";
import { topics } from "~/domain/topics";
import { atMost, withCommas } from "./fields";

/** A position in a list, as encoded by `encodeCursor`. */
export const cursor = z.string().transform((text, context) => {
  const decoded = decodeCursor(text);
  if (!decoded) context.addIssue({ code: "custom", message: "cursor is invalid" });
  return decoded ?? z.NEVER;
});

function limitUpTo(max: number) {
  const error = `limit must be a whole number from 1 to ${withCommas(max)}`;
  return z.coerce.number(error).int(error).min(1, error).max(max, error).default(PAGE_SIZE);
}

/** Query of every list of the API. */
export const listQuery = z.object({
  limit: limitUpTo(PAGE_SIZE).meta({ description: "The maximum number of items.", examples: [20] }),
  cursor: cursor.optional().meta({
    description: "An opaque position in the list, from the previous page's `Link` header.",
    examples: ["6790a1f2c3d4e5f60718293a.1769074200000"],
  }),
});

/** Query of lists that clients read in full. */
export const longListQuery = listQuery.extend({
  limit: limitUpTo(LONG_PAGE_SIZE).meta({
    description: `The maximum number of items. A page of more than ${PAGE_SIZE} ends early once its texts reach ${withCommas(MAX_PAGE_TEXT_LENGTH)} characters, and still has a next one.`,
    examples: [20],
  }),
});

/** Filters a list by hub. */
export const hubFilter = z
  .enum(
    topics.map(({ slug }) => slug),
    { error: "There is no such hub" },
  )
  .optional();

/** A search text, trimmed. */
export const searchText = atMost(
  z.string().trim(),
  MAX_LIST_QUERY_LENGTH,
  `Search for ${MAX_LIST_QUERY_LENGTH} characters or less`,
)
  .transform((text) => text || undefined)
  .optional();

/** The search text of a page's URL; truncated if too long. */
export const searchInAddress = z
  .string()
  .transform((text) => firstCharacters(text.trim(), MAX_LIST_QUERY_LENGTH).trim() || undefined)
  .optional()
  .catch(undefined);
