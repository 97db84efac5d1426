import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AddressLinkPage } from "~/components/accounts/address-link-page";
import { confirmEmailChangeIntent } from "~/schemas/accounts";
import { confirmEmailChange } from "~/services/accounts/email.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { mailedLinkLoader } from "~/utils/http/mailed-link.server";
import { pageMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

export const loader = mailedLinkLoader("change-email");

export const action = formAction({
  schema: confirmEmailChangeIntent,
  forms: {
    confirmEmailChange: {
      isButton: true,
      page: "/login",
      async handle(_input, { params, client }) {
        await confirmEmailChange(params.secret ?? "", client.origin);
        return {};
      },
      redirectTo: (returnTo, _outcome, { viewer }) => (viewer ? "/settings/sign-in" : returnTo),
    },
  },
});
export const clientAction = formClientAction("confirmEmailChange");

export default function ChangeEmail() {
  const { email, refusal } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AddressLinkPage
      title="Your new address"
      email={email}
      error={result?.formError?.message ?? refusal}
      intent="confirmEmailChange"
      label="Use this address"
      pendingLabel="Changing…"
    >
      Once you confirm it, you sign in with this address, and we send our mails to it.
    </AddressLinkPage>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your new address",
    description: "Confirm the new address of your account.",
    hidden: true,
  });
