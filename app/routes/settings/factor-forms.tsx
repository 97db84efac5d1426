import { getFormProps, useForm } from "@conform-to/react";
import { CurrentPasswordField } from "~/components/accounts/fields";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields } from "./confirmation-fields";
import { SettingsForm } from "./form";

const REQUIRED = { required: true };

interface FactorFormsProps {
  isOn: boolean;
  recoveryCodesLeft: number;
}

/** Shows whether the second factor is on, with the forms to change that. */
export const FactorForms = ({ isOn, recoveryCodesLeft }: FactorFormsProps) =>
  isOn ? (
    <div className="grid gap-2">
      <p>
        <b className="font-medium">The second factor is on.</b>{" "}
        {recoveryCodesLeft === 1
          ? "One recovery code is left."
          : `${recoveryCodesLeft} recovery codes are left.`}
      </p>
      <ConfirmedForm
        intent="renewRecoveryCodes"
        summary="New recovery codes"
        explanation="Your present codes stop working."
        label="Create new codes"
        pendingLabel="Making…"
      />
      <ConfirmedForm
        intent="removeFactor"
        summary="Remove second factor"
        explanation="You then sign in with your password alone. To move to another phone, remove the second factor and set it up again."
        label="Remove the second factor"
        pendingLabel="Removing…"
      />
    </div>
  ) : (
    <SetUpForm />
  );

function SetUpForm() {
  const [form, fields] = useForm<{ currentPassword: string }>({
    id: "set-up-factor",
    constraint: { currentPassword: REQUIRED },
    lastResult: useResultOf("setUpFactor")?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <SettingsForm
      intent="setUpFactor"
      props={getFormProps(form)}
      label="Set it up"
      pendingLabel="Preparing…"
    >
      <CurrentPasswordField field={fields.currentPassword} />
    </SettingsForm>
  );
}

interface ConfirmedFormProps {
  intent: "renewRecoveryCodes" | "removeFactor";
  summary: string;
  explanation: string;
  label: string;
  pendingLabel: string;
}

/** A collapsed form that asks for the password and a code. */
function ConfirmedForm({ intent, summary, explanation, label, pendingLabel }: ConfirmedFormProps) {
  const result = useResultOf(intent);
  const [form, fields] = useForm<Record<"currentPassword" | "code", string>>({
    id: intent,
    constraint: { currentPassword: REQUIRED, code: REQUIRED },
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <details open={Boolean(result && !result.secret)}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">{summary}</summary>
      <div className="mt-2 mb-6 grid gap-4">
        <p>{explanation}</p>
        <SettingsForm
          intent={intent}
          props={getFormProps(form)}
          label={label}
          pendingLabel={pendingLabel}
        >
          <ConfirmationFields fields={fields} />
        </SettingsForm>
      </div>
    </details>
  );
}
