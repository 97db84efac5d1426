import { decisionKinds } from "~/domain/moderation";
import type { FlagResponse } from "~/schemas/flags";

/** @returns what became of a flag, in a sentence for who raised it */
export function flagOutcome({ kind, state, decision, path }: FlagResponse): string {
  if (state === "open" && path === null) return "It was removed before a moderator decided.";
  if (state === "open") return "No moderator has decided about it yet.";
  if (!decision) return "A moderator has decided about it.";
  return `A moderator looked at the ${kind}: ${decisionKinds[decision].done}.`;
}
