import { getFormProps, useForm } from "@conform-to/react";
import { CodeField } from "~/components/accounts/fields";
import type { QrCode } from "~/services/accounts/second-factor.server";
import { useResultOf } from "~/utils/forms/result-of";
import { SettingsButton, SettingsForm } from "./form";

interface FactorSetUpProps {
  /** In base32. */
  secret: string;
  qrCode: QrCode;
}

/** Shows the secret for an authenticator app, and asks for a code to confirm that the app has it. */
export const FactorSetUp = ({ secret, qrCode }: FactorSetUpProps) => (
  <div className="grid gap-8">
    <div className="grid gap-4">
      <h3 className="font-medium">1. Scan this with your authenticator app</h3>
      <QrDrawing {...qrCode} />
      <p>
        Or type this key into the app:{" "}
        <span className="font-mono text-sm break-words select-all">
          {secret.match(/.{1,4}/g)?.join(" ")}
        </span>
      </p>
    </div>
    <div className="grid gap-4">
      <h3 className="font-medium">2. Type the code that the app shows</h3>
      <ConfirmForm />
    </div>
    <SettingsButton
      intent="cancelFactor"
      label="Cancel"
      pendingLabel="Cancelling…"
      variant="quiet"
    />
  </div>
);

/** Black on white in every colour scheme, since scanners expect that. */
const QrDrawing = ({ size, path }: QrCode) => (
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
);

function ConfirmForm() {
  const [form, fields] = useForm<{ code: string }>({
    id: "confirm-factor",
    constraint: { code: { required: true } },
    lastResult: useResultOf("confirmFactor")?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <SettingsForm
      intent="confirmFactor"
      props={getFormProps(form)}
      label="Turn it on"
      pendingLabel="Turning on…"
    >
      <CodeField field={fields.code} hint="Six digits." />
    </SettingsForm>
  );
}
