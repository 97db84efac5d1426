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
