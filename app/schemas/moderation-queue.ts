/** The queue of moderators: its query, the form for several cases at once, and what the API responds. */
import { z } from "zod";
import {
  BULK_DECISIONS,
  caseFields,
  queuedBecause,
  type QueuedBecause,
} from "~/domain/moderation-queue";
import { decisionKindNames, moderatedKinds, moderationReasonNames } from "~/domain/moderation";
import { roles } from "~/domain/permissions";
import { cursor, listQuery } from "./pagination";
import { decisionInput, MAX_NAME_OR_ID_LENGTH } from "./moderation";
import { count, flag, id, text, textOrNull, timestamp, timestampOrNull } from "./response-fields";

const reason = z.enum(moderationReasonNames);
const only = z.enum(Object.keys(queuedBecause) as [QueuedBecause, ...QueuedBecause[]]);

/** Query of the page; invalid values are ignored. */
export const queueQuery = z.object({
  kind: z.enum(moderatedKinds).optional().catch(undefined),
  only: only.optional().catch(undefined),
  reason: reason.optional().catch(undefined),
  after: cursor.optional().catch(undefined),
});

export const queueListQuery = listQuery.extend({
  kind: z
    .enum(moderatedKinds, { error: "There is no such kind" })
    .optional()
    .meta({ description: "Filters by kind.", examples: ["comment"] }),
  only: only.optional().meta({
    description:
      "`flagged`: only what was flagged; `first`: only the first texts of new accounts; `warned`: only what has a domain of which moderators warn. With a filter, a page may be short and still have a next one.",
    examples: ["flagged"],
  }),
  reason: reason
    .optional()
    .meta({ description: "Only what was flagged for this reason.", examples: ["spam"] }),
});

const CASE = /^(article|comment|review|person) ([0-9a-f]{24}) (\d{1,9})$/i;

/** Decides about the cases whose checkboxes are set, with one reason and note. */
export const decideManyIntent = decisionInput.safeExtend({
  intent: z.literal("decideMany"),
  decision: z.enum(BULK_DECISIONS, { error: "Please choose a decision." }),
  ...Object.fromEntries(caseFields.map((name) => [name, z.string().optional()])),
});

/** @returns the cases that a form names, each once; without what is none */
export function casesIn(form: Readonly<Record<string, unknown>>) {
  const values = new Set(caseFields.map((name) => form[name]));
  return [...values].flatMap((value) => {
    const [, kind, caseId, revision] = CASE.exec(typeof value === "string" ? value : "") ?? [];
    const known = moderatedKinds.find((one) => one === kind?.toLowerCase());
    return known && caseId
      ? [{ target: { kind: known, id: caseId.toLowerCase() }, revision: Number(revision) }]
      : [];
  });
}

const listedFlag = z
  .object({
    id: id("flag", "6790a1f2c3d4e5f60718293a"),
    reason: reason.meta({ description: "Why it was flagged.", examples: ["spam"] }),
    words: textOrNull("In the flagger’s words; null without any.", "The same as yesterday."),
    person: textOrNull("Who flagged it; null for a report without an account.", "Ida"),
    weight: z.number().meta({ description: "How much it weighs, from 0 to 1.", examples: [0.5] }),
    at: timestamp("When it was flagged", "2026-01-22T09:30:00.000Z"),
  })
  .meta({ id: "ListedFlag", description: "A flag in the queue." });

const record = z
  .object({
    name: text("The name.", "Walt"),
    createdAt: timestamp("When the account was made", "2026-01-20T09:30:00.000Z"),
    isMember: flag("Whether it belongs to a member of the organisation."),
    hasProvenEmail: flag("Whether its address is proven.", true),
    role: z
      .enum(roles)
      .nullable()
      .meta({ description: "Its role; null for most.", examples: [null] }),
    suspendedUntil: timestampOrNull(
      "Until when it is suspended",
      "Until when it is suspended, in UTC; null if it is not, or for good.",
      "2026-02-01T00:00:00.000Z",
    ),
    isSuspended: flag("Whether it is suspended."),
    articles: count("The number of its articles.", 2),
    comments: count("The number of its comments.", 14),
    reviews: count("The number of its reviews.", 0),
    decisions: z
      .partialRecord(z.enum(decisionKindNames), z.int().min(0))
      .meta({ description: "How often what was decided about it.", examples: [{ hide: 1 }] }),
    invitedBy: textOrNull("Who invited it; null if nobody did.", "Mara"),
  })
  .meta({ id: "AuthorRecord", description: "What moderators know of an author." });

