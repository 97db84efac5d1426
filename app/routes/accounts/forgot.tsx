import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { PostedForm } from "~/components/accounts/forms";
import { InputField } from "~/components/ui/field";
import { TextLink } from "~/components/ui/link";
import { forgotInput } from "~/schemas/accounts";
import { requestPasswordReset } from "~/services/accounts/new-password.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

export const loader = ({ request }: LoaderFunctionArgs) => ({
  isSent: new URL(request.url).searchParams.has("sent"),
  constraint: getConstraint(forgotInput),
});

export const action = formAction({
  schema: forgotInput,
  defaultIntent: "forgot",
  forms: {
    forgot: {
      page: "/forgot?sent=1",
      handle: (input, { client }) => requestPasswordReset(input, client),
    },
  },
});
export const clientAction = formClientAction("forgot");

export default function Forgot() {
  const { isSent, constraint } = useLoaderData<typeof loader>();
  return (
    <AccountPage
      title="Forgotten password"
      standfirst={
        isSent
          ? "If an account has this address, a link is on its way to it."
          : "We will mail you a link to set a new password."
      }
    >
      {isSent ? (
        <>
          <p>The link can be used once, within an hour. It may take a minute to arrive.</p>
          <p>
            Nothing there? Look in your spam folder, or{" "}
            <TextLink to="/forgot">try another address</TextLink>.
          </p>
        </>
      ) : (
        <PostedForm<"email">
          intent="forgot"
          constraint={constraint}
          label="Send the link"
          pendingLabel="Sending…"
          isWholePage
        >
          {(fields) => (
            <InputField label="Email" field={fields.email} type="email" autoComplete="email" />
          )}
        </PostedForm>
      )}
    </AccountPage>
  );
}

export const meta = hiddenMeta(
  "Forgotten password",
  "Set a new password through a link that we mail to you.",
  "/forgot",
);
