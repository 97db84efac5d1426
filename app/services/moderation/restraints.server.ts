/** What holds a person back, for moderators. */
import type { Viewer } from "~/domain/viewer";
import { findNewestInForce } from "~/models/decision-acts.server";
import { findUser } from "~/models/user.server";
import { requirePower } from "../require-power";

/**
 * @returns until when a person is suspended (`until` is `null` for good) and limited, each with the decision that
 *   tells why; `null` for what is not so
 * @throws ServiceError `unauthenticated`, `forbidden` without the role
 */
export async function readRestraints(viewer: Viewer | null, personId: string) {
  requirePower(viewer, "read-queue");
  const person = await findUser(personId);
  const { suspension, limitedUntil } = person ?? {};
  const limit = limitedUntil
    ? await findNewestInForce({ kind: "person", id: personId }, "limit")
    : null;
  return {
    suspended: suspension ?? null,
    limited: limitedUntil ? { until: limitedUntil, decisionId: limit?.id ?? null } : null,
  };
}
