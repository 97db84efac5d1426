import type { Engine } from "~/domain/engines";
import { mayGenerate } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { hasRecommendations } from "~/models/recommendation.server";
import { ServiceError, unauthenticatedError } from "../errors";
import { recordEvent } from "../events/events.server";

/** @throws ServiceError `unauthenticated` without a viewer */
export function requireViewer(viewer: Viewer | null): asserts viewer {
  if (!viewer) throw unauthenticatedError("Please log in to generate recommendations.");
}

/** @returns whether the viewer may generate a recommendation now; it depends on whether the engine has any yet */
export const isPermitted = async (kind: Engine, viewer: Viewer): Promise<boolean> =>
  mayGenerate(viewer, false) || mayGenerate(viewer, !(await hasRecommendations(kind)));

/** @throws ServiceError `forbidden` unless the viewer may generate a recommendation */
export async function permit(kind: Engine, viewer: Viewer): Promise<void> {
  if (await isPermitted(kind, viewer)) return;
  recordEvent({ kind: "permission-denied", user: viewer.id, action: `generate-${kind}` });
  throw new ServiceError(
    "forbidden",
    `Only members of the organisation can generate ${kind} recommendations.`,
  );
}
