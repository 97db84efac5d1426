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
