import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import Dialog from "~/components/ui/dialog";
import { AccountForm, ModeSwitch, SIGN_UP_CLOSED } from "./account-form";
import { dialogPath, type AccountMode } from "./account-mode";
import type { SignUpMode } from "~/domain/site-settings";
import type { FieldConstraints } from "./forms";

interface AccountDialogProps {
  open: boolean;
  onClose: () => void;
  /** Where the pages that the dialog links to redirect after signing in or up. */
  redirectTo: string;
}

/** The sign-in and sign-up dialog, loaded lazily with everything it needs. */
export default function AccountDialog({ open, onClose, redirectTo }: AccountDialogProps) {
  const [mode, setMode] = useState<AccountMode>("signin");
  const { data, load } = useFetcher<{
    constraint: FieldConstraints;
    isUnavailable: boolean;
    signUp?: SignUpMode;
    stamp?: string;
  }>();
  // Loaded each time it is opened, because the form says since when it has been open.
  useEffect(() => (open ? load(dialogPath(mode)) : undefined), [open, load, mode]);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        mode === "signin"
          ? "Sign In"
          : data?.signUp === "closed"
            ? SIGN_UP_CLOSED
            : "Create an account"
      }
    >
      {/* In React's tree the dialog may be inside another form, which must not receive this submit event. */}
      <div className="grid gap-5" onSubmit={(event) => event.stopPropagation()}>
        <AccountForm
          key={mode}
          mode={mode}
          redirectTo={redirectTo}
          constraint={data?.constraint}
          isUnavailable={data?.isUnavailable}
          signUp={data?.signUp}
          stamp={data?.stamp}
          onSignedIn={onClose}
        />
        <ModeSwitch mode={mode} redirectTo={redirectTo} onSwitch={setMode} />
      </div>
    </Dialog>
  );
}
