import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { NewPasswordFields } from "~/components/accounts/password-field";
import { PostedForm } from "~/components/accounts/forms";
import { FormAlert } from "~/components/ui/form";
import { TextLink } from "~/components/ui/link";
import { newPasswordForm } from "~/schemas/accounts";
import { resetPassword } from "~/services/accounts/new-password.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { openMailedLink } from "~/utils/http/mailed-link.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

export async function loader({ params }: LoaderFunctionArgs) {
  const { refusal, init } = await openMailedLink(params.secret, "reset-password");
  return data({ refusal, constraint: getConstraint(newPasswordForm) }, init);
}

export const action = formAction({
  schema: newPasswordForm,
  defaultIntent: "resetPassword",
  forms: {
    resetPassword: {
      page: "/login",
      hiddenFields: ["password", "confirmPassword"],
      handle: (input, { params, client }) => resetPassword(params.secret ?? "", input, client),
    },
  },
});
export const clientAction = formClientAction("resetPassword");

export default function Reset() {
  const { refusal, constraint } = useLoaderData<typeof loader>();
  return (
    <AccountPage
      title="New password"
      standfirst="It replaces your old password and signs you out everywhere."
    >
      {refusal ? (
        <>
          <FormAlert>{refusal}</FormAlert>
          <TextLink to="/forgot">Send me another link</TextLink>
        </>
      ) : (
        <PostedForm<"password" | "confirmPassword">
          intent="resetPassword"
          constraint={constraint}
          label="Set the password"
          pendingLabel="Setting…"
          isWholePage
        >
          {(fields) => <NewPasswordFields label="New password" fields={fields} />}
        </PostedForm>
      )}
    </AccountPage>
  );
}

export const meta = hiddenMeta("New password", "Set a new password for your account.");
