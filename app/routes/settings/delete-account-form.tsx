import { getCollectionProps, getFormProps, useForm } from "@conform-to/react";
import type { InputHTMLAttributes } from "react";
import { AlertIcon } from "~/components/ui/icons";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields } from "./confirmation-fields";
import { type FieldConstraints, SettingsForm } from "./form";

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

interface RadioFieldProps {
  legend: string;
  errors?: readonly string[] | undefined;
  errorId: string;
  options: readonly (InputHTMLAttributes<HTMLInputElement> & { label: string })[];
}

/** A group of radio buttons, one below the other. */
const RadioField = ({ legend, errors, errorId, options }: RadioFieldProps) => (
  <fieldset
    aria-describedby={errors ? errorId : undefined}
    aria-invalid={errors ? true : undefined}
  >
    <legend className="field-label">{legend}</legend>
    <div className="mt-1.5 grid gap-1">
      {options.map(({ label, ...radio }) => (
        <label key={label} className="flex min-h-11 items-center gap-3 text-base">
          <input {...radio} className="size-5 shrink-0 accent-accent" />
          {label}
        </label>
      ))}
    </div>
    {errors ? (
      <ul id={errorId} className="mt-1 grid gap-1 text-sm font-medium text-negative">
        {errors.map((message) => (
          <li key={message} className="flex gap-1.5">
            <AlertIcon className="mt-0.5 size-4" />
            {message}
          </li>
        ))}
      </ul>
    ) : null}
  </fieldset>
);
