/** Flags in forms, calls and responses. */
import { z } from "zod";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";
import {
  decisionKindNames,
  flagStates,
  moderatedKinds,
  moderationReasonNames,
} from "~/domain/moderation";
import { flagFields, flagInput, needsWords } from "./moderation";
import { cursor } from "./pagination";
import { text, textOrNull, timestamp } from "./response-fields";

export const flagKind = z.enum(moderatedKinds);
const EXAMPLE_ID = "6790a1f2c3d4e5f60718293a";

/** The form on the page of what is flagged. */
export const flagForm = needsWords(
  z.object({ intent: z.literal("flag"), reason: flagFields.reason, words: flagFields.words }),
);

/** The button that takes a flag back. */
export const withdrawFlagIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("withdrawFlag"), kind: flagKind, id: z.string() }),
]);

export const flagParams = z.object({
  kind: text(`What is flagged: ${moderatedKinds.join(", ")}.`, "article"),
  id: text("Its id; of a person the id or the name.", EXAMPLE_ID),
});

/** The body of the API’s call. */
export const flagBody = flagInput.meta({
  description: "What is flagged, and why.",
  examples: [{ kind: "article", id: EXAMPLE_ID, reason: "spam", words: "It advertises a course." }],
});

/** Query of the page; invalid values are ignored. */
export const flagsQuery = z.object({ after: cursor.optional().catch(undefined) });

export const flagResponse = z
  .object({
    kind: flagKind.meta({ description: "What was flagged.", examples: ["article"] }),
    id: text("The id of the text, or of the person’s account.", EXAMPLE_ID),
    reason: z
      .enum(moderationReasonNames)
      .meta({ description: "Why you flagged it.", examples: ["spam"] }),
    words: textOrNull(
      `Your own words, up to ${MAX_MODERATION_NOTE_LENGTH} characters; null if you wrote none.`,
      null,
    ),
    state: z.enum(flagStates).meta({
      description: "Whether a moderator has upheld or rejected it, or it is open.",
      examples: ["open"],
    }),
    decision: z
      .enum(decisionKindNames)
      .nullable()
      .meta({ description: "What was decided; null if nothing was yet.", examples: [null] }),
    at: timestamp("When you flagged it, or changed why", "2026-01-22T09:30:00.000Z"),
    title: textOrNull(
      "Its title: of a comment that of what it is on, of a person the name; null if it is hidden or removed.",
      "What the term premium is telling us",
    ),
    path: textOrNull(
      "The path of its page; null if it is hidden or removed.",
      `/article/${EXAMPLE_ID}`,
    ),
  })
  .meta({ id: "Flag", description: "A flag that you raised." });
export type FlagResponse = z.infer<typeof flagResponse>;
