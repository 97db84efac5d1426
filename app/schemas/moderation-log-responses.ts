/** The API's responses about the public log of moderation; see `responses.ts`. */
import { z } from "zod";
import {
  appealOutcomes,
  decisionKindNames,
  logActs,
  moderatedKinds,
  type DecisionKind,
  type ModeratedKind,
} from "~/domain/moderation";
import { roles } from "~/domain/permissions";
import { decidedFields } from "./decision-responses";
import { count, figureOrNull, id, idOrNull, timestamp } from "./response-fields";

const ID = "6791e8d9f0a1b2c3d4e5f607";

const role = z
  .enum(roles)
  .nullable()
  .meta({
    description: "The role of who acted; null for an appeal, which is its author’s.",
    examples: ["moderator"],
  });
const outcome = z
  .enum(appealOutcomes)
  .nullable()
  .meta({
    description: "The outcome, of the decision about an appeal; `upheld` undoes the decision.",
    examples: ["upheld"],
  });

const decisionFields = {
  decisionId: id("decision", ID),
  ...decidedFields,
  path: z
    .string()
    .nullable()
    .meta({
      description: "The address of the text, without its title; null for an account.",
      examples: [`/article/${ID}`],
    }),
  batchId: idOrNull("Shared by the decisions of one bulk act; null if it was none.", ID),
};

const following = z
  .object({
    act: z
      .enum(logActs)
      .exclude(["decided"])
      .meta({
        description:
          "What followed; `decided-again` after all acts of the moderator who upheld the appeal were undone.",
        examples: ["appeal-decided"],
      }),
    at: timestamp("When", "2026-01-23T09:06:01.000Z"),
    role,
    outcome,
  })
  .meta({ id: "FollowingAct", description: "What followed on a decision." });

export const loggedDecisionResponse = z
  .object({
    ...decisionFields,
    at: timestamp("When it was decided", "2026-01-22T09:06:01.000Z"),
    role,
    followed: z.array(following).meta({ description: "What followed, oldest first." }),
  })
  .meta({
    id: "LoggedDecision",
    description: "A decision of the public log of moderation, with what became of it.",
  });

/** A line of the export. */
export const logEntryLine = z
  .object({
    id: id("entry", ID),
    act: z.enum(logActs).meta({
      description: "What the entry tells.",
      examples: ["decided"],
    }),
    at: timestamp("When", "2026-01-22T09:06:01.000Z"),
    ...decisionFields,
    role,
    outcome,
    minutes: figureOrNull(
      "Of `decided` and `appeal-decided`: the minutes since the case came into the queue, or since the appeal; null if nothing waited.",
      42.5,
    ),
  })
  .meta({ description: "An entry of the log." });

const times = z
  .object({
    count: count("The number of decisions about something that waited in the queue.", 200),
    median: figureOrNull("Half of them took no longer, in minutes; null if there were none.", 95),
    ninth: figureOrNull("Nine of ten took no longer, in minutes; null if there were none.", 900),
  })
  .meta({ id: "TimesToDecision", description: "How long decisions took." });

const numbersOf = <Name extends string>(names: readonly Name[], description: string) =>
  z
    .object(
      Object.fromEntries(names.map((name) => [name, z.int().min(0)])) as Record<Name, z.ZodInt>,
    )
    .meta({ description, examples: [Object.fromEntries(names.map((name) => [name, 1]))] });

export const logSummaryResponse = z
  .object({
    year: z.int().meta({ description: "The year, in UTC.", examples: [2026] }),
    decisions: count("The number of decisions.", 240),
    byKind: numbersOf<ModeratedKind>(moderatedKinds, "Decisions by what they are about."),
    byDecision: numbersOf<DecisionKind>(decisionKindNames, "Decisions by what was decided."),
    byRule: z
      .array(
        z
          .object({
            rule: z
              .int()
              .min(1)
              .meta({ description: "The number of the rule.", examples: [1] }),
            decisions: count("The number of decisions.", 120),
          })
          .meta({ id: "RuleCount", description: "How many decisions rest on a rule." }),
      )
      .meta({ description: "Decisions by house rule, without rules that none rests on." }),
    times,
    appeals: z
      .object({
        made: count("The number of appeals.", 12),
        decided: count("How many appeals were decided.", 10),
        upheld: count("How many of these were upheld.", 3),
      })
      .meta({ id: "AppealCounts", description: "The appeals of the year." }),
    undone: count("How many decisions were undone, by an appeal or without one.", 5),
  })
  .meta({
    id: "ModerationSummary",
    description: "The moderation of a year in numbers, computed from the log.",
  });

export type LoggedDecisionResponse = z.infer<typeof loggedDecisionResponse>;
export type LogSummaryResponse = z.infer<typeof logSummaryResponse>;
