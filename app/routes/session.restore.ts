import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import { restoreBrowser } from "~/services/accounts/accounts.server";
import { postOnly } from "~/utils/http/allowed-methods.server";
import { bearerSession, browserSession, sessionCookie } from "~/utils/http/auth.server";
import { getClient } from "~/utils/http/request-client.server";
import { countWrite } from "~/utils/forms/parse-form.server";
import { serviceErrorOrThrow, textErrorResponse } from "~/utils/http/error-responses.server";

export const loader = postOnly;

/** Restores the session of a browser that lost its cookie, in exchange for a token, which only scripts can send. */
export async function action({ request, context }: ActionFunctionArgs) {
  try {
    await countWrite(request, context);
    return await restore(request, context);
  } catch (error) {
    return textErrorResponse(serviceErrorOrThrow(error));
  }
}

async function restore(request: Request, context: AppLoadContext): Promise<Response> {
  if (await browserSession(request)) return new Response(null, { status: 204 });
  const signedIn = await bearerSession(request);
  const secret = signedIn && (await restoreBrowser(signedIn, getClient(request, context)));
  if (!secret) {
    return new Response(null, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  }
  return new Response(null, {
    status: 204,
    headers: { "Cache-Control": "no-store", "Set-Cookie": await sessionCookie(secret) },
  });
}
