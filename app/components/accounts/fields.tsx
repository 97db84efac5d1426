import type { FieldMetadata } from "@conform-to/react";
import { InputField, type InputFieldProps } from "~/components/ui/field";

interface CodeFieldProps extends Omit<InputFieldProps, "label"> {
  label?: string;
  /** Whether the field also accepts recovery codes, which have letters. */
  takesRecoveryCodes?: boolean;
}

export const CodeField = ({
  label = "Code",
  takesRecoveryCodes = false,
  ...props
}: CodeFieldProps) => (
  <InputField
    {...props}
    label={label}
    autoComplete="one-time-code"
    spellCheck={false}
    required
    {...(takesRecoveryCodes ? { autoCapitalize: "none" } : { inputMode: "numeric" })}
  />
);

interface NewPasswordFieldsProps {
  label: string;
  fields: Record<"password" | "confirmPassword", FieldMetadata<string>>;
}

export const NewPasswordFields = ({ label, fields }: NewPasswordFieldsProps) => (
  <>
    <InputField
      label={label}
      hint="At least 8 characters, with a letter or digit and a symbol."
      field={fields.password}
      type="password"
      autoComplete="new-password"
    />
    <InputField
      label="Confirm password"
      field={fields.confirmPassword}
      type="password"
      autoComplete="new-password"
    />
  </>
);
