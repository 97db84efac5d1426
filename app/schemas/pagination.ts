import { z } from "zod";
import { firstCharacters } from "~/domain/character-count";
import { decodeCursor } from "~/domain/cursor";
import { LIST_QUERY_MAX, LONG_PAGE_SIZE, PAGE_SIZE, PAGE_TEXT_MAX } from "~/domain/field-limits";
import { topics } from "~/domain/topics";
import { atMost, withCommas } from "./fields";

/** A place in a list, as `encodeCursor` wrote it. */
export const cursor = z.string().transform((text, context) => {
  const decoded = decodeCursor(text);
  if (!decoded) context.addIssue({ code: "custom", message: "cursor is not one of ours" });
  return decoded ?? z.NEVER;
});

function limitUpTo(most: number) {
  const error = `limit must be a whole number from 1 to ${withCommas(most)}`;
  return z.coerce.number(error).int(error).min(1, error).max(most, error).default(PAGE_SIZE);
}

/** How every list of the API is asked for: how many, and after which place. */
export const listQuery = z.object({
  limit: limitUpTo(PAGE_SIZE).meta({ description: "How many items at most.", examples: [20] }),
  cursor: cursor.optional().meta({
    description: "A place in the list, from the `Link` of the page before. Hand it back unread.",
    examples: ["6790a1f2c3d4e5f60718293a.1769074200000"],
  }),
});

/** How the lists are asked for that programs read as a whole. */
export const longListQuery = listQuery.extend({
  limit: limitUpTo(LONG_PAGE_SIZE).meta({
    description: `How many items at most. A page of more than ${PAGE_SIZE} ends early where its texts come to ${withCommas(PAGE_TEXT_MAX)} characters, and still has a next one.`,
    examples: [20],
  }),
});

/** The hub that a list is of, where it is of one. */
export const hubFilter = z
  .enum(
    topics.map(({ slug }) => slug),
    { error: "There is no such hub" },
  )
  .optional();

/** What is looked for: a piece of text, white space at its ends aside. */
export const searchText = atMost(
  z.string().trim(),
  LIST_QUERY_MAX,
  `Search for ${LIST_QUERY_MAX} characters or less`,
)
  .transform((text) => text || undefined)
  .optional();

/** The same in the address of a page, where what is too long is cut. */
export const searchInAddress = z
  .string()
  .transform((text) => firstCharacters(text.trim(), LIST_QUERY_MAX).trim() || undefined)
  .optional()
  .catch(undefined);
