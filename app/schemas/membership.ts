import { z } from "zod";
import { MAX_STATEMENT_LENGTH, MIN_STATEMENT_LENGTH } from "~/domain/field-limits";
import { atLeast, atMost, REQUIRED, requiredText, withCommas } from "./fields";
import { cursor } from "./pagination";

const LENGTH = `Statement must be ${withCommas(MIN_STATEMENT_LENGTH)} to ${withCommas(MAX_STATEMENT_LENGTH)} characters.`;

/** Input for a membership application. */
export const applicationInput = z.object({
  statement: atMost(
    atLeast(requiredText(), MIN_STATEMENT_LENGTH, LENGTH),
    MAX_STATEMENT_LENGTH,
    LENGTH,
  ),
});
export type ApplicationInput = z.infer<typeof applicationInput>;

/** Query of the partner page; an invalid cursor is ignored. */
export const partnerQuery = z.object({
  after: cursor.optional().catch(undefined),
  before: cursor.optional().catch(undefined),
});

/** Forms of the partner page. */
export const partnerIntent = z.discriminatedUnion("intent", [
  applicationInput.extend({ intent: z.literal("apply") }),
  z.object({
    intent: z.literal("vote"),
    application: z.string({ error: REQUIRED }),
    vote: z.enum(["approve", "decline"], { error: "Please choose to approve or decline." }),
  }),
]);
