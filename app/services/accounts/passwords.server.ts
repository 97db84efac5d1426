import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = {
  // The library's default algorithm is argon2id.
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** A hash is made to be slow: more at once than this would take every thread from everything else. */
const inTurn = pLimit(2);

/** @returns the argon2id hash of a password, salt and parameters with it */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

let dummy: Promise<string> | undefined;

/**
 * @param passwordHash the hash to verify with, or `null` for a user who does not exist: then a dummy is
 *   verified, so that the time it takes tells nobody which emails have an account
 * @returns whether the password is the one
 */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  dummy ??= hashPassword("nobody's password!");
  const against = passwordHash ?? (await dummy);
  const right = await inTurn(() => verify(against, password));
  return right && passwordHash !== null;
}
