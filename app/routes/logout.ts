import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { signOut } from "~/services/accounts/accounts.server";
import { isDatabaseUnavailable } from "~/services/availability.server";
import { browserSession, expiredSessionCookie } from "~/utils/http/auth.server";
import { readForm } from "~/utils/forms/parse-form.server";
import { getContext } from "~/utils/http/load-context";
import { withOfflineFallback } from "~/utils/forms/offline-fallback";
import { textErrorResponse } from "~/utils/http/error-responses.server";
import { safeRedirect } from "~/utils/http/safe-redirect";
import { redirectWithToast } from "~/utils/toasts/toast.server";

/** Signing out is never done by a link. */
export const loader = () => redirect("/");

/**
 * Signs out, and goes back to where one was if that is there for everybody. While the database is away
 * the browser loses its session all the same, and is told that nothing more could be done.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { form, tooMany } = await readForm({ request, context });
  if (tooMany) throw textErrorResponse(tooMany);
  const hasEnded = await endSession(request).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    getContext(context).log.warn({ err: error }, "a session could not be ended");
    return false;
  });
  return redirectWithToast(
    publicPlace(safeRedirect(form.get("redirectTo"))),
    hasEnded ? "signedOut" : "signedOutHere",
    { headers: { "Set-Cookie": await expiredSessionCookie() } },
  );
}

async function endSession(request: Request): Promise<true> {
  const signedIn = await browserSession(request);
  if (signedIn) await signOut(signedIn.session);
  return true;
}

/** What is only for who is signed in. */
const PRIVATE = /^\/dashboard\b/i;

const publicPlace = (path: string) => (PRIVATE.test(path) ? "/" : path);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  withOfflineFallback(
    () => serverAction<typeof action>(),
    () => ({ toast: "signOutFailed" }),
  );
