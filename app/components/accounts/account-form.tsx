import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { InputField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form";
import { Link } from "~/components/ui/link";
import { SignInUnavailable } from "./sign-in-unavailable";
import { useHydrated } from "~/utils/browser/hydrated";
import { accountPath, type AccountMode } from "./account-mode";
import { NewPasswordFields } from "./fields";
import { PasskeyButton } from "./passkey-button";
import { NO_RESPONSE, useSignedIn, type AccountResponse } from "./signed-in";

export type Constraint = Parameters<typeof useForm>[0]["constraint"];

const labels = {
  signin: { submit: "Sign In", pending: "Signing in…" },
  signup: { submit: "Create account", pending: "Creating…" },
} as const;

/** Headless UI focuses this field when a dialog opens; outside a dialog it has no effect. */
const AUTOFOCUS_IN_DIALOG = { "data-autofocus": true };

interface AccountFormProps {
  mode: AccountMode;
  redirectTo: string;
  constraint?: Constraint;
  /** Whether the database is unreachable. */
  isUnavailable?: boolean;
  /** The action's result after a native form post. */
  result?: SubmissionResult;
  /** Called after a sign-in through the fetcher. */
  onSignedIn: () => void;
}

/** The fields of a sign-in or sign-up. Pass the mode as `key` so that switching resets the form. */
export function AccountForm({
  mode,
  redirectTo,
  constraint,
  isUnavailable = false,
  result,
  onSignedIn,
}: AccountFormProps) {
  const fetcher = useFetcher<AccountResponse>();
  const hydrated = useHydrated();
  const response = fetcher.data;
  const [form, fields] = useForm<Record<"email" | "name" | "password" | "confirmPassword", string>>(
    {
      constraint,
      lastResult: response && "result" in response ? response.result : result,
      shouldRevalidate: "onSubmit",
    },
  );

  useSignedIn(response, onSignedIn);

  const hasNoResponse = fetcher.state === "idle" && response && "hasNoResponse" in response;
  const { submit, pending } = labels[mode];
  const isSignUp = mode === "signup";
  return (
    <fetcher.Form
      method="post"
      // The target is part of the URL so that it survives a page re-rendered with errors.
      action={accountPath(mode, redirectTo)}
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <FormAlert id={form.errorId}>
        {hasNoResponse ? NO_RESPONSE : form.errors?.map((error) => <p key={error}>{error}</p>)}
      </FormAlert>
      {isUnavailable && !form.errors ? (
        <SignInUnavailable className="rounded border">
          Please try again in a few minutes.
        </SignInUnavailable>
      ) : null}
      {hydrated ? <input type="hidden" name="answer" value="token" /> : null}
      <InputField
        label="Email"
        errors={fields.email.errors}
        input={{
          ...getInputProps(fields.email, { type: "email" }),
          ...AUTOFOCUS_IN_DIALOG,
          autoComplete: "email",
        }}
      />
      {isSignUp ? (
        <InputField
          label="Name"
          hint="2 to 20 letters and digits. It is shown with everything you post."
          errors={fields.name.errors}
          input={{ ...getInputProps(fields.name, { type: "text" }), autoComplete: "username" }}
        />
      ) : null}
      {isSignUp ? (
        <NewPasswordFields label="Password" fields={fields} />
      ) : (
        <>
          <InputField
            label="Password"
            errors={fields.password.errors}
            input={{
              ...getInputProps(fields.password, { type: "password" }),
              autoComplete: "current-password",
            }}
          />
          <Link to="/forgot" className="link -mt-2 justify-self-start text-base touch">
            Forgotten your password?
          </Link>
        </>
      )}
      <Button pending={fetcher.state !== "idle"} pendingLabel={pending}>
        {submit}
      </Button>
      {isSignUp ? null : <PasskeyButton label="Sign in with a passkey" onSignedIn={onSignedIn} />}
    </fetcher.Form>
  );
}

const switches = {
  signin: { question: "Don't have an account?", linkLabel: "Sign up", otherMode: "signup" },
  signup: { question: "Already have an account?", linkLabel: "Sign in", otherMode: "signin" },
} as const;

interface ModeSwitchProps {
  mode: AccountMode;
  /** Where the other page redirects to after signing in or up. */
  redirectTo: string;
  /** Called instead of following the link; the dialog switches its form. */
  onSwitch?: (mode: AccountMode) => void;
}

/** Switches between signing in and signing up. */
export function ModeSwitch({ mode, redirectTo, onSwitch }: ModeSwitchProps) {
  const { question, linkLabel, otherMode } = switches[mode];
  return (
    <p className="text-base text-muted">
      {question}{" "}
      <Link
        to={accountPath(otherMode, redirectTo)}
        className="link"
        onClick={(event) => {
          if (!onSwitch) return;
          event.preventDefault();
          onSwitch(otherMode);
        }}
      >
        {linkLabel}
      </Link>
    </p>
  );
}
