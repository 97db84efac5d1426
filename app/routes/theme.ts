import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { readForm } from "~/utils/forms.server";
import { withOfflineFallback } from "~/utils/offline-fallback";
import { plainRefusal } from "~/utils/refusals.server";
import { safeRedirect } from "~/utils/safe-redirect";
import { isSchemeChoice } from "~/utils/scheme";
import { rememberScheme } from "~/utils/theme.server";

/** There is nothing to see here. */
export const loader = () => redirect("/");

export async function action({ request, context }: ActionFunctionArgs) {
  const { form, tooMany } = await readForm({ request, context });
  if (tooMany) throw plainRefusal(tooMany);
  const scheme = form.get("scheme");
  if (!isSchemeChoice(scheme)) throw data({ error: "Unknown colour scheme" }, { status: 400 });
  const headers = { "Set-Cookie": await rememberScheme(scheme) };
  const redirectTo = form.get("redirectTo");
  return redirectTo === null
    ? data({ scheme }, { headers })
    : redirect(safeRedirect(redirectTo), { headers });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  withOfflineFallback(
    () => serverAction<typeof action>(),
    () => ({ toast: "schemeFailed" }),
  );
