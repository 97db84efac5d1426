import { z } from "zod";
import { findToken } from "~/domain/tokens";

/** Query of a recommendation's mentions; invalid values are ignored. */
export const mentionsQuery = z.object({
  /** Filters by token. */
  token: z
    .string()
    .transform((symbol) => symbol.toUpperCase())
    .refine((symbol) => findToken(symbol) !== undefined)
    .optional()
    .catch(undefined),
  /** Starts at 1. */
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
});
export type MentionsQuery = z.infer<typeof mentionsQuery>;
