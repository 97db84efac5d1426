import { z } from "zod";
import { findToken } from "~/domain/tokens";
import { withCommas } from "./fields";
import { idParam } from "./responses";

const token = z
  .string()
  .transform((symbol) => symbol.toUpperCase())
  .refine((symbol) => findToken(symbol) !== undefined, "There is no such token");

const MAX_PAGE = 100_000;
const PAGE_ERROR = `page must be a whole number from 1 to ${withCommas(MAX_PAGE)}`;
const page = z.coerce
  .number(PAGE_ERROR)
  .int(PAGE_ERROR)
  .min(1, PAGE_ERROR)
  .max(MAX_PAGE, PAGE_ERROR);

const MAX_MENTION = 100_000_000;
/** The number of a mention among those of a recommendation, from 1. */
const mentionNumber = z.coerce.number().int().min(1).max(MAX_MENTION);

/** Path of a mention of a recommendation; anything else is not found. */
export const mentionParam = z.object({
  id: idParam.shape.id,
  number: z.string().meta({
    description: "The `number` of the mention among those of the recommendation, from 1.",
    examples: ["137"],
  }),
});

/** @returns the number of a mention from a path, or 0 if it is none */
export const mentionNumberOf = (text: string): number => mentionNumber.catch(0).parse(text);

/** Query of a recommendation's mentions in a page's URL; invalid values are ignored. */
export const mentionsQuery = z.object({
  /** Filters by token. */
  token: token.optional().catch(undefined),
  /** Starts at 1. */
  page: page.catch(1).default(1),
  /** Opens this mention, on the page that has it. */
  mention: mentionNumber.optional().catch(undefined),
});
export type MentionsQuery = z.infer<typeof mentionsQuery>;

/** Query of the page of a text whose sentences about a token are marked; invalid values are ignored. */
export const markQuery = z.object({ mark: token.optional().catch(undefined) });

/** Query of a recommendation's mentions for the API; invalid values are rejected. */
export const mentionsApiQuery = z.object({
  token: token.optional().meta({
    description:
      "Returns only the mentions of this token. A token that nobody mentioned returns a 404.",
    examples: ["BTC"],
  }),
  page: page.default(1).meta({
    description:
      "The page of mentions, counting from 1. A number beyond the last page returns the last page.",
    examples: [1],
  }),
});
export type MentionsCallQuery = z.infer<typeof mentionsApiQuery>;
