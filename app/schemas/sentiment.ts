import { z } from "zod";
import { findToken } from "~/domain/tokens";

/** How the mentions of a recommendation are asked for; what makes no sense is as good as not there. */
export const mentionsQuery = z.object({
  /** Of one token only. */
  token: z
    .string()
    .transform((symbol) => symbol.toUpperCase())
    .refine((symbol) => findToken(symbol) !== undefined)
    .optional()
    .catch(undefined),
  /** From 1. */
  page: z.coerce.number().int().min(1).max(100_000).catch(1).default(1),
});
export type MentionsQuery = z.infer<typeof mentionsQuery>;
