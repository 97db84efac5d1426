import { useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { useHydrated } from "~/utils/browser/hydrated";
import { supportsPasskeys, PasskeyError, signInByPasskey } from "~/utils/browser/passkeys";
import { storeToken } from "./stored-token";

interface PasskeyButtonProps {
  label: string;
  /** `second` if the passkey replaces the code after the password. */
  step?: "second";
  onSignedIn: () => void;
}

/** A button to sign in with a passkey; not rendered if the browser does not support passkeys. */
export function PasskeyButton({ label, step, onSignedIn }: PasskeyButtonProps) {
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!hydrated || !supportsPasskeys()) return null;

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
