/** Hashing a password is deliberately expensive, so its concurrency and its queue are limited. */
import pLimit from "p-limit";
import { describeRetryAfter } from "~/domain/retry-after";
import { ServiceError } from "../errors";

/** More at once would occupy the whole thread pool. */
const MAX_CONCURRENT = 2;
/** The length of the queue, which takes a few seconds to work off. */
const MAX_WAITING = 50;
/** The share of one client address, so that it cannot fill the queue. */
const MAX_PER_ADDRESS = 10;
const RETRY_AFTER_SECONDS = 5;

const limitConcurrency = pLimit(MAX_CONCURRENT);
const fromAddress = new Map<string, number>();

/**
 * Queues work that hashes or verifies a password, and returns its result.
 *
 * @param address the client's address; `null` for work of the site itself, which is never refused
 * @throws ServiceError `unavailable`, without having called `work`, when too many are waiting
 */
export async function queuePasswordWork<Result>(
  address: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (address === null) return limitConcurrency(work);
  const ahead = fromAddress.get(address) ?? 0;
  const { activeCount, pendingCount } = limitConcurrency;
  if (activeCount + pendingCount >= MAX_CONCURRENT + MAX_WAITING || ahead >= MAX_PER_ADDRESS) {
    throw busyError();
  }
  fromAddress.set(address, ahead + 1);
  try {
    return await limitConcurrency(work);
  } finally {
    const left = fromAddress.get(address)! - 1;
    if (left) fromAddress.set(address, left);
    else fromAddress.delete(address);
  }
}

const busyError = () =>
  new ServiceError(
    "unavailable",
    `Too many people are signing in just now. ${describeRetryAfter(RETRY_AFTER_SECONDS)}`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
