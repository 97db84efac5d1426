import { getCollectionProps, getFormProps, useForm } from "@conform-to/react";
import { RadioField } from "~/components/ui/radio-field";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields } from "./confirmation-fields";
import { SettingsForm, type FieldConstraints } from "./form";

const choices = [
  { value: "keep", label: "What I wrote stays, without my name" },
  { value: "delete", label: "Delete my articles, reviews and comments as well" },
];

/** The form to delete the account. */
export function DeleteAccountForm({ constraint }: { constraint: FieldConstraints }) {
  const [form, fields] = useForm<Record<"content" | "currentPassword" | "code", string>>({
    id: "delete-account-form",
    constraint,
    lastResult: useResultOf("scheduleDeletion")?.submission,
    shouldRevalidate: "onSubmit",
  });
  const radios = getCollectionProps(fields.content, {
    type: "radio",
    options: choices.map(({ value }) => value),
  });
  return (
    <SettingsForm
      intent="scheduleDeletion"
      props={getFormProps(form)}
      label="Delete my account"
      pendingLabel="Asking…"
    >
      <RadioField
        legend="What happens to what you wrote"
        errors={fields.content.errors}
        errorId={fields.content.errorId}
        options={radios.map(({ key, ...radio }, i) => ({ ...radio, label: choices[i]!.label }))}
      />
      <ConfirmationFields fields={fields} />
    </SettingsForm>
  );
}
