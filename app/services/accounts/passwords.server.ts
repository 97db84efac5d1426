import pLimit from "p-limit";
import { hash, verify } from "@node-rs/argon2";
import { describeRetryAfter } from "~/domain/retry-after";
import { ServiceError } from "../errors";

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. Stored hashes keep those they were made with. */
const PARAMETERS = {
  // The library's default algorithm is argon2id.
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Keyboards differ in how they compose characters, so the same password can arrive as different code points. */
const normalized = (password: string) => password.normalize("NFKC");

/** @returns the argon2id hash of a password, including salt and parameters */
export const hashPassword = (password: string, address: string | null = null): Promise<string> =>
  queuePasswordWork(address, () => hash(normalized(password), PARAMETERS));

let dummy: Promise<string> | undefined;

/**
 * @param passwordHash the stored hash, or `null` if the user does not exist; then a dummy hash is verified, so that
 *   the response time does not reveal which emails have an account
 * @returns whether the password matches
 */
export function verifyPassword(
  password: string,
  passwordHash: string | null,
  address: string | null = null,
): Promise<boolean> {
  return queuePasswordWork(address, async () => {
    const stored = passwordHash ?? (await (dummy ??= hash("nobody's password!", PARAMETERS)));
    return (await verify(stored, normalized(password))) && passwordHash !== null;
  });
}

/** Hashing is deliberately expensive: more at once would occupy the whole thread pool. */
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
 * @param address the client's address; `null` for work of the site itself, which is never refused
 * @throws ServiceError `unavailable`, without having called `work`, when too many are waiting
 */
async function queuePasswordWork<Result>(
  address: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  if (address === null) return limitConcurrency(work);
  const ahead = fromAddress.get(address) ?? 0;
  const { activeCount, pendingCount } = limitConcurrency;
  if (activeCount + pendingCount >= MAX_CONCURRENT + MAX_WAITING || ahead >= MAX_PER_ADDRESS) {
    throw new ServiceError(
      "unavailable",
      `Too many people are signing in just now. ${describeRetryAfter(RETRY_AFTER_SECONDS)}`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
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
