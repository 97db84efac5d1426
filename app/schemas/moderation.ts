/** The input of flags, decisions and appeals. */
import { z } from "zod";
import { characterCount } from "~/domain/character-count";
import { MAX_MODERATION_NOTE_LENGTH as MAX_NOTE } from "~/domain/field-limits";
import {
  appealOutcomes,
  decisionKindNames,
  MAX_SUSPENSION_DAYS,
  moderatedKinds,
  moderationReasonNames,
  moderationReasons,
  RULE_COUNT,
  type ModerationReason,
} from "~/domain/moderation";
import { atMost, optionalText, REQUIRED, requiredText, tooLong } from "./fields";

const CHOOSE_REASON = "Please choose a reason.";
const CHOOSE_RULE = "Please choose the rule that it rests on.";
const DAYS = `Please enter 1 to ${MAX_SUSPENSION_DAYS} days.`;

const id = z.string().regex(/^[0-9a-f]{24}$/i, { error: REQUIRED });
const reason = z.enum(moderationReasonNames, { error: CHOOSE_REASON });
const note = () => atMost(requiredText(), MAX_NOTE, tooLong("Note", MAX_NOTE));
const words = () => {
  const text = optionalText();
  return text.refine((value) => characterCount(value ?? "") <= MAX_NOTE, {
    error: tooLong("Words", MAX_NOTE),
  });
};

/** A number that forms send as text; an empty text means none. */
const optionalNumber = (max: number, error: string) =>
  z
    .union([z.literal("").transform(() => undefined), z.coerce.number().int().min(1).max(max)], {
      error,
    })
    .optional();

/** A flag on a text or person. `other` has to be explained. */
export const flagInput = z
  .object({
    kind: z.enum(moderatedKinds, { error: REQUIRED }),
    id,
    reason,
    words: words(),
  })
  .refine((flag) => flag.reason !== "other" || flag.words !== undefined, {
    path: ["words"],
    error: "Please say in words what is wrong.",
  });
export type FlagInput = z.infer<typeof flagInput>;

/** @returns the number of the rule that a decision rests on, or `null` if it has to be given */
export const ruleOf = (reasonName: ModerationReason, rule: number | undefined): number | null =>
  rule ?? moderationReasons[reasonName].rule;

/** A decision about a text or person, as forms and calls send it. */
export const decisionInput = z
  .object({
    decision: z.enum(decisionKindNames, { error: "Please choose a decision." }),
    reason,
    /** The facts. */
    note: note(),
    rule: optionalNumber(RULE_COUNT, CHOOSE_RULE),
    /** How long to suspend; for good if missing. */
    days: optionalNumber(MAX_SUSPENSION_DAYS, DAYS),
    /** The category to move to. */
    category: z.string().max(100).optional(),
    /** The link to remove. */
    link: z.string().max(2_000).optional(),
    isAnonymous: z
      .union([
        z.boolean(),
        z.literal("on").transform(() => true),
        z.literal("").transform(() => false),
      ])
      .optional(),
    /** The revision of the case that the decision was made on; if missing, the current one. */
    revision: z.coerce.number().int().min(0).optional(),
  })
  .refine((input) => ruleOf(input.reason, input.rule) !== null, {
    path: ["rule"],
    error: CHOOSE_RULE,
  });
export type DecisionInput = z.infer<typeof decisionInput>;

/** An appeal against a decision, in words. */
export const appealInput = z.object({
  text: atMost(requiredText(), MAX_NOTE, tooLong("Appeal", MAX_NOTE)),
});
export type AppealInput = z.infer<typeof appealInput>;

/** The decision about an appeal. */
export const appealDecisionInput = z.object({
  outcome: z.enum(appealOutcomes, { error: "Please choose an outcome." }),
  note: note(),
});
export type AppealDecisionInput = z.infer<typeof appealDecisionInput>;
