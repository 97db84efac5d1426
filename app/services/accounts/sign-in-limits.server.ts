/**
 * Rate limits of signing in. Failures of one account are counted over all client addresses, and after some of them
 * there are growing pauses. Addresses that the account was used from before are exempt, so that an attacker who
 * guesses from elsewhere cannot lock the owner out.
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
import type { Client } from "./client";

const FIRST_PAUSE_SECONDS = 2;
const MAX_PAUSE_SECONDS = 15 * secondsInMinute;

/** @returns the pause in seconds after the nth attempt beyond the limit, counted from 1 */
export const pauseAfter = (attempt: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), MAX_PAUSE_SECONDS);

/** The limits of an address and of its network, by action. */
const clientLimits = {
  signIn: ["signInAddress", "signInNetwork"],
  signUp: ["signUp", "signUpNetwork"],
  mails: ["mailsFrom", "mailsFromNetwork"],
} as const;

/** Counts an action against the limits of an address and of its network. */
export async function enforceClientLimits(
  action: keyof typeof clientLimits,
  { address, network }: Pick<Client, "address" | "network">,
): Promise<void> {
  const [ofAddress, ofNetwork] = clientLimits[action];
  await enforceRateLimit(ofAddress, address);
  if (network) await enforceRateLimit(ofNetwork, network);
}

const accountKey = (email: string, address: string) => `${email} ${address}`;

/** Counts an attempt to sign in against the limit of the account at this address. */
export const enforceAccountLimit = (email: string, address: string): Promise<void> =>
  enforceRateLimit("signInAccount", accountKey(email, address));

/**
 * Counts an attempt to sign in from an address that the account was not used from before. It counts as failed until
 * `endFailures` is called. Emails without an account are treated the same.
 * @throws ServiceError `limited` during a pause; that attempt is not counted
 */
export const enforcePauses = (email: string): Promise<void> =>
  countWithPauses("signInElsewhere", email);

/**
 * Counts a code that a user has typed. It counts as wrong until `forgiveCode` is called. No address is exempt, because
 * an attacker who gets this far already knows the password.
 * @throws ServiceError `limited` during a pause; that code is not counted
 */
export const enforceCodePauses = (userId: string): Promise<void> =>
  countWithPauses("codes", userId);

/** Undoes the count of a code that was right. */
export const forgiveCode = (userId: string): Promise<void> => refund("codes", userId);

type PausingLimit = "signInElsewhere" | "codes";

async function countWithPauses(limit: PausingLimit, key: string): Promise<void> {
  if (!environment().RATE_LIMITS) return;
  const left = await pauseLeft(key);
  if (left !== null) throw pauseError(limit, key, left);
  const beyond = (await count(limit, key)) - limits()[limit].points;
  if (beyond <= 0) return;
  // Of several concurrent attempts one starts the pause, and only that one is allowed.
  const wait = await startPause(key, pauseAfter(beyond));
  if (wait === null) return;
  await refund(limit, key);
  throw pauseError(limit, key, wait);
}

function pauseError(limit: PausingLimit, key: string, seconds: number): ServiceError {
  recordLimitExceeded(limit, key);
  return rateLimitError(seconds);
}

interface Attempt {
  email: string;
  address: string;
  /** Whether the account was used from this address before. */
  isKnown: boolean;
}

/** Resets the count of this address after the right password. Failures at other addresses stay counted. */
export async function endFailures({ email, address, isKnown }: Attempt): Promise<void> {
  await resetLimit("signInAccount", accountKey(email, address));
  if (!isKnown) await refund("signInElsewhere", email);
}

/** Undoes the counts of an attempt whose password could not be verified. */
export async function forgiveAttempt({ email, address, isKnown }: Attempt): Promise<void> {
  await refund("signInAccount", accountKey(email, address));
  if (!isKnown) await refund("signInElsewhere", email);
}
