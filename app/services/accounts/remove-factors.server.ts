import { removePasskeysOf } from "~/models/passkey.server";
import { removeStepsOf } from "~/models/pending-step.server";
import { removeSecondFactor } from "~/models/second-factor.server";
import { recordEvent } from "../events/events.server";

/** What `removeFactors` removed. */
export interface RemovedFactors {
  hadSecondFactor: boolean;
  passkeys: number;
}

/**
 * Removes the second factor and all passkeys of a user. After that, the password alone is enough to sign in.
 *
 * @param by recorded in the event
 */
export async function removeFactors(
  userId: string,
  by: "operator" | "person",
): Promise<RemovedFactors> {
  const hadSecondFactor = await removeSecondFactor(userId);
  const passkeys = await removePasskeysOf(userId);
  await removeStepsOf(userId);
  if (hadSecondFactor || passkeys) recordEvent({ kind: "second-factor-removed", user: userId, by });
  return { hadSecondFactor, passkeys };
}
