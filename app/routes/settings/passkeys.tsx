import type { IdentityField } from "~/components/accounts/identity-fields";
import { PasswordField } from "~/components/accounts/password-field";
import { useRevalidator } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { CodeField } from "~/components/accounts/fields";
import { PostedForm } from "~/components/accounts/forms";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { InputField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form";
import type { SerializedPasskey } from "~/presenters/accounts";
import { useHydrated } from "~/utils/browser/hydrated";
import { addPasskey, PasskeyError, supportsPasskeys } from "~/utils/browser/passkeys";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields } from "./form";

interface PasskeysProps {
  passkeys: readonly SerializedPasskey[];
  /** Whether the site has a domain name that passkeys can be bound to. */
  isPossible: boolean;
  /** Whether adding a passkey requires a code of the second factor as well. */
  takesCode: boolean;
}

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

const RemoveForm = ({ passkey: { id, name } }: { passkey: SerializedPasskey }) => (
  <details open={useResultOf("removePasskey", id) !== undefined}>
    <summary
      className="link inline-flex min-h-11 cursor-pointer items-center"
      aria-label={`Remove ${name}`}
    >
      Remove
    </summary>
    <div className="mt-2">
      <PostedForm<IdentityField>
        intent="removePasskey"
        item={id}
        constraint={{ currentPassword: { required: true } }}
        label="Remove the passkey"
        pendingLabel="Removing…"
        variant="danger"
      >
        {(fields) => (
          <>
            <input type="hidden" name="passkey" value={id} />
            <ConfirmationFields fields={fields} />
          </>
        )}
      </PostedForm>
    </div>
  </details>
);

/** The form to add a passkey. It needs JavaScript, because only a script can have the browser create one. */
function AddPasskey({ takesCode }: { takesCode: boolean }) {
  const { revalidate } = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const [failure, setFailure] = useState<PasskeyError | null>(null);

  const add = async (form: HTMLFormElement) => {
    setIsPending(true);
    setIsAdded(false);
    setFailure(null);
    const fields = new FormData(form) as unknown as Iterable<[string, string]>;
    try {
      await addPasskey(Object.fromEntries(fields));
      form.reset();
      setIsAdded(true);
      revalidate();
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error;
      setFailure(error);
    } finally {
      setIsPending(false);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) void add(event.currentTarget);
  };
  const errors = failure?.fieldErrors ?? {};
  const hasFieldErrors = Object.keys(errors).length > 0;

  return (
    <form onSubmit={onSubmit} noValidate className="grid max-w-md gap-5" aria-label="Add a passkey">
      <FormAlert>{hasFieldErrors ? null : failure?.message}</FormAlert>
      <p role="status" className="empty:hidden">
        {isAdded ? "The passkey was added." : null}
      </p>
      <InputField
        label="Name of the passkey"
        hint="For example: my phone."
        errors={errors.name}
        name="name"
        autoComplete="off"
        required
      />
      <PasswordField
        label="Current password"
        errors={errors.currentPassword}
        name="currentPassword"
        autoComplete="current-password"
        required
      />
      {takesCode ? (
        <CodeField
          hint="From your authenticator app, or a recovery code."
          errors={errors.code}
          name="code"
          takesRecoveryCodes
        />
      ) : null}
      <Button pending={isPending} pendingLabel="Waiting…" className="justify-self-start">
        Add a passkey
      </Button>
    </form>
  );
}
