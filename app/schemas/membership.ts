import { z } from "zod";
import { STATEMENT_MAX, STATEMENT_MIN } from "~/domain/field-limits";
import { atLeast, atMost, REQUIRED, requiredText, withCommas } from "./fields";
import { cursor } from "./pagination";

const LENGTH = `Statement must be ${withCommas(STATEMENT_MIN)} to ${withCommas(STATEMENT_MAX)} characters.`;

/** Input for a membership application. */
export const applicationInput = z.object({
  statement: atMost(atLeast(requiredText(), STATEMENT_MIN, LENGTH), STATEMENT_MAX, LENGTH),
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
