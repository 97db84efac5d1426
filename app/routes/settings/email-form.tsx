import { getFormProps, getInputProps, useForm } from "@conform-to/react";
import { InputField } from "~/components/ui/field";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields } from "./confirmation-fields";
import { SettingsForm, type FieldConstraints } from "./form";

/** The form to change the email address. */
export function EmailForm({ constraint }: { constraint: FieldConstraints }) {
  const [form, fields] = useForm<Record<"email" | "currentPassword" | "code", string>>({
    id: "change-email",
    constraint,
    lastResult: useResultOf("changeEmail")?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <SettingsForm
      intent="changeEmail"
      props={getFormProps(form)}
      label="Change the address"
      pendingLabel="Sending a link…"
    >
      <InputField
        label="New address"
        hint="We mail a link to this address, and notify your present one once it is changed."
        errors={fields.email.errors}
        input={{ ...getInputProps(fields.email, { type: "email" }), autoComplete: "email" }}
      />
      <ConfirmationFields fields={fields} />
    </SettingsForm>
  );
}
