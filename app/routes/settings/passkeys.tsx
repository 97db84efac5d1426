import { getFormProps, useForm } from "@conform-to/react";
import { DateTime } from "~/components/ui/date-time";
import type { SerializedPasskey } from "~/presenters/accounts";
import { useHydrated } from "~/utils/browser/hydrated";
import { supportsPasskeys } from "~/utils/browser/passkeys";
import { useResultOf } from "~/utils/forms/result-of";
import { AddPasskey } from "./add-passkey";
import { ConfirmationFields } from "./confirmation-fields";
import { SettingsForm } from "./form";

interface PasskeysProps {
  passkeys: readonly SerializedPasskey[];
  /** Whether the site has a domain name that passkeys can be bound to. */
  isPossible: boolean;
  /** Whether adding a passkey requires a code of the second factor as well. */
  takesCode: boolean;
}

/** The passkeys of the account, with forms to add and remove them. */
export function Passkeys({ passkeys, isPossible, takesCode }: PasskeysProps) {
  const hydrated = useHydrated();
  const canAdd = isPossible && hydrated && supportsPasskeys();
  return (
    <div className="grid gap-6">
      {passkeys.length ? (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="rounded border border-line px-5 py-4">
              <p dir="auto" className="font-medium break-words">
                {passkey.name}
              </p>
              <p className="mt-1 text-sm text-muted">
                Added <DateTime value={passkey.createdAt} />
                {passkey.lastUsedAt ? (
                  <>
                    , last used <DateTime value={passkey.lastUsedAt} withTime />
                  </>
                ) : (
                  ", not used yet"
                )}
              </p>
              <RemoveForm passkey={passkey} />
            </li>
          ))}
        </ul>
      ) : (
        <p>You have no passkeys.</p>
      )}
      {canAdd ? (
        <AddPasskey takesCode={takesCode} />
      ) : (
        <p className="text-muted">
          {isPossible
            ? "Adding a passkey needs JavaScript and a browser that supports passkeys."
            : "Passkeys need a domain name: open the site by its name, not by its IP address."}
        </p>
      )}
    </div>
  );
}

function RemoveForm({ passkey: { id, name } }: { passkey: SerializedPasskey }) {
  const result = useResultOf("removePasskey", id);
  const [form, fields] = useForm<Record<"currentPassword" | "code", string>>({
    id: `remove-${id}`,
    constraint: { currentPassword: { required: true } },
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <details open={result !== undefined}>
      <summary
        className="link inline-flex min-h-11 cursor-pointer items-center"
        aria-label={`Remove ${name}`}
      >
        Remove
      </summary>
      <div className="mt-2">
        <SettingsForm
          intent="removePasskey"
          item={id}
          props={getFormProps(form)}
          label="Remove the passkey"
          pendingLabel="Removing…"
        >
          <input type="hidden" name="passkey" value={id} />
          <ConfirmationFields fields={fields} />
        </SettingsForm>
      </div>
    </details>
  );
}
