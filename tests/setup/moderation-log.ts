/** Entries of the public log of moderation, as decisions write them. */
import { Types } from "mongoose";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { writeToLog } from "~/services/moderation/log.server";

type Fields = Partial<
  Pick<
    ModerationDecision,
    | "id"
    | "moderatorId"
    | "target"
    | "decision"
    | "reason"
    | "rule"
    | "until"
    | "batchId"
    | "role"
    | "at"
    | "took"
  >
>;

export const newId = () => new Types.ObjectId().toHexString();

/** A decision that hides an article as spam, unless other fields are given. */
export const someDecision = (fields: Fields = {}): ModerationDecision => ({
  id: newId(),
  target: { kind: "article", id: newId() },
  authorId: newId(),
  decision: "hide",
  reason: "spam",
  rule: 1,
  note: "It only praises a shop.",
  until: null,
  moderatorId: newId(),
  role: "moderator",
  isAnonymous: false,
  batchId: null,
  at: new Date(),
  took: null,
  isDetected: false,
  isDone: true,
  before: undefined,
  about: null,
  again: null,
  left: null,
  appeal: null,
  undone: null,
  toUndo: null,
  ...fields,
});

/** Writes a decision to the log. @returns the decision */
export async function logDecision(fields: Fields = {}): Promise<ModerationDecision> {
  const decision = someDecision(fields);
  const { at, role, took } = decision;
  await writeToLog(decision, "decided", { at, role, took });
  return decision;
}
