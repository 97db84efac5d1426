/** Who may write: every service that stores what others can see begins with `requireWriter`. */
import { mayWrite } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import { ServiceError, unauthenticatedError } from "./errors";

/**
 * @param message what a visitor who is not signed in is told
 * @returns the viewer
 * @throws ServiceError `unauthenticated` without a viewer, `forbidden` if the account is suspended
 */
export function requireWriter(viewer: Viewer | null, message?: string): Viewer {
  if (!viewer) throw unauthenticatedError(message);
  if (mayWrite(viewer)) return viewer;
  const until = viewer.suspension?.until;
  const end = until ? `until ${until.toISOString().slice(0, 10)}` : "for good";
  throw new ServiceError(
    "forbidden",
    `Your account is suspended ${end}. You can read, export your data, appeal and leave, but not write.`,
  );
}
