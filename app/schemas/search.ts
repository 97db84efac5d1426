import { z } from "zod";
import { firstCharacters } from "~/domain/character-count";
import { decodePlace, MAX_QUERY_LENGTH, searchKinds } from "~/domain/search";

/** Query of the search page; invalid values are ignored. */
export const searchQuery = z.object({
  /** Truncated to the maximum length rather than rejected. */
  q: z
    .string()
    .transform((text) => firstCharacters(text, MAX_QUERY_LENGTH).trim())
    .catch(""),
  kind: z.enum(searchKinds).optional().catch(undefined),
  after: z
    .string()
    .transform((text) => decodePlace(text))
    .nullable()
    .catch(null),
});
export type SearchQuery = z.infer<typeof searchQuery>;
