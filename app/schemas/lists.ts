import { z } from "zod";
import { firstCharacters } from "~/domain/characters";
import { decodeCursor } from "~/domain/cursor";
import { LIST_QUERY_MAX } from "~/domain/limits";
import { topics } from "~/domain/topics";
import { atMost } from "./fields";

export const PAGE_SIZE = 100;
const LIMIT = `limit must be a whole number from 1 to ${PAGE_SIZE}`;

/** A place in a list, as `encodeCursor` wrote it. */
export const cursor = z.string().transform((text, context) => {
  const decoded = decodeCursor(text);
  if (!decoded) context.addIssue({ code: "custom", message: "cursor is not one of ours" });
  return decoded ?? z.NEVER;
});

/** How every list of the API is asked for: how many, and after which place. */
export const listQuery = z.object({
  limit: z.coerce
    .number(LIMIT)
    .int(LIMIT)
    .min(1, LIMIT)
    .max(PAGE_SIZE, LIMIT)
    .default(PAGE_SIZE)
    .meta({ description: "How many items at most.", examples: [20] }),
  cursor: cursor.optional().meta({
    description: "A place in the list, from the `Link` of the page before. Hand it back unread.",
    examples: ["6790a1f2c3d4e5f60718293a.1769074200000"],
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
