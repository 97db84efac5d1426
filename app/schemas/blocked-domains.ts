/** The forms with which moderators block links to domains. */
import { z } from "zod";
import { domainEffects } from "~/domain/blocked-domains";
import { MAX_URL_LENGTH } from "~/domain/field-limits";
import { moderationReasonNames } from "~/domain/moderation";
import { atMost, requiredText, tooLong } from "./fields";

/** Of the words that tell posters why. */
export const MAX_DOMAIN_WORDS = 200;

export const domainIntent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("blockDomain"),
    domain: atMost(requiredText(), MAX_URL_LENGTH, tooLong("Domain", MAX_URL_LENGTH)),
    effect: z.enum(domainEffects, { error: "Please choose what happens." }),
    reason: z.enum(moderationReasonNames, { error: "Please choose a reason." }),
    words: z
      .string()
      .trim()
      .max(MAX_DOMAIN_WORDS, { error: tooLong("Words", MAX_DOMAIN_WORDS) })
      .optional(),
  }),
  z.object({
    intent: z.literal("unblockDomain"),
    domain: z.string().max(MAX_URL_LENGTH),
  }),
]);
