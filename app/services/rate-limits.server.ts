import { environment } from "~/config/env.server";
import { consume, limits, type LimitName } from "~/models/rate-limits.server";
import { limited } from "./errors";

export type { LimitName } from "~/models/rate-limits.server";

/**
 * Counts one act against a limit.
 *
 * @param key whose act it is: a user's id, an address
 * @throws Refusal `limited` when there were too many
 */
export async function withinLimit(name: LimitName, key: string): Promise<void> {
  const retryAfterSeconds = await consume(name, key);
  if (retryAfterSeconds !== null) throw limited(retryAfterSeconds);
}

/** How many of a thing are allowed in how many seconds. */
export interface Allowance {
  points: number;
  duration: number;
}

/** @returns what is allowed here, by limit; `null` where nothing is limited */
export const allowances = (): Record<LimitName, Allowance> | null =>
  environment().RATE_LIMITS ? limits() : null;
