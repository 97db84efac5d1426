import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  claimSubmission,
  completeSubmission,
  releaseSubmission,
} from "~/models/form-submission.server";
import { enforceRateLimit } from "./rate-limits.server";

/** Longer than processing any form takes; after this time the process that claimed the submission must have crashed. */
const CLAIM_MS = 30_000;
const POLL_MS = 50;

export interface Submission {
  /** A random key rendered into the form; without one, every request is processed. */
  key: string;
  /** The user who submitted it. */
  userId: string;
  /** All form fields; changed fields make it a different submission even with the same key. */
  fields: readonly (readonly [name: string, value: string])[];
}

/**
 * Processes a submission once, however often it arrives, for example by a double click or a retry. All requests
 * receive the stored result. If processing fails, the next request tries again.
 * @param act processes the form; its result is stored and must be JSON-compatible
 * @returns the result of `act`, of this or an earlier request
 * @throws ServiceError whatever `act` throws
 */
export async function submitOnce<Result>(
  submission: Submission,
  act: () => Promise<Result>,
): Promise<Result> {
  if (!submission.key) return act();
  await enforceRateLimit("submissions", submission.userId);
  const id = idOf(submission);
  for (;;) {
    const state = await claimSubmission(id, CLAIM_MS);
    if (state === "claimed") break;
    if (state !== "running") return state.outcome as Result;
    await delay(POLL_MS);
  }
  let result: Result;
  try {
    result = await act();
  } catch (error) {
    // If the database is unavailable, the claim expires by itself.
    await releaseSubmission(id).catch(() => {});
    throw error;
  }
  // Processing succeeded; failing to store the result must not report a failure.
  await completeSubmission(id, result).catch(() => {});
  return result;
}

function idOf({ key, userId, fields }: Submission): string {
  const content = JSON.stringify([userId, key, fields]);
  return createHash("sha256").update(content).digest("base64url");
}
