import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { isArticleView } from "~/domain/article-view";
import { setArticleView } from "~/utils/article-view.server";
import { withOfflineFallback } from "~/utils/forms/offline-fallback";
import { readForm } from "~/utils/forms/parse-form.server";
import { textErrorResponse } from "~/utils/http/error-responses.server";
import { safeRedirect } from "~/utils/http/safe-redirect";

export const loader = () => redirect("/community");

/** Remembers in this browser how lists of articles are shown. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { form, rateLimitError } = await readForm({ request, context });
  if (rateLimitError) throw textErrorResponse(rateLimitError);
  const view = form.get("view");
  if (!isArticleView(view)) throw new Response("Unknown view", { status: 400 });
  const headers = { "Set-Cookie": await setArticleView(view) };
  return redirect(safeRedirect(form.get("redirectTo")), { headers });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  withOfflineFallback(
    () => serverAction<typeof action>(),
    () => ({ toast: "viewFailed" }),
  );
