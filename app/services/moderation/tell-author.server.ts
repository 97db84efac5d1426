/** Tells people what moderators decided about them and their texts: on the site, and by a mail that says all of it. */
import { addDays } from "date-fns/addDays";
import { accountTag } from "~/config/page-tags";
import { OUTSIDE, statementOf, whatWasDecided, type StatedDecision } from "~/domain/statements";
import type { DecisionAct } from "~/models/announcement.server";
import { findMailSettings } from "~/models/mail-settings.server";
import type { ModerationDecision } from "~/models/moderation-decision.server";
import { findNames, findUser } from "~/models/user.server";
import { invalidate } from "../cache/invalidation.server";
import { readRuleTitles } from "../content/rules.server";
import { linkOrigin, mayBeMailed } from "../mail/optional-mails.server";
import { queueMail } from "../mail/outbox.server";
import { foreignText, type MailContent } from "../mail/render-mail";
import { announce } from "../notices/announce.server";

/** How long delivery is tried. */
const RETRY_DAYS = 7;

export const statementPath = (decisionId: string): string => `/moderation/decisions/${decisionId}`;

/**
 * @param names of moderators, by id
 * @param rules the titles of the house rules, by number
 * @returns a decision as its statement of reasons tells it
 */
export function toStated(
  decision: ModerationDecision,
  names: ReadonlyMap<string, string>,
  rules: Readonly<Record<number, string>>,
): StatedDecision {
  const { target, about, moderatorId, isAnonymous } = decision;
  const name = moderatorId && !isAnonymous ? names.get(moderatorId) : null;
  return {
    ...{ decision: decision.decision, reason: decision.reason, rule: decision.rule },
    ...{ until: decision.until, at: decision.at, isDetected: decision.isDetected },
    ruleTitle: rules[decision.rule]!,
    kind: target.kind,
    title: about?.title ?? null,
    moderator: name ?? null,
  };
}

/**
 * Tells the author about a decision, the outcome of an appeal, or that it was undone; each once.
 * @param left what could not be put back, in words
 */
export async function tellAuthor(
  decision: ModerationDecision,
  act: DecisionAct,
  left: string | null = null,
): Promise<void> {
  const { id, authorId } = decision;
  // That something was left as it is takes nothing from anybody.
  if (decision.decision === "dismiss" || !authorId) return;
  const reader = await findUser(authorId);
  if (!reader) return;
  await invalidate(accountTag(authorId));
  await announce({ kind: "moderated", decisionId: id, personId: authorId, act });
  if (!mayBeMailed(reader, await findMailSettings(authorId))) return;
  const names = await findNames(decision.moderatorId ? [decision.moderatorId] : []);
  await queueMail({
    ...{ userId: reader.id, name: reader.name, to: reader.email, origin: linkOrigin() },
    expiresAt: addDays(new Date(), RETRY_DAYS),
    key: `${reader.id} ${act} ${id}`,
    content: mailOf(decision, toStated(decision, names, await readRuleTitles()), act, left),
  });
}

function mailOf(
  decision: ModerationDecision,
  stated: StatedDecision,
  act: DecisionAct,
  left: string | null,
): MailContent {
  const title = stated.title === null ? null : foreignText(stated.title);
  const named = { ...stated, title };
  const was = whatWasDecided(named);
  const { appeal, undone } = decision;
  const link = { label: "Read it on the site", path: statementPath(decision.id) };
  const inWords = (note: string | null | undefined) =>
    note ? [`In the moderator’s words: ${note}`] : [];
  const rest = left === null ? [] : [left];
  if (act === "undone") {
    const before = [`A decision was undone. It was: ${was}.`, ...inWords(undone?.note), ...rest];
    return { subject: "A decision of a moderator was undone", before, link };
  }
  if (act === "appeal-decided") {
    const isUpheld = appeal?.outcome === "upheld";
    const became = isUpheld ? "upheld, so it was undone" : "rejected, so it stays";
    const before = [`${was}. Your appeal against this was ${became}.`, ...inWords(appeal?.note)];
    const subject = `Your appeal was ${isUpheld ? "upheld" : "rejected"}`;
    return { subject, before: [...before, ...(isUpheld ? rest : [OUTSIDE])], link };
  }
  const { what, ground, decidedBy, until, appeal: appealing, outside } = statementOf(named);
  const after = [until, appealing, outside].filter((line) => line !== null);
  return {
    subject: was,
    before: [what, ...inWords(decision.note), ground, decidedBy],
    link,
    after,
  };
}
