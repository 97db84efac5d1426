/** Hashing a password takes memory and a processor for a while, on purpose; so only a few wait for it. */
import pLimit from "p-limit";
import { describeRetryAfter } from "~/domain/retry-after";
import { ServiceError } from "../errors";

/** More at once would occupy the whole thread pool. */
const AT_ONCE = 2;
/** How many may wait; they are worked off in a few seconds. */
const MOST_WAITING = 50;
/** How many of them may come from one address, so that it leaves room for others. */
const MOST_FROM_ONE_ADDRESS = 10;
const RETRY_AFTER_SECONDS = 5;

const limitConcurrency = pLimit(AT_ONCE);
const fromAddress = new Map<string, number>();

/**
 * Hashes or verifies a password when it is its turn.
 *
 * @param address where the request comes from; `null` for work of the site itself, which may always wait
 * @throws ServiceError `unavailable`, with nothing done, when too many are waiting
 */
export async function queuePasswordWork<Result>(
  address: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (address === null) return limitConcurrency(work);
  const ahead = fromAddress.get(address) ?? 0;
  const { activeCount, pendingCount } = limitConcurrency;
  if (activeCount + pendingCount >= AT_ONCE + MOST_WAITING || ahead >= MOST_FROM_ONE_ADDRESS) {
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
