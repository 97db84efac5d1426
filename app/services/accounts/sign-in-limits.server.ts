/**
 * How often somebody may try to sign in. Failures of one account are counted over all addresses, and after
 * some of them there are growing pauses. Addresses that the account was used from are left out of that, so
 * that nobody can keep the owner out by guessing from elsewhere.
 */
import { secondsInMinute } from "date-fns/constants";
import { environment } from "~/config/env.server";
import {
  count,
  limits,
  pauseLeft,
  refund,
  resetLimit,
  startPause,
} from "~/models/rate-limits.server";
import { rateLimitError, type ServiceError } from "../errors";
import { recordLimitExceeded } from "../events/events.server";
import { enforceRateLimit } from "../rate-limits.server";

const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 15 * secondsInMinute;

/** @returns how many seconds to wait after the nth attempt beyond the limit, from 1 on */
export const pauseAfter = (attempt: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS);

interface Client {
  address: string;
  network?: string | null;
}

/**
 * Counts an action against the limits of an address and of its network.
 *
 * @throws ServiceError `limited`
 */
export async function enforceClientLimits(
  action: "signIn" | "signUp",
  { address, network }: Client,
): Promise<void> {
  const [ofAddress, ofNetwork] =
    action === "signIn"
      ? (["signInAddress", "signInNetwork"] as const)
      : (["signUp", "signUpNetwork"] as const);
  await enforceRateLimit(ofAddress, address);
  if (network) await enforceRateLimit(ofNetwork, network);
}

const accountKey = (email: string, address: string) => `${email} ${address}`;

/**
 * Counts an attempt to sign in against the limit of the account at this address.
 *
 * @throws ServiceError `limited`
 */
export const enforceAccountLimit = (email: string, address: string): Promise<void> =>
  enforceRateLimit("signInAccount", accountKey(email, address));

/**
 * Counts an attempt to sign in from an address that the account was not used from. It counts as failed until
 * `endFailures`. Emails that nobody has are treated alike.
 *
 * @throws ServiceError `limited` while there is a pause; that attempt is not counted
 */
export async function enforcePauses(email: string): Promise<void> {
  if (!environment().RATE_LIMITS) return;
  const left = await pauseLeft(email);
  if (left !== null) throw pauseError(email, left);
  const beyond = (await count("signInElsewhere", email)) - limits().signInElsewhere.points;
  if (beyond <= 0) return;
  // Of several at the same time one starts the pause, and only that one is let in.
  const wait = await startPause(email, pauseAfter(beyond));
  if (wait === null) return;
  await refund("signInElsewhere", email);
  throw pauseError(email, wait);
}

function pauseError(email: string, seconds: number): ServiceError {
  recordLimitExceeded("signInElsewhere", email);
  return rateLimitError(seconds);
}

interface Attempt {
  email: string;
  address: string;
  /** Whether the account was used from this address before. */
  isKnown: boolean;
}

/** After the right password: begins the count at this address anew. Failures elsewhere stay counted. */
export async function endFailures({ email, address, isKnown }: Attempt): Promise<void> {
  await resetLimit("signInAccount", accountKey(email, address));
  if (!isKnown) await refund("signInElsewhere", email);
}

/** Undoes the counts of an attempt whose password could not be looked at. */
export async function forgiveAttempt({ email, address, isKnown }: Attempt): Promise<void> {
  await refund("signInAccount", accountKey(email, address));
  if (!isKnown) await refund("signInElsewhere", email);
}
