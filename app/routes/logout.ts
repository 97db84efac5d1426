import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { signOut } from "~/services/accounts.server";
import { browserSession, endedCookie } from "~/utils/auth.server";
import { readForm } from "~/utils/forms.server";
import { plainRefusal } from "~/utils/refusals.server";
import { redirectWithToast } from "~/utils/toast.server";

/** Signing out is never done by a link. */
export const loader = () => redirect("/");

export async function action({ request, context }: ActionFunctionArgs) {
  const { tooMany } = await readForm({ request, context });
  if (tooMany) throw plainRefusal(tooMany);
  const signedIn = await browserSession(request);
  if (signedIn) await signOut(signedIn.session);
  return redirectWithToast("/", "signedOut", { headers: { "Set-Cookie": await endedCookie() } });
}
