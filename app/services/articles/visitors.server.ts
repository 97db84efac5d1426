import { createHmac } from "node:crypto";
import { dayKey } from "~/models/view.server";

export interface Visit {
  /** The id of the user, if the visitor is signed in. */
  userId: string | null;
  /** The visitor's address, as returned by `addressKey`. */
  address: string;
}

/**
 * Returns the keys that identify a visitor for view counts: hashes of the address and, if signed in, of the
 * user id. The user agent is not included, because a client can change it with each request. The hash key
 * changes daily and is then deleted, so nobody can be tracked across days.
 *
 * @param day the UTC day, as `2026-01-31`
 */
export async function getVisitorKeys({ userId, address }: Visit, day: string): Promise<string[]> {
  const key = await dayKey(day);
  const hash = (text: string) => createHmac("sha256", key).update(text).digest("base64url");
  return [hash(`address ${address}`), ...(userId ? [hash(`user ${userId}`)] : [])];
}
