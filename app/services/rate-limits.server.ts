import { environment } from "~/config/env.server";
import { consume, limits, type LimitName } from "~/models/rate-limits.server";
import { rateLimitError } from "./errors";
import { recordLimitExceeded } from "./events/events.server";

export type { LimitName } from "~/models/rate-limits.server";

/**
 * Counts one action against a rate limit.
 *
 * @param key identifies the user or client: a user id or an address
 * @throws ServiceError `limited` when the limit is exceeded
 */
export async function enforceRateLimit(name: LimitName, key: string): Promise<void> {
  const retryAfterSeconds = await consume(name, key);
  if (retryAfterSeconds !== null) recordLimitExceeded(name, key);
  if (retryAfterSeconds !== null) throw rateLimitError(retryAfterSeconds);
}

/** `points` actions are allowed in `duration` seconds. */
export interface RateLimit {
  points: number;
  duration: number;
}

/** @returns the rate limits by name; `null` if rate limiting is disabled */
export const rateLimits = (): Record<LimitName, RateLimit> | null =>
  environment().RATE_LIMITS ? limits() : null;
