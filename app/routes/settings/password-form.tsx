import { getFormProps, useForm } from "@conform-to/react";
import { NewPasswordFields } from "~/components/accounts/new-password-fields";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields } from "./confirmation-fields";
import { SettingsForm, type FieldConstraints } from "./form";

interface PasswordFormProps {
  email: string;
  constraint: FieldConstraints;
}

/** The form to change the password. */
export function PasswordForm({ email, constraint }: PasswordFormProps) {
  const [form, fields] = useForm<
    Record<"currentPassword" | "code" | "password" | "confirmPassword", string>
  >({
    id: "change-password",
    constraint,
    lastResult: useResultOf("changePassword")?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <SettingsForm
      intent="changePassword"
      props={getFormProps(form)}
      label="Change the password"
      pendingLabel="Changing…"
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <ConfirmationFields fields={fields} />
      <NewPasswordFields label="New password" fields={fields} />
    </SettingsForm>
  );
}
