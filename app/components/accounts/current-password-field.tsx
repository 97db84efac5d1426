import { getInputProps, type FieldMetadata } from "@conform-to/react";
import { InputField } from "~/components/ui/field";

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
