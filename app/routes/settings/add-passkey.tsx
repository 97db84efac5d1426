import { useRevalidator } from "@remix-run/react";
import { useState, type FormEvent } from "react";
import { Button } from "~/components/ui/button";
import { InputField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form";
import { addPasskey, PasskeyError } from "~/utils/browser/passkeys";

/** The form to add a passkey. It needs JavaScript, because only a script can have the browser create one. */
export function AddPasskey({ takesCode }: { takesCode: boolean }) {
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
        input={{ name: "name", type: "text", autoComplete: "off", required: true }}
      />
      <InputField
        label="Current password"
        errors={errors.currentPassword}
        input={{
          name: "currentPassword",
          type: "password",
          autoComplete: "current-password",
          required: true,
        }}
      />
      {takesCode ? (
        <InputField
          label="Code"
          hint="From your authenticator app, or a recovery code."
          errors={errors.code}
          input={{
            name: "code",
            type: "text",
            autoComplete: "one-time-code",
            required: true,
            spellCheck: false,
            autoCapitalize: "none",
          }}
        />
      ) : null}
      <Button pending={isPending} pendingLabel="Waiting…" className="justify-self-start">
        Add a passkey
      </Button>
    </form>
  );
}
