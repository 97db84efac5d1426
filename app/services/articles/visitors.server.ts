import { createHmac } from "node:crypto";
import { dayKey } from "~/models/view.server";

export interface Visit {
  /** Of the session, if there is one. */
  sessionId: string | null;
  address: string;
  userAgent: string;
}

/**
 * Who a visitor is for counting views: the session, else a hash of address and user agent under a key
 * that changes daily and is then deleted, so that nobody can be followed from one day to the next.
 *
 * @param day the UTC day, as `2026-01-31`
 */
export async function getVisitorKey({ sessionId, address, userAgent }: Visit, day: string) {
  if (sessionId) return `session ${sessionId}`;
  return createHmac("sha256", await dayKey(day))
    .update(`${address}\n${userAgent}`)
    .digest("base64url");
}
