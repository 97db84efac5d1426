import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { IdentityField } from "~/components/accounts/identity-fields";
import { NewPasswordFields } from "~/components/accounts/password-field";
import { PostedForm } from "~/components/accounts/forms";
import { InputField } from "~/components/ui/field";
import { TextLink } from "~/components/ui/link";
import { Section } from "~/components/ui/page";
import { changeEmailForm, changePasswordForm, signInSettingsIntent } from "~/schemas/accounts";
import { findRequestedEmail, requestEmailChange } from "~/services/accounts/email.server";
import { changePassword } from "~/services/accounts/new-password.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { ConfirmationFields } from "./form";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

const PATH = "/settings/sign-in";

export async function loader(args: LoaderFunctionArgs) {
  const { id, email, hasProvenEmail } = await requireViewer(args);
  return {
    email,
    hasProvenEmail,
    requestedEmail: await orErrorResponse(findRequestedEmail(id)),
    constraints: {
      email: getConstraint(changeEmailForm),
      password: getConstraint(changePasswordForm),
    },
  };
}

export const action = formAction({
  schema: signInSettingsIntent,
  forms: {
    changeEmail: {
      page: PATH,
      hiddenFields: ["currentPassword", "code"],
      handle: (input, { viewer, client }) => requestEmailChange(viewer, input, client),
    },
    changePassword: {
      page: PATH,
      hiddenFields: ["currentPassword", "code", "password", "confirmPassword"],
      handle: (input, { viewer, session, client }) =>
        changePassword(viewer, input, { ...client, signInId: session?.signInId ?? null }),
    },
  },
});
export const clientAction = formClientAction("changePassword");

export default function SignInSettings() {
  const { email, hasProvenEmail, requestedEmail, constraints } = useLoaderData<typeof loader>();
  return (
    <div>
      <Section id="address" title="Address" isFirst>
        <div className="grid gap-5">
          <div className="grid gap-2">
            <p className="break-words">
              Your address is <b className="font-medium">{email}</b>.
            </p>
            {hasProvenEmail ? null : (
              <p>
                It is not confirmed yet. <TextLink to="/prove-email">Send me another link</TextLink>
              </p>
            )}
            {requestedEmail ? (
              <p className="break-words">
                We mailed a link to <b className="font-medium">{requestedEmail}</b>. Your address
                changes once you open the link and confirm.
              </p>
            ) : null}
          </div>
          <PostedForm<"email" | IdentityField>
            intent="changeEmail"
            constraint={constraints.email}
            label="Change the address"
            pendingLabel="Sending a link…"
          >
            {(fields) => (
              <>
                <InputField
                  label="New address"
                  hint="We mail a link to this address, and notify your present one once it is changed."
                  field={fields.email}
                  type="email"
                  autoComplete="email"
                />
                <ConfirmationFields fields={fields} />
              </>
            )}
          </PostedForm>
        </div>
      </Section>
      <Section
        id="password"
        title="Password"
        standfirst="A new password signs you out everywhere else and revokes your tokens."
      >
        <PostedForm<IdentityField | "password" | "confirmPassword">
          intent="changePassword"
          constraint={constraints.password}
          label="Change the password"
          pendingLabel="Changing…"
        >
          {(fields) => (
            <>
              {/* Tells password managers which account the password belongs to. */}
              <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
              <ConfirmationFields fields={fields} />
              <NewPasswordFields label="New password" fields={fields} />
            </>
          )}
        </PostedForm>
      </Section>
    </div>
  );
}

export const meta = hiddenMeta(
  "Address and password",
  "The email address and password of your account.",
  PATH,
);
