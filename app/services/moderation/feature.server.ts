import { subMinutes } from "date-fns/subMinutes";
import type { ModerationTarget } from "~/domain/moderation";
import { forgetBlocker } from "~/models/blocked-domain.server";
import {
  forgetModerator,
  forgetSomeAuthors,
  listDecisionsAbout,
  listUnfinished,
  removeDecision,
} from "~/models/decision-acts.server";
import { countUncounted } from "~/models/flag-counts.server";
import { listFlagsBy } from "~/models/flag.server";
import { findCase } from "~/models/moderation-case.server";
import { readOpenCases } from "~/models/queue-cases.server";
import { removeRevisionsOf } from "~/models/revision.server";
import { findShownTexts, keyOf } from "~/models/whole-text.server";
import { forgetGone } from "../articles/gone-texts.server";
import { repeatUntilEmpty } from "../articles/repeat-until-empty";
import { allPages, type Feature } from "../feature";
import { answerAllGone } from "./answer-reports.server";
import { complete, isInterrupted } from "./complete.server";
import { deleteFlagsOf } from "./delete-flags.server";
import { undoQueue } from "./undo.server";

const BATCH_SIZE = 100;

/** Closes what was flagged at the moment when it was removed. @returns how many cases */
async function closeGone(signal: AbortSignal): Promise<number> {
  let closed = 0;
  let batch: ModerationTarget[] = [];
  const close = async () => {
    const texts = await findShownTexts(batch);
    const gone = batch.filter((target) => target.kind !== "person" && !texts.has(keyOf(target)));
    await forgetGone(gone.map(({ id }) => id));
    closed += gone.length;
    batch = [];
  };
  for await (const { target } of readOpenCases()) {
    if (signal.aborted) break;
    batch.push(target);
    if (batch.length === BATCH_SIZE) await close();
  }
  await close();
  return closed;
}

/** Completes decisions that a crash interrupted, and removes those that another came before. */
async function completeInterrupted(signal: AbortSignal): Promise<number> {
  const unfinished = await listUnfinished(subMinutes(new Date(), 1), BATCH_SIZE);
  let completed = 0;
  for (const decision of unfinished) {
    if (signal.aborted) break;
    if (!isInterrupted(decision)) continue;
    const hasBegun = decision.undone || decision.appeal?.decidedAt;
    const moderationCase = hasBegun ? null : await findCase(decision.target);
    if (!hasBegun && moderationCase?.decisionId !== decision.id) {
      await removeDecision(decision.id);
    } else {
      await complete(decision);
      completed += 1;
    }
  }
  return completed;
}

async function* readDecisionsOf(userId: string) {
  for await (const decision of allPages((page) => listDecisionsAbout(userId, page))) {
    const { target, about, appeal, undone, ...rest } = decision;
    yield {
      ...rest,
      kind: target.kind,
      title: about?.title ?? null,
      text: about?.text ?? null,
      appeal: appeal?.text ?? null,
      appealedAt: appeal?.at ?? null,
      outcome: appeal?.outcome ?? null,
      outcomeNote: appeal?.note ?? null,
      undoneAt: undone?.at ?? null,
    };
  }
}

async function* readFlagsOf(userId: string) {
  for await (const { target, ...flag } of allPages((page) => listFlagsBy(userId, page))) {
    yield { ...flag, kind: target.kind, targetId: target.id };
  }
}

/** The decisions of moderators, and the flags that they decide about. */
export const moderation: Feature = {
  async deleteFor(deletion) {
    const { id } = deletion;
    await deleteFlagsOf(deletion);
    await repeatUntilEmpty(async (limit) => {
      const ids = await forgetSomeAuthors(id, limit, deletion.successor.id);
      // What links that were removed have left.
      await removeRevisionsOf(ids);
      return ids.length;
    });
    await forgetModerator(id);
    await forgetBlocker(id);
  },
  exported: { decisions: readDecisionsOf, flags: readFlagsOf },
  fixedPages: [["/illegal-content"]],
  upkeep: {
    async reports(log, signal) {
      const answered = await answerAllGone(signal);
      if (answered) log.info({ answered }, "reports of what is gone were answered");
    },
    async flags(log, signal) {
      const counted = await countUncounted();
      if (counted) log.info({ counted }, "cases were counted that a crash had left");
      const closed = await closeGone(signal);
      if (closed) log.info({ closed }, "cases about removed texts were closed");
    },
    async decisions(log, signal) {
      const completed = await completeInterrupted(signal);
      if (completed) log.info({ completed }, "interrupted decisions were completed");
      await undoQueue.doAll();
    },
  },
};
