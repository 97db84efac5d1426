import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form-alert";
import { useHydrated } from "~/utils/browser/hydrated";
import { knowsPasskeys, PasskeyError, signInByPasskey } from "~/utils/browser/passkeys";
import { storeToken } from "./stored-token";

interface PasskeyButtonProps {
  label: string;
  /** After the password, in place of a code. */
  step?: "second";
  onSignedIn: () => void;
}

/** Signs in by a passkey, where the browser knows them. */
export function PasskeyButton({ label, step, onSignedIn }: PasskeyButtonProps) {
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!hydrated || !knowsPasskeys()) return null;

  const signIn = async () => {
    setIsPending(true);
    setFailure(null);
    try {
      storeToken(await signInByPasskey(step));
      onSignedIn();
      revalidate();
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error;
      setFailure(error.message);
    } finally {
      setIsPending(false);
    }
  };

  return (
    <div className="grid gap-3">
      <Button
        type="button"
        variant="secondary"
        pending={isPending}
        pendingLabel="Waiting…"
        onClick={() => void signIn()}
      >
        {label}
      </Button>
      <FormAlert>{failure}</FormAlert>
    </div>
  );
}
