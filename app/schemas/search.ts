import { z } from "zod";
import { firstCharacters } from "~/domain/character-count";
import { decodePlace, QUERY_MAX, searchKinds } from "~/domain/search";

/** How the search is asked; what makes no sense is as good as not there. */
export const searchQuery = z.object({
  /** What is beyond the longest search is not read: it would say no more than that nothing is found. */
  q: z
    .string()
    .transform((text) => firstCharacters(text, QUERY_MAX).trim())
    .catch(""),
  kind: z.enum(searchKinds).optional().catch(undefined),
  after: z
    .string()
    .transform((text) => decodePlace(text))
    .nullable()
    .catch(null),
});
export type SearchQuery = z.infer<typeof searchQuery>;
