import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import {
  claimSubmission,
  completeSubmission,
  releaseSubmission,
} from "~/models/form-submission.server";

/** Longer than any form takes; whoever has not finished by then has crashed. */
const CLAIM_MS = 30_000;
const POLL_MS = 50;

/** What identifies one sending of a form. */
export interface Submission {
  /** Random, from the form itself; without one every request counts by itself. */
  key: string;
  /** Who sent it. */
  userId: string;
  /** Every field of the form: other words are another submission, whatever the key. */
  fields: readonly (readonly [name: string, value: string])[];
}

/**
 * Acts on a submission once, however often it arrives: a double click, a retry after a lost answer. All
 * of them get what came of the one that was acted on. When that one failed, the next is acted on.
 *
 * @param act what the form asks for; its result is stored, so it must be plain JSON
 * @returns the result of `act`, now or earlier
 * @throws what `act` throws
 */
export async function submitOnce<Result>(
  submission: Submission,
  act: () => Promise<Result>,
): Promise<Result> {
  if (!submission.key) return act();
  const id = idOf(submission);
  for (;;) {
    const state = await claimSubmission(id, CLAIM_MS);
    if (state === "claimed") break;
    if (state !== "running") return state.outcome as Result;
    await wait(POLL_MS);
  }
  let result: Result;
  try {
    result = await act();
  } catch (error) {
    // Where the database is away the claim runs out by itself.
    await releaseSubmission(id).catch(() => {});
    throw error;
  }
  // It has been acted on: not being able to note that is no reason to say that it failed.
  await completeSubmission(id, result).catch(() => {});
  return result;
}

function idOf({ key, userId, fields }: Submission): string {
  const content = JSON.stringify([userId, key, fields]);
  return createHash("sha256").update(content).digest("base64url");
}
