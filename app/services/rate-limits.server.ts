import type { LimitName } from "~/config/request-limits";
import { consume } from "~/models/rate-limits.server";
import { rateLimitError } from "./errors";
import { recordLimitExceeded } from "./events/events.server";

/**
 * Counts one action against a rate limit.
 * @param key identifies the user or client: a user id or an address
 * @throws ServiceError `limited` when the limit is exceeded
 */
export async function enforceRateLimit(name: LimitName, key: string): Promise<void> {
  const retryAfterSeconds = await consume(name, key);
  if (retryAfterSeconds !== null) recordLimitExceeded(name, key);
  if (retryAfterSeconds !== null) throw rateLimitError(retryAfterSeconds);
}
