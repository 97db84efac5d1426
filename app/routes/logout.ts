import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { signOut } from "~/services/accounts/accounts.server";
import { isDatabaseUnavailable } from "~/services/database-availability.server";
import { forgetAllTexts } from "~/utils/browser/kept-text";
import { browserSession, CLEAR_CACHE, expiredSessionCookie } from "~/utils/http/auth.server";
import { readForm } from "~/utils/forms/parse-form.server";
import { getContext } from "~/utils/http/load-context";
import { withOfflineFallback } from "~/utils/forms/offline-fallback";
import { textErrorResponse } from "~/utils/http/error-responses.server";
import { safeRedirect } from "~/utils/http/safe-redirect";
import { redirectWithToast } from "~/utils/toasts/toast.server";

export const loader = () => redirect("/");

/** While the database is unreachable, the cookie is still removed and a toast says that the session has not ended. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { form, rateLimitError } = await readForm({ request, context });
  if (rateLimitError) throw textErrorResponse(rateLimitError);
  const hasEnded = await endSession(request).catch((error: unknown) => {
    if (!isDatabaseUnavailable(error)) throw error;
    getContext(context).log.warn({ err: error }, "a session could not be ended");
    return false;
  });
  return redirectWithToast(
    publicPath(safeRedirect(form.get("redirectTo"))),
    hasEnded ? "signedOut" : "signedOutHere",
    {
      headers: {
        "Cache-Control": "no-store",
        "Clear-Site-Data": CLEAR_CACHE,
        "Set-Cookie": await expiredSessionCookie(),
      },
    },
  );
}

async function endSession(request: Request): Promise<true> {
  const signedIn = await browserSession(request);
  if (signedIn) await signOut(signedIn.session);
  return true;
}

const PRIVATE = /^\/(?:dashboard|drafts|settings)\b|^\/prove-email\/?$|\/edit\b/i;

const publicPath = (path: string) => (PRIVATE.test(path) ? "/" : path);

/** Deletes the texts kept in the browser, but only after a redirect, which shows that the sign-out worked. */
function forgetTextsAfter(thrown: unknown): never {
  if (thrown instanceof Response && thrown.headers.has("Location")) forgetAllTexts();
  throw thrown;
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  withOfflineFallback(
    () => serverAction<typeof action>().catch(forgetTextsAfter),
    () => ({ toast: "signOutFailed" }),
  );
