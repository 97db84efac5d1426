/** Decisions about several texts and people at once: each is a decision of its own, with its own line in the log. */
import { randomBytes } from "node:crypto";
import type { ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import { findShownTexts, keyOf } from "~/models/whole-text.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import type { DecisionInput } from "~/schemas/moderation";
import { ServiceError } from "../errors";
import { requirePower } from "../require-power";
import { decide } from "./decide.server";

export interface DecidedMany {
  decided: ModerationDecision[];
  /** What was not decided about, with why. */
  refused: { target: ModerationTarget; name: string; message: string }[];
}

/**
 * Decides the same about several texts and people. What is refused for one does not keep the others from being decided.
 * @param cases each with the revision of its case as the moderator saw it
 * @throws ServiceError `unauthenticated`, `forbidden` without the role, `invalid` for none
 */
export async function decideMany(
  viewer: Viewer | null,
  cases: readonly { target: ModerationTarget; revision: number }[],
  input: DecisionInput,
): Promise<DecidedMany> {
  requirePower(viewer, "decide");
  const different = [...new Map(cases.map((one) => [keyOf(one.target), one])).values()];
  if (!different.length) throw new ServiceError("invalid", "Please select what to decide about.");
  const batchId = randomBytes(12).toString("hex");
  const texts = await findShownTexts(different.map(({ target }) => target));
  const decided: ModerationDecision[] = [];
  const refused: DecidedMany["refused"] = [];
  for (const { target, revision } of different) {
    try {
      decided.push(await decide(viewer, target, { ...input, revision }, { batchId }));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const name = nameOf(target, texts.get(keyOf(target)));
      refused.push({ target, name, message: error.message });
    }
  }
  return { decided, refused };
}

function nameOf(
  { kind }: ModerationTarget,
  text: { title: string | null; authorName: string } | undefined,
): string {
  if (!text) return `A removed ${kind}`;
  if (kind === "person") return text.authorName;
  return `${kind === "comment" ? "Comment on " : ""}“${text.title ?? "a removed text"}” by ${text.authorName}`;
}

/** @returns what was done and what was refused, in words */
export function describeOutcome({ decided, refused }: DecidedMany): string {
  const done = decided.length ? `Decided about ${decided.length}. ` : "";
  const lines = refused.map(({ name, message }) => `${name}: ${message}`);
  return `${done}Not decided about ${refused.length}: ${lines.join(" ")}`;
}
