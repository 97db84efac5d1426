/** Answers to people who reported illegal content without an account. Each address is deleted with its answer. */
import { addHours } from "date-fns/addHours";
import { MAIL_HOURS } from "~/domain/link-lifetimes";
import type { ModerationTarget } from "~/domain/moderation";
import { findDecision } from "~/models/decision-acts.server";
import {
  forgetReplyTo,
  listToAnswer,
  listToAnswerOn,
  readToAnswer,
  type Flag,
} from "~/models/flag.server";
import { repeatUntilEmpty } from "../articles/repeat-until-empty";
import { linkOrigin } from "../mail/optional-mails.server";
import { queueMail } from "../mail/outbox.server";
import type { MailContent } from "../mail/render-mail";
import { reportedGoneMail, reportSettledMail } from "./report-mails";
import { findTarget } from "./targets.server";

/** Mails the outcome to the reply addresses of what a decision has settled; idempotent. */
export async function answerReports(
  target: ModerationTarget,
  { decisionId, isUpheld }: { decisionId: string; isUpheld: boolean },
): Promise<void> {
  await repeatUntilEmpty(async (limit) => {
    const reports = await listToAnswer(decisionId, limit);
    if (!reports.length) return 0;
    const [decision, found] = await Promise.all([findDecision(decisionId), findTarget(target)]);
    const content = reportSettledMail({
      ...{ kind: target.kind, path: found?.path ?? null },
      ...{ decision: decision?.decision ?? null, isUpheld },
    });
    for (const report of reports) await answer(report, content);
    return reports.length;
  });
}

/** Tells the reply addresses of the open flags of something that it is gone. */
export async function answerGone(target: ModerationTarget): Promise<void> {
  await repeatUntilEmpty(async (limit) => {
    const reports = await listToAnswerOn(target, limit);
    for (const report of reports) await answer(report, reportedGoneMail(target.kind));
    return reports.length;
  });
}

/**
 * Answers the reports of all that was removed before a moderator decided: nobody will decide about it.
 * @returns how many
 */
export async function answerAllGone(signal: AbortSignal): Promise<number> {
  let answered = 0;
  for await (const report of readToAnswer()) {
    if (signal.aborted) break;
    if (report.state !== "open" || (await findTarget(report.target))) continue;
    await answer(report, reportedGoneMail(report.target.kind));
    answered += 1;
  }
  return answered;
}

async function answer({ id, replyTo }: Flag, content: MailContent): Promise<void> {
  await queueMail({
    userId: id,
    name: null,
    to: replyTo,
    content,
    origin: linkOrigin(),
    expiresAt: addHours(new Date(), MAIL_HOURS.aboutAccount),
    // A crash may come before the address is deleted.
    key: `answer to report ${id}`,
  });
  await forgetReplyTo(id);
}