const similar = z
  .object({
    because: z.enum(["copy", "link", "site"]).meta({
      description:
        "`copy`: it says nearly the same; `link` and `site`: it links to the same page or site within a day.",
      examples: ["copy"],
    }),
    host: textOrNull("The site that both link to; null for a copy.", null),
    kind: z.enum(moderatedKinds).meta({ description: "What it is.", examples: ["comment"] }),
    id: id("text", "6790a1f2c3d4e5f60718293b"),
    author: text("Who wrote it.", "Mara"),
    path: text("The path of its page.", "/article/6790a1f2c3d4e5f60718293b"),
    text: text("The text.", "Double your tokens today!"),
    createdAt: timestamp("When it was written", "2026-01-22T09:00:00.000Z"),
    isHidden: flag("Whether moderators have hidden it."),
  })
  .meta({ id: "SimilarText", description: "A text by somebody else that has much in common." });

export const queuedCaseResponse = z
  .object({
    id: id("case", "6790a1f2c3d4e5f60718293c"),
    kind: z.enum(moderatedKinds).meta({ description: "What it is about.", examples: ["comment"] }),
    targetId: id("text or account", "6790a1f2c3d4e5f60718293a"),
    revision: count("Send it with a decision, so that nobody else’s is overwritten.", 0),
    weight: z.number().meta({ description: "What its flags weigh together.", examples: [1.5] }),
    flags: count("The number of its open flags.", 2),
    reasons: z
      .array(z.object({ reason, count: count("How many.", 2) }))
      .meta({ description: "Its flags by reason.", examples: [[{ reason: "spam", count: 2 }]] }),
    newestFlags: z.array(listedFlag).meta({ description: "The newest of its flags." }),
    byUnproven: count("How many of them are by people of whom no flag was upheld before.", 2),
    byYoungAccounts: count("How many of them are by accounts of less than 30 days.", 0),
    isFirstText: flag("Whether it is one of the first texts of an account."),
    warnedOf: textOrNull("The domain in it of which moderators warn; null if there is none.", null),
    at: timestamp("When it came into the queue", "2026-01-22T09:30:00.000Z"),
    title: textOrNull(
      "Of a comment, that of what it is on, null if that is gone; of a person, the name.",
      "What the term premium is telling us",
    ),
    text: text("The whole text.", "Double your tokens today!"),
    url: textOrNull("The link of an article, a review or a profile.", null),
    path: text("The path of its page.", "/article/6790a1f2c3d4e5f6"),
    createdAt: timestamp("When it was written", "2026-01-22T09:00:00.000Z"),
    isHidden: flag("Whether moderators have hidden it."),
    before: textOrNull("The text before its last edit; null if it was not edited.", null),
    author: record.nullable().meta({ description: "The author; null if the account is gone." }),
    similar: z.array(similar).meta({ description: "Texts by others that have much in common." }),
    refusal: textOrNull("Why you may not decide about it; null if you may.", null),
  })
  .meta({ id: "QueuedCase", description: "A text or person in the queue of moderators." });
export type QueuedCaseResponse = z.infer<typeof queuedCaseResponse>;

/** Query of the lists of decisions, by the name or id of a moderator, and of hidden texts; invalid values are ignored. */
export const placeQuery = z.object({
  after: cursor.optional().catch(undefined),
  by: z
    .string()
    .trim()
    .max(MAX_NAME_OR_ID_LENGTH)
    .transform((name) => name || undefined)
    .optional()
    .catch(undefined),
});
