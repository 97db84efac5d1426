/** What decisions of a kind change, and how that is put back. */
import type { EditableKind } from "~/domain/editing";
import type { DecisionKind } from "~/domain/moderation";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import type { DecisionInput } from "~/schemas/moderation";
import { ServiceError } from "../../errors";
import type { FoundTarget } from "../targets.server";

export interface Prepared {
  /** What is needed to undo it; read again by `undo`. */
  before?: unknown;
  /** Until when it is in force; without end if missing. */
  until?: Date;
}

export interface Effect {
  /**
   * Finds out what a decision would change, without changing anything.
   * @throws ServiceError `conflict` if it changes nothing, `invalid` with messages by field
   */
  prepare(found: FoundTarget, input: DecisionInput): Prepared | Promise<Prepared>;
  /** Carries a decision out; may be called again after a crash. */
  apply(decision: ModerationDecision): Promise<void>;
  /** Puts back what it was; may be called again after a crash. @returns what could not be put back, in words */
  undo(decision: ModerationDecision): Promise<string | null>;
}

/** Parts of what a table of effects has for each kind of decision. */
export type Effects<Kind extends DecisionKind> = Readonly<Record<Kind, Effect>>;

/** Another moderator has decided about the same text or person meanwhile, or is about to. */
export class DecidedMeanwhile extends ServiceError {
  constructor(
    message = "Another moderator has decided about this meanwhile. Please look at it again.",
  ) {
    super("conflict", message);
  }
}

export const nothingToDo = (message: string) => new ServiceError("conflict", message);

/** @throws ServiceError `invalid`, with the message beside a field */
export const invalidField = (field: string, message: string) =>
  new ServiceError("invalid", message, { fieldErrors: { [field]: [message] } });

/** @throws ServiceError `conflict` if a text is hidden, so that nothing else can be done about it */
export function requireShown({ isHidden }: Pick<FoundTarget, "isHidden">): void {
  if (isHidden) throw nothingToDo("This is hidden. Restore it first.");
}

/** The target of a decision about a text. */
export interface TextTarget {
  kind: EditableKind;
  id: string;
}

/** @returns the target of a decision that is taken about texts only */
export function textOf({ target }: Pick<ModerationDecision, "target">): TextTarget {
  if (target.kind === "person") throw new Error("this decision is about a person");
  return { kind: target.kind, id: target.id };
}

export const GONE = "The text has been removed since, so nothing was put back.";
export const CHANGED_SINCE = "It has been changed since, so it stays as it is.";
