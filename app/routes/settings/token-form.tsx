import { getFormProps, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { InputField, SelectField } from "~/components/ui/field";
import { TOKEN_DAYS } from "~/domain/token-scopes";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields } from "./confirmation-fields";
import { SettingsForm, type FieldConstraints } from "./form";

const scopeOptions = [
  { value: "read", label: "Read" },
  { value: "write", label: "Read and write" },
];
const dayOptions = TOKEN_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));

/** The form to create an API token, which it then shows once. */
export function TokenForm({ constraint }: { constraint: FieldConstraints }) {
  const result = useResultOf("makeToken");
  const [form, fields] = useForm<
    Record<"name" | "scope" | "days" | "currentPassword" | "code", string>
  >({
    id: "make-token",
    constraint,
    defaultValue: { scope: "read", days: "30" },
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  if (result?.secret) return <NewToken token={result.secret} />;
  return (
    <details className="mt-6" open={result !== undefined}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Create a token
      </summary>
      <div className="mt-4">
        <SettingsForm
          intent="makeToken"
          props={getFormProps(form)}
          label="Create the token"
          pendingLabel="Creating…"
        >
          <InputField
            label="What it is for"
            hint="For example: backup of my articles."
            errors={fields.name.errors}
            input={{ ...getInputProps(fields.name, { type: "text" }), autoComplete: "off" }}
          />
          <SelectField
            label="What it may do"
            errors={fields.scope.errors}
            options={scopeOptions}
            select={getSelectProps(fields.scope)}
          />
          <SelectField
            label="How long it is valid"
            errors={fields.days.errors}
            options={dayOptions}
            select={getSelectProps(fields.days)}
          />
          <ConfirmationFields fields={fields} />
        </SettingsForm>
      </div>
    </details>
  );
}

const NewToken = ({ token }: { token: string }) => (
  <div role="status" className="mt-6 rounded border border-positive bg-positive-wash px-5 py-4">
    <p className="font-medium">This is the new token. Copy it now: it is not shown again.</p>
    <p className="mt-2 font-mono text-sm break-all select-all">{token}</p>
  </div>
);
