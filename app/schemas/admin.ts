/** The input of the operator’s desk. */
import { z } from "zod";
import { accountFilters } from "~/domain/account-filters";
import { MAX_EMAIL_LENGTH } from "~/domain/email-address";
import { atMost, requiredLine, tooLong } from "./fields";
import { cursor } from "./pagination";

/** The query of the list of accounts; what is invalid is ignored. */
export const accountsQuery = z.object({
  /** The beginning of a name, or a whole address. */
  q: z
    .string()
    .transform((text) => text.trim().slice(0, MAX_EMAIL_LENGTH) || undefined)
    .optional()
    .catch(undefined),
  show: z.enum(accountFilters).catch("newest"),
  after: cursor.optional().catch(undefined),
});
export type AccountsQuery = z.infer<typeof accountsQuery>;

const yesOrNo = z.enum(["yes", "no"]).transform((value) => value === "yes");

/** Makes somebody a moderator or a member of the organisation, or ends that. */
export const changeOfStanding = z.object({ isMade: yesOrNo });

/** Deletes an account, whose name is typed to confirm it. */
export const accountDeletionForm = z.object({
  name: atMost(requiredLine(), 100, tooLong("Name", 100)),
  content: z.enum(["keep", "delete"], { error: "Please choose what happens to what they wrote." }),
});
export type AccountDeletionInput = z.infer<typeof accountDeletionForm>;
