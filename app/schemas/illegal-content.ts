/** The form with which anybody reports illegal content. */
import { z } from "zod";
import { MAX_MODERATION_NOTE_LENGTH as MAX_WORDS, MAX_URL_LENGTH } from "~/domain/field-limits";
import { forgotInput } from "./accounts";
import { atMost, requiredLine, requiredText, tooLong } from "./fields";

export const illegalReportForm = z.object({
  intent: z.literal("reportIllegal"),
  address: atMost(requiredLine(), MAX_URL_LENGTH, tooLong("Address", MAX_URL_LENGTH)),
  words: atMost(requiredText(), MAX_WORDS, tooLong("Words", MAX_WORDS)),
  email: forgotInput.shape.email,
  /** A field that people do not see: only programs fill it in. */
  website: z.string().optional(),
});
export type IllegalReportInput = Omit<z.infer<typeof illegalReportForm>, "intent">;
