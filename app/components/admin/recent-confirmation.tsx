import type { FieldMetadata } from "@conform-to/react";
import { useRouteLoaderData } from "@remix-run/react";
import { useState, type MouseEvent } from "react";
import { IdentityFields, type IdentityField } from "~/components/accounts/identity-fields";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import type { ConfirmationState } from "~/services/accounts/recent-confirmation.server";
import { useHydrated } from "~/utils/browser/hydrated";
import { confirmByPasskey, PasskeyError, supportsPasskeys } from "~/utils/browser/passkeys";

interface RecentConfirmationProps {
  fields: Record<IdentityField, FieldMetadata<string>>;
  /** The label of the button that submits the form. */
  submit: string;
}

/** Asks in an administrator’s form for the password or a passkey, if the last confirmation is too long ago. */
export function RecentConfirmation({ fields, submit }: RecentConfirmationProps) {
  const state = useRouteLoaderData("routes/admin/layout") as
    { confirmation: ConfirmationState } | undefined;
  const { isDue = false, takesCode = false, hasPasskeys = false } = state?.confirmation ?? {};
  const isRefused = [fields.currentPassword, fields.code].some(({ errors }) => errors?.length);
  if (!isDue && !isRefused) return null;
  return (
    <fieldset className="grid gap-5 rounded border border-line bg-sunken px-4 pt-3 pb-5">
      <legend className="-mb-2 px-1 font-medium">Confirm that it is you</legend>
      <IdentityFields label="Your password" fields={fields} takesCode={takesCode} />
      {hasPasskeys ? <PasskeyConfirmation submit={submit} /> : null}
    </fieldset>
  );
}

/** Confirms by a passkey, and then submits the form that it is in. */
function PasskeyConfirmation({ submit }: { submit: string }) {
  const hydrated = useHydrated();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!hydrated || !supportsPasskeys()) return null;

  const confirm = async (form: HTMLFormElement | null) => {
    setIsPending(true);
    setFailure(null);
    try {
      await confirmByPasskey();
      // The first button of the form may name which of several acts is meant.
      form?.requestSubmit(form.querySelector<HTMLElement>("button:not([type=button])"));
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error;
      setFailure(error.message);
    } finally {
      setIsPending(false);
    }
  };
  const onClick = ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
    void confirm(currentTarget.form);
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        type="button"
        variant="secondary"
        pending={isPending}
        pendingLabel="Waiting…"
        onClick={onClick}
      >
        Use a passkey<span className="sr-only">: {submit}</span>
      </Button>
      <FormAlert>{failure}</FormAlert>
    </div>
  );
}
