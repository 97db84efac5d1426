import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AddressLinkPage } from "~/components/accounts/address-link-page";
import { restoreEmailIntent } from "~/schemas/accounts";
import { restoreEmail } from "~/services/accounts/email.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { mailedLinkLoader } from "~/utils/http/mailed-link.server";
import { pageMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

export const loader = mailedLinkLoader("restore-email");

export const action = formAction({
  schema: restoreEmailIntent,
  forms: {
    restoreEmail: {
      isButton: true,
      page: "/login",
      async handle(_input, { params, client }) {
        await restoreEmail(params.secret ?? "", client);
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("restoreEmail");

export default function RestoreEmail() {
  const { email, refusal } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <AddressLinkPage
      title="Restore your address"
      email={email}
      error={result?.formError?.message ?? refusal}
      intent="restoreEmail"
      label="Restore this address"
      pendingLabel="Restoring…"
    >
      Everyone, including you, is signed out of the account, and its password stops working. We mail
      you a link to set a new one.
    </AddressLinkPage>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Restore your address",
    description: "Restore the previous address of your account.",
    hidden: true,
  });
