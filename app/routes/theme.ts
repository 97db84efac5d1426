import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { readForm } from "~/utils/forms/parse-form.server";
import { withOfflineFallback } from "~/utils/forms/offline-fallback";
import { textErrorResponse } from "~/utils/http/error-responses.server";
import { safeRedirect } from "~/utils/http/safe-redirect";
import { isColorScheme } from "~/utils/theme/color-scheme";
import { setColorScheme } from "~/utils/theme/color-scheme.server";

export const loader = () => redirect("/");

export async function action({ request, context }: ActionFunctionArgs) {
  const { form, rateLimitError } = await readForm({ request, context });
  if (rateLimitError) throw textErrorResponse(rateLimitError);
  const scheme = form.get("scheme");
  if (!isColorScheme(scheme)) throw new Response("Unknown colour scheme", { status: 400 });
  const headers = { "Set-Cookie": await setColorScheme(scheme) };
  const redirectTo = form.get("redirectTo");
  return redirectTo === null
    ? Response.json({ scheme }, { headers })
    : redirect(safeRedirect(redirectTo), { headers });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  withOfflineFallback(
    () => serverAction<typeof action>(),
    () => ({ toast: "schemeFailed" }),
  );
