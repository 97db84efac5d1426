import type { FieldMetadata } from "@conform-to/react";
import { useRouteLoaderData } from "@remix-run/react";
import { CodeField, CurrentPasswordField } from "~/components/accounts/fields";
import type { loader } from "./layout";

interface ConfirmationFieldsProps {
  fields: Record<"currentPassword" | "code", FieldMetadata<string>>;
}

/** The fields that confirm a change: the password, and a code if the account has a second factor. */
export function ConfirmationFields({ fields }: ConfirmationFieldsProps) {
  const takesCode = useRouteLoaderData<typeof loader>("routes/settings/layout")?.takesCode;
  return (
    <>
      <CurrentPasswordField field={fields.currentPassword} />
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
