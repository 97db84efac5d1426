/** What the API tells of decisions of moderators. */
import { z } from "zod";
import {
  appealOutcomes,
  decisionKindNames,
  moderatedKinds,
  moderationReasonNames,
  RULE_COUNT,
} from "~/domain/moderation";
import {
  count,
  id,
  idOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from "./response-fields";

const ID = "6790a1f2c3d4e5f60718293a";
const TIME = "2026-11-28T09:30:00.000Z";

/** What was decided about what and why, also in the public log. */
export const decidedFields = {
  kind: z.enum(moderatedKinds).meta({
    description: "What it is about; `person` stands for an account.",
    examples: ["article"],
  }),
  decision: z
    .enum(decisionKindNames)
    .meta({ description: "What was decided.", examples: ["hide"] }),
  reason: z.enum(moderationReasonNames).meta({ description: "Why.", examples: ["spam"] }),
  rule: z
    .int()
    .min(1)
    .max(RULE_COUNT)
    .meta({ description: "The number of the house rule that it rests on.", examples: [1] }),
  until: timestampOrNull(
    "Until when it is in force",
    "Until when it is in force, in UTC; null if without end.",
    TIME,
  ),
};

const statement = z
  .object({
    what: text("What was decided.", "Your article “Rates” was hidden."),
    ground: text("What it rests on.", "It rests on rule 1 of this site: spam or advertising."),
    decidedBy: text("Who decided, and by which means.", "A moderator looked at it and decided."),
    until: textOrNull("Until when it is in force.", "It is in force until 3 March 2027."),
    appeal: textOrNull("How to appeal, and until when.", "You can appeal once."),
    outside: textOrNull("Where else to turn.", "You can turn to a court."),
  })
  .meta({ description: "The statement of reasons, in sentences." });

const appeal = z
  .object({
    text: textOrNull(
      "The appeal; null if it was removed with the account.",
      "It is no advertisement.",
    ),
    at: timestamp("When it was made", TIME),
    outcome: z
      .enum(appealOutcomes)
      .nullable()
      .meta({ description: "How it was decided; null while it is open.", examples: ["upheld"] }),
    note: textOrNull("Why, in the moderator’s words.", "Indeed."),
    decidedAt: timestampOrNull("When it was decided", "When it was decided, in UTC.", TIME),
  })
  .nullable()
  .meta({ description: "The appeal against it; null if there is none." });

export const decisionResponse = z
  .object({
    id: id("decision", ID),
    ...decidedFields,
    target: id("text or account", ID),
    title: textOrNull("The title of the text, or of what a comment is on.", "Rates"),
    text: textOrNull("The text as it was then.", "Buy now!"),
    note: text("The facts, in the moderator’s words.", "It links to a shop four times."),
    moderator: textOrNull("The name of the moderator; null if it is not shown.", null),
    at: timestamp("When it was decided", TIME),
    statement,
    appeal,
    undoneAt: timestampOrNull(
      "When it was undone",
      "When it was undone, in UTC; null if it was not.",
      TIME,
    ),
    undoneNote: textOrNull("Why it was undone.", null),
    again: idOrNull(
      "The decision by which it was taken again, because all acts of the moderator who upheld the appeal were undone; null if it was not.",
      null,
    ),
    left: textOrNull("What could not be put back.", null),
  })
  .meta({
    id: "Decision",
    description: "A decision of a moderator, with its statement of reasons.",
  });
export type DecisionResponse = z.infer<typeof decisionResponse>;

export const undoneResponse = z.object({
  batch: id("bulk act", ID),
  decisions: count("How many decisions are being undone.", 12),
});
