import { createHmac } from "node:crypto";
import { dayKey } from "~/models/view.server";

export interface Visit {
  /** The session's id, if the visitor has one. */
  sessionId: string | null;
  address: string;
  userAgent: string;
}

/**
 * Returns the key that identifies a visitor for view counts: the session, or else a hash of address and
 * user agent. The hash key changes daily and is then deleted, so nobody can be tracked across days.
 *
 * @param day the UTC day, as `2026-01-31`
 */
export async function getVisitorKey({ sessionId, address, userAgent }: Visit, day: string) {
  if (sessionId) return `session ${sessionId}`;
  return createHmac("sha256", await dayKey(day))
    .update(`${address}\n${userAgent}`)
    .digest("base64url");
}
