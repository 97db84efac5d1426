import { environment } from "~/config/env.server";
import { consume, limits, type LimitName } from "~/models/rate-limits.server";
import { rateLimitError } from "./errors";

export type { LimitName } from "~/models/rate-limits.server";

/**
 * Counts one act against a limit.
 *
 * @param key whose act it is: a user's id, an address
 * @throws Refusal `limited` when there were too many
 */
export async function enforceRateLimit(name: LimitName, key: string): Promise<void> {
  const retryAfterSeconds = await consume(name, key);
  if (retryAfterSeconds !== null) throw rateLimitError(retryAfterSeconds);
}

/** How many of a thing are allowed in how many seconds. */
export interface RateLimit {
  points: number;
  duration: number;
}

/** @returns what is allowed here, by limit; `null` where nothing is limited */
export const rateLimits = (): Record<LimitName, RateLimit> | null =>
  environment().RATE_LIMITS ? limits() : null;
