import { z } from "zod";
import { decodeCursor } from "~/domain/cursor";
import { peopleOrders } from "~/domain/people-orders";
import { MAX_NAME_LENGTH } from "~/domain/person-path";
import { cursor, listQuery } from "./pagination";

/** The kinds of contributions that a person's page lists, each on a subpage. */
export const personPageKind = z.enum(["articles", "reviews", "comments"]);
export type PersonPageKind = z.infer<typeof personPageKind>;

/** Query of a person's page; an invalid cursor is ignored. */
export const personPageQuery = z.object({ after: cursor.optional().catch(undefined) });

/** What a list of people is continued after: a name or a cursor, as the order has it. */
const continueAfter = z
  .string()
  .refine((text) => /^[a-z0-9]{2,20}$/.test(text) || decodeCursor(text), "cursor is invalid");

/** The query of the page that lists people; what is invalid is ignored. */
export const peoplePageQuery = z.object({
  q: z
    .string()
    .transform((text) => text.trim().slice(0, MAX_NAME_LENGTH) || undefined)
    .optional()
    .catch(undefined),
  order: z.enum(peopleOrders).catch("newest"),
  after: continueAfter.optional().catch(undefined),
});

/** The query of the call that lists people. */
export const peopleQuery = listQuery.extend({
  q: z
    .string()
    .regex(/^[A-Za-z0-9]{0,20}$/, "q must be the beginning of a name")
    .optional()
    .meta({
      description: "Lists only people whose names begin with it, in the order of their names.",
      examples: ["Ma"],
    }),
  order: z
    .enum(peopleOrders)
    .default("newest")
    .meta({ description: "Who is first: who wrote last, who wrote most, or by name." }),
  cursor: continueAfter.optional().meta({
    description: "An opaque position in the list, from the previous page's `Link` header.",
    examples: ["6790a1f2c3d4e5f60718293a.1769074200000"],
  }),
});

/** The beginning of a name, at least two letters or digits. */
export const namePrefix = z.string().regex(/^[A-Za-z0-9]{2,20}$/);
