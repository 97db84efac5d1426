import { getInputProps, type FieldMetadata } from "@conform-to/react";
import { InputField } from "~/components/ui/field";

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
