import type { FieldMetadata } from "@conform-to/react";
import { useRouteLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { CodeField } from "~/components/accounts/fields";
import { ButtonForm } from "~/components/accounts/forms";
import { PasswordField } from "~/components/accounts/password-field";
import { FormAlert } from "~/components/ui/form";
import { useResultOf } from "~/utils/forms/result-of";
import type { loader } from "./layout";

export const SettingsButton = (props: ComponentProps<typeof ButtonForm>) => (
  <div className="grid justify-items-start gap-4">
    <FormAlert>{useResultOf(props.intent)?.formError?.message}</FormAlert>
    <ButtonForm {...props} staysOnPage />
  </div>
);

export type ConfirmationField = "currentPassword" | "code";

interface ConfirmationFieldsProps {
  fields: Record<ConfirmationField, FieldMetadata<string>>;
}

/** The fields that confirm a change: the password, and a code if the account has a second factor. */
export function ConfirmationFields({ fields }: ConfirmationFieldsProps) {
  const takesCode = useRouteLoaderData<typeof loader>("routes/settings/layout")?.takesCode;
  return (
    <>
      <PasswordField
        label="Current password"
        field={fields.currentPassword}
        autoComplete="current-password"
      />
      {takesCode ? (
        <CodeField
          field={fields.code}
          hint="From your authenticator app, or a recovery code."
          takesRecoveryCodes
        />
      ) : null}
    </>
  );
}
