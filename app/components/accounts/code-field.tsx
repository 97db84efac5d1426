import { getInputProps, type FieldMetadata } from "@conform-to/react";
import { InputField } from "~/components/ui/field";

interface CodeFieldProps {
  field: FieldMetadata<string>;
  label?: string;
  hint: string;
  /** Whether a recovery code may be typed as well, which has letters. */
  takesRecoveryCodes?: boolean;
}

/** A code of the authenticator app. */
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
      ...(takesRecoveryCodes ? { autoCapitalize: "none" } : { inputMode: "numeric" }),
    }}
  />
);
