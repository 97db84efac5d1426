import { z } from "zod";
import { STATEMENT_MAX, STATEMENT_MIN } from "~/domain/limits";
import { withCommas, REQUIRED, requiredText } from "./fields";

const LENGTH = `Statement must be ${withCommas(STATEMENT_MIN)} to ${withCommas(STATEMENT_MAX)} characters.`;

/** What applies for membership. */
export const applicationInput = z.object({
  statement: requiredText().min(STATEMENT_MIN, LENGTH).max(STATEMENT_MAX, LENGTH),
});
export type ApplicationInput = z.infer<typeof applicationInput>;

/** What the page of the organisation can do. */
export const partnerIntent = z.discriminatedUnion("intent", [
  applicationInput.extend({ intent: z.literal("apply") }),
  z.object({
    intent: z.literal("vote"),
    application: z.string({ error: REQUIRED }),
    vote: z.enum(["approve", "decline"], { error: "Approve or decline?" }),
  }),
]);
