/** What moderators have to do with somebody, in a copy of that user's data. */
import { z } from "zod";
import {
  appealOutcomes,
  decisionKindNames,
  moderatedKinds,
  moderationReasonNames,
} from "~/domain/moderation";
import { id, list, optional, optionalTime, text, time } from "./export-fields";

export const moderationLists = {
  flags: list("What you flagged, newest first.", {
    kind: z.enum(moderatedKinds).meta({ description: "What it is." }),
    targetId: id("text or person"),
    reason: z.enum(moderationReasonNames).meta({ description: "Why you flagged it." }),
    words: optional("Your words; null if you wrote none."),
    state: text("Whether a moderator has upheld or rejected it, or it is open."),
    weight: z.number().meta({ description: "How much it counted in the queue of moderators." }),
    at: time("When you flagged it, or changed why"),
  }),
  decisions: list("What moderators decided about you and your texts, newest first.", {
    id: id("decision"),
    kind: z
      .enum(moderatedKinds)
      .meta({ description: "What it is about: a text, or your account." }),
    title: optional("The title of the text, or of what a comment is on."),
    text: optional("The text as it was then."),
    decision: z.enum(decisionKindNames).meta({ description: "What was decided." }),
    reason: z.enum(moderationReasonNames).meta({ description: "The reason." }),
    rule: z.int().min(1).meta({ description: "The number of the rule that it rests on." }),
    note: text("The facts, in the moderator’s words."),
    at: time("When it was decided"),
    until: optionalTime("Until when it is in force"),
    appeal: optional("Your appeal; null if there is none."),
    appealedAt: optionalTime("When you appealed"),
    outcome: z.enum(appealOutcomes).nullable().meta({ description: "How the appeal was decided." }),
    outcomeNote: optional("Why, in the moderator’s words."),
    undoneAt: optionalTime("When it was undone"),
  }),
} as const;
