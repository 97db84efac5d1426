import { consume, type LimitName } from "~/models/limits.server";
import { limited } from "./errors";

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
