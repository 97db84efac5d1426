import type { LimitName } from "~/config/request-limits";
import { isLimited } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
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

/**
 * Counts a text or an upvote against the limit of its kind, and against the tighter one if the account is new, unproven
 * or limited by a moderator.
 * @throws ServiceError `limited`
 */
export async function enforceWriterLimit(
  kind: "articles" | "reviews" | "comments" | "upvotes",
  writer: Viewer,
): Promise<void> {
  if (isLimited(writer)) await enforceRateLimit(`${kind}OfNew`, writer.id);
  await enforceRateLimit(kind, writer.id);
}
