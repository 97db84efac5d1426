/**
 * Hiding texts by a decision of moderators, and restoring them. The row of a text is moved to `hidden-texts` first and
 * leaves its collection then, and the other way round, so that a crash in between loses nothing: running it again, or
 * the upkeep, completes it. Comments, upvotes, earlier versions, views and bookmarks of the text stay.
 */
import { subMinutes } from "date-fns/subMinutes";
import { EVERYTHING } from "~/config/page-tags";
import { hasPower, isUnproven } from "~/domain/permissions";
import { findTopic } from "~/domain/topics";
import type { Viewer } from "~/domain/viewer";
import { addToCounts, findCounts } from "~/models/article-counts.server";
import { findCommentCounts } from "~/models/comment-counts.server";
import { countAnswers } from "~/models/comment.server";
import {
  copyText,
  findHiddenText,
  forgetHiddenTexts,
  listInterrupted,
  putBackText,
  setHidingState,
  takeText,
  type HiddenText,
  type HidingDecision,
  type TextTarget,
} from "~/models/hidden-text.server";
import { addContribution } from "~/models/hub.server";
import { removeMailsAbout } from "~/models/mail.server";
import { withholdMentionsOf } from "~/models/mention.server";
import { findUser } from "~/models/user.server";
import { recountWriter } from "~/models/writer.server";
import { invalidate } from "../cache/invalidation.server";
import {
  correctArticles,
  correctComments,
  correctHubs,
  correctWorks,
} from "../jobs/corrections.server";
import { takeBack } from "../notices/announce.server";
import { rescoreMentions } from "../recommendations/mentions.server";
import { findSubjectAuthor } from "./comment-subject.server";
import { noteRemoval, uncountComment } from "./removal.server";
import { countRating, removeFromHub } from "./reviews.server";

export {
  findHiddenText,
  findHiddenTexts,
  listHidden,
  listHiddenOf,
} from "~/models/hidden-text.server";
export type { HiddenText } from "~/models/hidden-text.server";

/** A move that has not ended after this time was interrupted. */
const INTERRUPTED_AFTER_MINUTES = 1;

const interruptedBefore = () => subMinutes(new Date(), INTERRUPTED_AFTER_MINUTES);

/** @returns whether the viewer may read a hidden text: its author and moderators may */
export const mayReadHidden = (
  viewer: Viewer | null,
  { authorId }: Pick<HiddenText, "authorId">,
): boolean => viewer !== null && (viewer.id === authorId || hasPower(viewer, "read-queue"));

/** @returns a hidden text as it was, if the viewer may read it; otherwise `null` */
export async function readHiddenText(
  viewer: Viewer | null,
  { kind, id }: TextTarget,
): Promise<HiddenText | null> {
  const hidden = viewer && (await findHiddenText(id));
  return hidden?.kind === kind && mayReadHidden(viewer, hidden) ? hidden : null;
}

/**
 * Hides a text from all but its author and moderators.
 * @param decision the decision that hides it; running it again with the same one completes what was interrupted
 * @returns whether this decision hides the text; `false` if it is not there or another decision hides it
 */
export async function hideText(target: TextTarget, decision: HidingDecision): Promise<boolean> {
  if (await copyText(target, decision)) {
    if (await takeText(target)) {
      await finishHiding(target.id, { isResumed: false });
      return true;
    }
    // Its author removed it at the same time.
    await forgetHiddenTexts([target.id]);
    return false;
  }
  const hidden = await findHiddenText(target.id);
  if (hidden?.kind !== target.kind || hidden.decisionId !== decision.id) return false;
  if (isInterrupted(hidden, "hiding")) await resumeHiding(hidden);
  return hidden.state !== "restoring";
}

const isInterrupted = ({ state, changedAt }: HiddenText, during: HiddenText["state"]) =>
  state === during && changedAt < interruptedBefore();

async function resumeHiding(hidden: HiddenText): Promise<void> {
  const isTaken = await takeText(hidden);
  // If it was taken before, nobody knows what has been counted since.
  await finishHiding(hidden.id, { isResumed: !isTaken });
}

