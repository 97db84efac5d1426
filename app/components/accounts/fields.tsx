import { getInputProps, type FieldMetadata } from "@conform-to/react";
import { InputField } from "~/components/ui/field";

interface CodeFieldProps {
  field: FieldMetadata<string>;
  label?: string;
  hint: string;
  /** Whether the field also accepts recovery codes, which have letters. */
  takesRecoveryCodes?: boolean;
}

/** The field for a code of the authenticator app. */
export const CodeField = ({
  field,
  label = "Code",
  hint,
  takesRecoveryCodes = false,
}: CodeFieldProps) => (
  <InputField
    label={label}
    hint={hint}
    errors={field.errors}
    input={{
      ...getInputProps(field, { type: "text" }),
      autoComplete: "one-time-code",
      spellCheck: false,
      required: true,
      ...(takesRecoveryCodes ? { autoCapitalize: "none" } : { inputMode: "numeric" }),
    }}
  />
);

interface CurrentPasswordFieldProps {
  field: FieldMetadata<string>;
  label?: string;
}

/** The field in which a signed-in user types the password again to confirm a change. */
export const CurrentPasswordField = ({
  field,
  label = "Current password",
}: CurrentPasswordFieldProps) => (
  <InputField
    label={label}
    errors={field.errors}
    input={{ ...getInputProps(field, { type: "password" }), autoComplete: "current-password" }}
  />
);

interface NewPasswordFieldsProps {
  /** The label of the first field. */
  label: string;
  fields: Record<"password" | "confirmPassword", FieldMetadata<string>>;
}

/** The two fields in which a new password is typed. */
export const NewPasswordFields = ({ label, fields }: NewPasswordFieldsProps) => (
  <>
    <InputField
      label={label}
      hint="At least 8 characters, with a letter or digit and a symbol."
      errors={fields.password.errors}
      input={{
        ...getInputProps(fields.password, { type: "password" }),
        autoComplete: "new-password",
      }}
    />
    <InputField
      label="Confirm password"
      errors={fields.confirmPassword.errors}
      input={{
        ...getInputProps(fields.confirmPassword, { type: "password" }),
        autoComplete: "new-password",
      }}
    />
  </>
);
