import type { FieldMetadata } from "@conform-to/react";
import { CodeField } from "./fields";
import { PasswordField } from "./password-field";

export type IdentityField = "currentPassword" | "code";

interface IdentityFieldsProps {
  label: string;
  fields: Record<IdentityField, FieldMetadata<string>>;
  /** Whether the account has a second factor. */
  takesCode: boolean;
}

/** The fields that confirm who acts: the password, and a code if the account has a second factor. */
export const IdentityFields = ({ label, fields, takesCode }: IdentityFieldsProps) => (
  <>
    <PasswordField label={label} field={fields.currentPassword} autoComplete="current-password" />
    {takesCode ? (
      <CodeField
        field={fields.code}
        hint="From your authenticator app, or a recovery code."
        takesRecoveryCodes
      />
    ) : null}
  </>
);
