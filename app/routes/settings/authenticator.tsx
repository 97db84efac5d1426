import type { IdentityField } from "~/components/accounts/identity-fields";
import { CodeField } from "~/components/accounts/fields";
import { PostedForm } from "~/components/accounts/forms";
import type { ButtonVariant } from "~/components/ui/button";
import { PasswordField } from "~/components/accounts/password-field";
import type { QrCode } from "~/services/accounts/second-factor.server";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields, SettingsButton } from "./form";

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
        variant="danger"
      />
    </div>
  ) : (
    <PostedForm<"currentPassword">
      intent="setUpFactor"
      constraint={{ currentPassword: REQUIRED }}
      label="Set it up"
      pendingLabel="Preparing…"
    >
      {(fields) => (
        <PasswordField
          label="Current password"
          field={fields.currentPassword}
          autoComplete="current-password"
        />
      )}
    </PostedForm>
  );

interface ConfirmedFormProps {
  intent: "renewRecoveryCodes" | "removeFactor";
  summary: string;
  explanation: string;
  label: string;
  pendingLabel: string;
  variant?: ButtonVariant;
}

function ConfirmedForm({ summary, explanation, ...form }: ConfirmedFormProps) {
  const result = useResultOf(form.intent);
  return (
    <details open={Boolean(result && !result.secret)}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">{summary}</summary>
      <div className="mt-2 mb-6 grid gap-4">
        <p>{explanation}</p>
        <PostedForm<IdentityField>
          {...form}
          constraint={{ currentPassword: REQUIRED, code: REQUIRED }}
        >
          {(fields) => <ConfirmationFields fields={fields} />}
        </PostedForm>
      </div>
    </details>
  );
}

interface FactorSetUpProps {
  /** In base32. */
  secret: string;
  qrCode: QrCode;
}

/** Shows the secret for an authenticator app, and asks for a code to confirm that the app has it. */
export const FactorSetUp = ({ secret, qrCode: { size, path } }: FactorSetUpProps) => (
  <div className="grid gap-8">
    <div className="grid gap-4">
      <h3 className="font-medium">1. Scan this with your authenticator app</h3>
      {/* Black on white in every colour scheme, since scanners expect that. */}
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="w-56 max-w-full rounded forced-color-adjust-none"
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p>
        Or type this key into the app:{" "}
        <span className="font-mono text-sm break-words select-all">
          {secret.match(/.{1,4}/g)?.join(" ")}
        </span>
      </p>
    </div>
    <div className="grid gap-4">
      <h3 className="font-medium">2. Type the code that the app shows</h3>
      <PostedForm<"code">
        intent="confirmFactor"
        constraint={{ code: REQUIRED }}
        label="Turn it on"
        pendingLabel="Turning on…"
      >
        {(fields) => <CodeField field={fields.code} hint="Six digits." />}
      </PostedForm>
    </div>
    <SettingsButton
      intent="cancelFactor"
      label="Cancel"
      pendingLabel="Cancelling…"
      variant="quiet"
    />
  </div>
);
