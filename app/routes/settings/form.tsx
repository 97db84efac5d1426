import type { FieldMetadata } from "@conform-to/react";
import { useRouteLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { ButtonForm } from "~/components/accounts/forms";
import { IdentityFields, type IdentityField } from "~/components/accounts/identity-fields";
import { FormAlert } from "~/components/ui/form";
import { useResultOf } from "~/utils/forms/result-of";
import type { loader } from "./layout";

export const SettingsButton = (props: ComponentProps<typeof ButtonForm>) => (
  <div className="grid justify-items-start gap-4">
    <FormAlert>{useResultOf(props.intent)?.formError?.message}</FormAlert>
    <ButtonForm {...props} staysOnPage />
  </div>
);

interface ConfirmationFieldsProps {
  fields: Record<IdentityField, FieldMetadata<string>>;
}

/** The fields that confirm a change: the password, and a code if the account has a second factor. */
export function ConfirmationFields({ fields }: ConfirmationFieldsProps) {
  const takesCode = useRouteLoaderData<typeof loader>("routes/settings/layout")?.takesCode ?? false;
  return <IdentityFields label="Current password" fields={fields} takesCode={takesCode} />;
}
