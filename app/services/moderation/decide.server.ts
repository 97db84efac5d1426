/** Decisions of moderators about texts and people. */
import {
  decisionKindNames,
  decisionKinds,
  isDecisionOn,
  type DecisionKind,
  type ModerationTarget,
} from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import {
  addDecision,
  findDecision,
  removeDecision,
  type NewDecision,
} from "~/models/decision-acts.server";
import {
  claimCase,
  findCase,
  openCaseOf,
  type ModerationCase,
} from "~/models/moderation-case.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { findUser } from "~/models/user.server";
import { ruleOf, type DecisionInput } from "~/schemas/moderation";
import { notFoundError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { requirePower } from "../require-power";
import { findRefusal, refusals, requireMayDecide } from "./authorise.server";
import { complete, isInterrupted } from "./complete.server";
import { DecidedMeanwhile, invalidField } from "./effects/effect";
import { effects } from "./effects/effects.server";
import { removableLinks } from "./effects/remove-link.server";
import { findTarget, type FoundTarget } from "./targets.server";

const NAMES = {
  article: "Article",
  comment: "Comment",
  review: "Review",
  person: "Person",
} as const;

/**
 * Reads what a moderator is about to decide about.
 * @returns the text or person, its case, which may not exist yet, and why the viewer may not decide, in words
 * @throws ServiceError `unauthenticated`, `forbidden` without the role, `notFound`
 */
export async function readToDecide(viewer: Viewer | null, target: ModerationTarget) {
  const moderator = requirePower(viewer, "decide");
  const found = await requireTarget(target);
  const [moderationCase, refusal] = await Promise.all([
    findCase(target),
    findRefusal(moderator, target, found.authorId),
  ]);
  return {
    ...{ found, moderationCase },
    refusal: refusal && refusals[refusal],
    revision: moderationCase?.revision ?? 0,
    decisions: await possibleDecisions(found),
    links: removableLinks(found),
  };
}

/** @returns the decisions that would change something */
async function possibleDecisions({ target, isHidden, locked, warning }: FoundTarget) {
  const person = target.kind === "person" ? await findUser(target.id) : null;
  const isRestrained = Boolean(person?.suspension ?? person?.limitedUntil);
  const isPossible: Partial<Record<DecisionKind, boolean>> = {
    hide: !isHidden,
    restore: isHidden || isRestrained,
    lock: !locked,
    unlock: Boolean(locked),
    warn: !warning,
    limit: !person?.limitedUntil,
  };
  return decisionKindNames.filter(
    (decision) =>
      isDecisionOn(decision, target.kind) &&
      isPossible[decision] !== false &&
      (!isHidden || decision === "restore" || decision === "dismiss"),
  );
}

/** @throws ServiceError `notFound` */
export async function requireTarget(target: ModerationTarget): Promise<FoundTarget> {
  const found = await findTarget(target);
  if (!found) throw notFoundError(NAMES[target.kind]);
  return found;
}

/**
 * Decides about a text or person, and carries it out: its author is told at once, and it stands in the public log.
 * @param batchId shared by the decisions of one bulk act
 * @throws ServiceError `unauthenticated`, `limited`; `forbidden` without the role, about the viewer’s own text, one that
 *   they have flagged, or a moderator; `notFound`; `invalid`; `conflict` if it changes nothing or another moderator has
 *   decided meanwhile
 */
export async function decide(
  viewer: Viewer | null,
  target: ModerationTarget,
  input: DecisionInput,
  { batchId }: { batchId?: string } = {},
): Promise<ModerationDecision> {
  const moderator = requirePower(viewer, "decide");
  await enforceRateLimit("decisions", moderator.id);
  const found = await requireTarget(target);
  await requireMayDecide(moderator, target, found.authorId);
  const isAnonymous = input.isAnonymous ?? moderator.isAnonymousModerator ?? false;
  requireDecisionOn(input.decision, target);
  const rule = ruleOf(input.reason, input.rule);
  if (rule === null) throw invalidField("rule", "Please choose the rule that it rests on.");
  const by = { moderatorId: moderator.id, role: moderator.role, isAnonymous, batchId };
  return takeDecision(found, { ...input, rule }, by);
}

/**
 * Takes a decision and carries it out, without checking who may.
 * @throws ServiceError `notFound`; `invalid`; `conflict` if it changes nothing, `DecidedMeanwhile` if another moderator
 *   has decided meanwhile
 */
export async function takeDecision(
  found: FoundTarget,
  input: DecisionInput & { rule: number },
  {
    until,
    ...by
  }: Pick<NewDecision, "moderatorId" | "role" | "isAnonymous" | "batchId"> & {
    /** Until when it is in force, if not for as long as such a decision usually is. */
    until?: Date | null;
  },
): Promise<ModerationDecision> {
  const { decision, reason, rule, note } = input;
  const { target } = found;
  const moderationCase = await upToDate(await openCaseOf(target, found.authorId), input.revision);
  // Again, because completing an interrupted decision may have changed it.
  const prepared = await effects[decision].prepare(await requireTarget(target), input);
  const at = new Date();
  const stored = await addDecision({
    ...{ target, decision, reason, rule, note, at, authorId: found.authorId },
    ...by,
    about: { title: found.title, path: found.path, text: found.text },
    before: prepared.before,
    until: until ?? prepared.until ?? null,
    isDetected: moderationCase.isOpen && moderationCase.flags === 0,
    took: moderationCase.isOpen ? at.getTime() - moderationCase.at.getTime() : null,
  });
  if (!(await claimCase(moderationCase, stored.id))) {
    await removeDecision(stored.id);
    throw await decidedMeanwhile(target);
  }
  return complete(stored);
}

function requireDecisionOn(decision: DecisionKind, { kind }: ModerationTarget): void {
  if (isDecisionOn(decision, kind)) return;
  const what = kind === "person" ? "people" : `${kind}s`;
  throw invalidField("decision", `“${decisionKinds[decision].label}” is not for ${what}.`);
}

/**
 * @param revision that of the case as the moderator saw it; any if missing
 * @returns the case, with its last decision carried out even if a crash had interrupted it
 * @throws ServiceError `conflict` if it has changed since
 */
async function upToDate(
  moderationCase: ModerationCase,
  revision: number | undefined,
): Promise<ModerationCase> {
  const { target, decisionId } = moderationCase;
  if (revision !== undefined && revision !== moderationCase.revision) {
    throw await decidedMeanwhile(target);
  }
  const last = decisionId === null ? null : await findDecision(decisionId);
  if (!last || last.isDone) return moderationCase;
  // Its process may be about to carry it out, in which case the later decision would come first.
  if (!isInterrupted(last)) throw await decidedMeanwhile(target);
  await complete(last);
  return moderationCase;
}

async function decidedMeanwhile(target: ModerationTarget): Promise<DecidedMeanwhile> {
  const decisionId = (await findCase(target))?.decisionId;
  const last = decisionId ? await findDecision(decisionId) : null;
  const what = !last
    ? "please look at it again"
    : last.undone
      ? "the decision about it was undone"
      : `it was ${decisionKinds[last.decision].done}`;
  return new DecidedMeanwhile(`Another moderator has decided about this meanwhile: ${what}.`);
}
