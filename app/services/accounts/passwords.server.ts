import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

/** OWASP's recommended argon2id parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = {
  // The library's default algorithm is argon2id.
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Hashing is slow by design; more at once would occupy the whole thread pool. */
const limitConcurrency = pLimit(2);

/** @returns the argon2id hash of a password, including salt and parameters */
export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password, PARAMETERS));
}

let dummy: Promise<string> | undefined;

/**
 * @param passwordHash the stored hash, or `null` if the user does not exist; then a dummy hash is
 *   verified, so that the response time does not reveal which emails have an account
 * @returns whether the password matches
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  dummy ??= hashPassword("nobody's password!");
  const stored = passwordHash ?? (await dummy);
  const isMatch = await limitConcurrency(() => verify(stored, password));
  return isMatch && passwordHash !== null;
}