/** Takes a text that has left its collection out of all counts, and out of what people were told. */
async function finishHiding(id: string, { isResumed }: { isResumed: boolean }) {
  const hidden = (await findHiddenText(id))!;
  await withholdMentionsOf(id);
  if (isResumed) await correctCountsAround(hidden);
  else await uncount(hidden);
  await recountWriter(hidden.authorId);
  await removeMailsAbout([id]);
  await takeBack([id]);
  await setHidingState(id, "hiding", "hidden");
  await invalidate(EVERYTHING);
}

async function uncount(hidden: HiddenText): Promise<void> {
  const { kind, text, authorId } = hidden;
  if (kind === "article") {
    if (findTopic(text.category)) await removeFromHub(text.category, authorId);
  } else if (kind === "review") {
    await removeFromHub(text.hub, authorId);
    await countRating(text.workKey, { sum: -text.rating, count: -1 });
  } else {
    await noteRemoval(text);
    await uncountComment(text);
  }
}

/**
 * Puts a hidden text back as it was, with its counts as they are now.
 * @returns whether this call restores it; `false` if it is not hidden, is being restored, or its author has written
 *   another in its place
 */
export async function restoreText(target: TextTarget): Promise<boolean> {
  const hidden = await findHiddenText(target.id);
  if (hidden?.kind !== target.kind) return false;
  if (isInterrupted(hidden, "hiding")) await resumeHiding(hidden);
  const isClaimed = await setHidingState(target.id, "hidden", "restoring");
  return isClaimed || isInterrupted(hidden, "restoring") ? putBack(hidden) : false;
}

async function putBack(hidden: HiddenText): Promise<boolean> {
  const { kind, id, authorId } = hidden;
  const author = await findUser(authorId);
  const isProven = !author || !isUnproven(author);
  const put = await putBackText(hidden, { isProven });
  if (put === "taken") {
    await setHidingState(id, "restoring", "hidden");
    return false;
  }
  if (put === "put") await countAgain(hidden, isProven);
  else await correctCountsAround(hidden);
  if (kind === "article") await correctArticles(await findCounts([id]), 0);
  if (kind === "comment") {
    await correctComments(await findCommentCounts([id]), 0);
    await countAnswers(id);
  }
  await recountWriter(authorId);
  await rescoreMentions(kind, id);
  await forgetHiddenTexts([id]);
  await invalidate(EVERYTHING);
  return true;
}

async function countAgain(hidden: HiddenText, isProven: boolean): Promise<void> {
  const { kind, text, authorId } = hidden;
  if (kind === "article") {
    if (findTopic(text.category)) await addContribution(text.category, authorId);
  } else if (kind === "review") {
    await addContribution(text.hub, authorId);
    await countRating(text.workKey, { sum: text.rating, count: 1 });
  } else if (text.subject.kind === "article") {
    const byOthers = (await findSubjectAuthor(text.subject)) === authorId ? 0 : 1;
    await addToCounts(text.subject.id, {
      commentCount: 1,
      commentsByOthers: byOthers,
      ...(text.isUnproven && !isProven && { unprovenComments: byOthers }),
    });
  }
}

/** Counts again what a text counts in, if it may have been counted already. */
async function correctCountsAround(hidden: HiddenText): Promise<void> {
  const { kind, text } = hidden;
  if (kind === "review") await correctWorks([text.workKey], 0);
  if (kind === "comment" && text.subject.kind === "article") {
    await correctArticles(await findCounts([text.subject.id]), 0);
  }
  if (kind !== "comment") await correctHubs(0);
}

/** Texts per batch of the upkeep. */
const BATCH_SIZE = 20;

/** Completes what a crash interrupted. @returns how many texts that were */
export async function completeInterruptedHiding(signal: AbortSignal): Promise<number> {
  let completed = 0;
  for (;;) {
    const interrupted = await listInterrupted(interruptedBefore(), BATCH_SIZE);
    for (const hidden of interrupted) {
      if (signal.aborted) return completed;
      if (hidden.state === "hiding") await resumeHiding(hidden);
      else await putBack(hidden);
      completed += 1;
    }
    if (interrupted.length < BATCH_SIZE) return completed;
  }
}
