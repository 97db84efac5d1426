import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { ButtonForm } from "~/components/accounts/forms";
import { FormAlert } from "~/components/ui/form";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import { proveEmailIntent } from "~/schemas/accounts";
import { proveEmail, resendEmailProof } from "~/services/accounts/email.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewer, viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { openMailedLink } from "~/utils/http/mailed-link.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

const NO_STORE = { headers: { "Cache-Control": "no-store" } };

/**
 * Loads the page of a mailed link if the path has a secret, otherwise the page that sends another link. Opening the
 * link does not confirm the address, because some mail programs open all links: the button on its page does.
 */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await orErrorResponse(viewerOfPage(args));
  const email = viewer && !viewer.hasProvenEmail ? viewer.email : null;
  const { secret } = args.params;
  if (secret === undefined) {
    await requireViewer(args);
    const state = email ? "mailed" : "proven";
    return data({ state, email, refusal: null } as const, NO_STORE);
  }
  const { refusal, init } = await openMailedLink(secret, "prove-email");
  const state = refusal ? "refused" : "good";
  return data({ state, email, refusal } as const, init);
}

export const action = formAction({
  schema: proveEmailIntent,
  forms: {
    proveEmail: {
      isButton: true,
      page: "/login",
      handle: (_input, { params }) => proveEmail(params.secret ?? ""),
      redirectTo: (returnTo, _outcome, { viewer }) => (viewer ? "/dashboard" : returnTo),
    },
    mailProof: {
      isButton: true,
      page: "/prove-email",
      handle: (_input, { viewer, client }) => resendEmailProof(viewer, client.origin),
    },
  },
});
export const clientAction = formClientAction("proveEmail");

const standfirsts = {
  good: "One more click, and your address is confirmed.",
  refused: "The link did not work.",
  mailed: "Follow the link that we mailed to you.",
  proven: "Your address is confirmed.",
} as const;

export default function ProveEmail() {
  const { state, email, refusal } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AccountPage title="Confirm your address" standfirst={standfirsts[state]}>
      <FormAlert>{result?.formError?.message ?? refusal}</FormAlert>
      {state === "good" ? (
        <ButtonForm intent="proveEmail" label="Confirm my address" pendingLabel="Confirming…" />
      ) : null}
      {email && state !== "good" ? (
        <>
          <p>
            We mail the link to <b className="font-medium break-words">{email}</b>. It can be used
            once, within {LINK_HOURS["prove-email"]} hours, and replaces any earlier link. Nothing
            there? Look in your spam folder.
          </p>
          <ButtonForm intent="mailProof" label="Send me another link" pendingLabel="Sending…" />
        </>
      ) : null}
    </AccountPage>
  );
}

export const meta = hiddenMeta(
  "Confirm your address",
  "Confirm that the address of your account is yours.",
);
