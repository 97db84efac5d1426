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

/** Of a person also the name, which is never as long as an id. */
const id = z.string().regex(/^([0-9a-f]{24}|[0-9a-z]{2,20})$/i, { error: REQUIRED });
const reason = z.enum(moderationReasonNames, { error: CHOOSE_REASON });
const note = (description = "The facts, which the author reads.") =>
  atMost(requiredText(), MAX_NOTE, tooLong("Note", MAX_NOTE)).meta({
    description,
    examples: ["It links to a shop four times."],
  });
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

export const flagFields = {
  reason: reason.meta({
    description: "Why it is flagged.",
    examples: ["spam"],
  }),
  words: words().meta({
    description: "What is wrong, in words; required for the reason `other`.",
    examples: ["It advertises a course."],
  }),
};

/** `other` has to be explained. */
export const needsWords = <Flag extends z.ZodType<{ reason: string; words?: string | undefined }>>(
  flag: Flag,
) =>
  flag.refine(({ reason: name, words: typed }) => name !== "other" || typed !== undefined, {
    path: ["words"],
    error: "Please say in words what is wrong.",
  });

/** A flag on a text or person. */
export const flagInput = needsWords(
  z.object({
    kind: z
      .enum(moderatedKinds, { error: REQUIRED })
      .meta({ description: "What is flagged.", examples: ["article"] }),
    id: id.meta({
      description: "Its id; of a person the id or the name.",
      examples: ["6790a1f2c3d4e5f60718293a"],
    }),
    ...flagFields,
  }),
);
export type FlagInput = z.infer<typeof flagInput>;

/** @returns the number of the rule that a decision rests on, or `null` if it has to be given */
export const ruleOf = (reasonName: ModerationReason, rule: number | undefined): number | null =>
  rule ?? moderationReasons[reasonName].rule;

/** A decision about a text or person, as forms and calls send it. */
export const decisionInput = z
  .object({
    decision: z
      .enum(decisionKindNames, { error: "Please choose a decision." })
      .meta({ description: "What is decided.", examples: ["hide"] }),
    reason: reason.meta({ description: "Why.", examples: ["spam"] }),
    note: note(),
    rule: optionalNumber(RULE_COUNT, CHOOSE_RULE).meta({
      description: "The number of the rule; that of the reason if missing.",
      examples: [1],
    }),
    days: optionalNumber(MAX_SUSPENSION_DAYS, DAYS).meta({
      description: "For how many days to suspend; for good if missing.",
      examples: [7],
    }),
    category: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "The slug of the category to move to.", examples: ["macro"] }),
    link: z
      .string()
      .max(2_000)
      .optional()
      .meta({
        description: "The link to remove, as it stands in the text.",
        examples: ["https://example.org/shop"],
      }),
    isAnonymous: z
      .union([
        z.boolean(),
        z.literal("on").transform(() => true),
        z.literal("").transform(() => false),
      ])
      .optional()
      .meta({
        description:
          "Whether the author sees “a moderator” instead of your name; as in your settings if missing.",
        examples: [false],
      }),
    revision: z.coerce
      .number({ error: REQUIRED })
      .int()
      .min(0)
      .optional()
      .meta({
        description: "The revision of the case that you have seen; the current one if missing.",
        examples: [3],
      }),
  })
  .refine((input) => ruleOf(input.reason, input.rule) !== null, {
    path: ["rule"],
    error: CHOOSE_RULE,
  });
export type DecisionInput = z.infer<typeof decisionInput>;

/** An appeal against a decision, in words. */
export const appealInput = z.object({
  text: atMost(requiredText(), MAX_NOTE, tooLong("Appeal", MAX_NOTE)).meta({
    description: "Why the decision is wrong.",
    examples: ["It is no advertisement: I do not know the shop."],
  }),
});
export type AppealInput = z.infer<typeof appealInput>;

export const decisionParams = z.object({
  id: z
    .string()
    .meta({ description: "The id of the decision.", examples: ["6790a1f2c3d4e5f60718293a"] }),
});

/** Why a decision is undone. */
export const undoInput = z.object({ note: note("Why, which the author reads.") });

/** Ids have 24 characters, and names fewer. */
export const MAX_NAME_OR_ID_LENGTH = 24;

/** Input to undo all decisions of a moderator. */
export const undoAllInput = undoInput.extend({
  moderator: requiredText()
    .max(MAX_NAME_OR_ID_LENGTH, REQUIRED)
    .meta({
      description:
        "The name or the id of the moderator. If the account was deleted, the key in the address of the list of their decisions.",
      examples: ["Ada"],
    }),
});

/** The decision about an appeal. */
export const appealDecisionInput = z.object({
  outcome: z
    .enum(appealOutcomes, { error: "Please choose an outcome." })
    .meta({ description: "Whether the author is right.", examples: ["upheld"] }),
  note: note("Why, which the author reads."),
});
export type AppealDecisionInput = z.infer<typeof appealDecisionInput>;
