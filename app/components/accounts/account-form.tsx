import type { SubmissionResult } from "@conform-to/react";
import { InputField } from "~/components/ui/field";
import { Link, TextLink } from "~/components/ui/link";
import { accountPath, type AccountMode } from "./account-mode";
import { NewPasswordFields, PasswordField } from "./password-field";
import type { SignUpMode } from "~/domain/site-settings";
import type { FieldConstraints } from "./forms";
import { PasskeyButton } from "./passkey-button";
import { SignInForm } from "./sign-in-form";
import { SignInUnavailable } from "./sign-in-unavailable";

/** The heading while nobody can sign up. */
export const SIGN_UP_CLOSED = "Sign-up is closed";

interface AccountFormProps {
  mode: AccountMode;
  redirectTo: string;
  constraint?: FieldConstraints | undefined;
  isUnavailable?: boolean | undefined;
  /** Who may sign up, and the code in the link that led here. */
  signUp?: SignUpMode | undefined;
  invitation?: string | undefined;
  result?: SubmissionResult | undefined;
  stamp?: string | undefined;
  onSignedIn: () => void;
}

/** The fields of a sign-in or sign-up. Pass the mode as `key` so that switching resets the form. */
export function AccountForm({
  mode,
  redirectTo,
  isUnavailable,
  signUp = "open",
  invitation,
  ...form
}: AccountFormProps) {
  const isSignUp = mode === "signup";
  if (isSignUp && signUp === "closed")
    return <p>If you have an account, you can sign in as before.</p>;
  return (
    <SignInForm<"email" | "name" | "password" | "confirmPassword" | "invitation">
      {...form}
      defaultValue={invitation === undefined ? undefined : { invitation }}
      // The target is part of the URL so that it survives a page re-rendered with errors.
      action={accountPath(mode, redirectTo)}
      label={isSignUp ? "Create account" : "Sign In"}
      pendingLabel={isSignUp ? "Creating…" : "Signing in…"}
      notice={
        isUnavailable ? (
          <SignInUnavailable className="rounded border">
            Please try again in a few minutes.
          </SignInUnavailable>
        ) : null
      }
      footer={
        isSignUp ? null : (
          <PasskeyButton label="Sign in with a passkey" onSignedIn={form.onSignedIn} />
        )
      }
    >
      {(fields) => (
        <>
          <InputField
            label="Email"
            field={fields.email}
            type="email"
            // Headless UI focuses this field when a dialog opens; outside a dialog it has no effect.
            data-autofocus
            autoComplete="email"
          />
          {isSignUp ? (
            <>
              <InputField
                label="Name"
                hint="2 to 20 letters and digits. It is shown with everything you post."
                field={fields.name}
                autoComplete="username"
              />
              <HiddenFromPeople />
              <NewPasswordFields label="Password" fields={fields} />
              {invitation !== undefined || fields.invitation.initialValue || signUp !== "open" ? (
                <InputField
                  label="Invitation"
                  hint="The link or code that somebody with an account has sent you."
                  field={fields.invitation}
                  autoComplete="off"
                  required={signUp === "invitation"}
                  optional={signUp === "open"}
                />
              ) : null}
            </>
          ) : (
            <>
              <PasswordField
                label="Password"
                field={fields.password}
                autoComplete="current-password"
              />
              <Link to="/forgot" className="link -mt-2 justify-self-start text-base touch">
                Forgotten your password?
              </Link>
            </>
          )}
        </>
      )}
    </SignInForm>
  );
}

/** A field that only robots fill in. Its label is for people whose browser does not apply styles. */
const HiddenFromPeople = () => (
  <p aria-hidden="true" className="sr-only">
    <label>
      Leave this empty
      <input name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </p>
);

interface ModeSwitchProps {
  mode: AccountMode;
  redirectTo: string;
  /** Called instead of following the link; the dialog switches its form. */
  onSwitch?: (mode: AccountMode) => void;
}

export function ModeSwitch({ mode, redirectTo, onSwitch }: ModeSwitchProps) {
  const isSignUp = mode === "signup";
  const otherMode = isSignUp ? "signin" : "signup";
  return (
    <p className="text-base text-muted">
      {isSignUp ? "Already have an account?" : "Don't have an account?"}{" "}
      <TextLink
        to={accountPath(otherMode, redirectTo)}
        onClick={(event) => {
          if (!onSwitch) return;
          event.preventDefault();
          onSwitch(otherMode);
        }}
      >
        {isSignUp ? "Sign in" : "Sign up"}
      </TextLink>
    </p>
  );
}
