import { getFormProps, getInputProps, useForm, type SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button } from "~/components/ui/button";
import { InputField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form-alert";
import { useHydrated } from "~/utils/browser/hydrated";
import { accountPath, type AccountMode } from "./account-mode";
import { SignInUnavailable } from "./sign-in-unavailable";
import { keepToken } from "./stored-token";

export type Constraint = Parameters<typeof useForm>[0]["constraint"];

/** What the actions of `/login` and `/signup` answer a script. */
type AccountResponse =
  | { result: SubmissionResult }
  | { token: string }
  // Put there by the browser, where the server could not be asked.
  | { isUnanswered: true };

const words = {
  signin: { submit: "Sign In", pending: "Signing in…" },
  signup: { submit: "Create account", pending: "Creating…" },
} as const;

/** Where a dialog puts the focus when it opens; on a page it means nothing. */
const FIRST_IN_DIALOG = { "data-autofocus": true };

const UNANSWERED = "There was no answer. See whether you are connected, and try again.";

interface AccountFormProps {
  mode: AccountMode;
  redirectTo: string;
  constraint?: Constraint;
  /** Whether nobody can be signed in just now. */
  isUnavailable?: boolean;
  /** What a native post came back with. */
  result?: SubmissionResult;
  /** Called once signed in, where a script is at work. */
  onSignedIn: () => void;
}

/** The fields of a sign-in or a sign-up; give it the mode as `key`, so that it is reset with it. */
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
  const answer = fetcher.data;
  const [form, fields] = useForm<Record<"email" | "name" | "password" | "confirmPassword", string>>(
    {
      constraint,
      lastResult: answer && "result" in answer ? answer.result : result,
      shouldRevalidate: "onSubmit",
    },
  );

  const done = useRef(onSignedIn);
  useEffect(() => void (done.current = onSignedIn));
  const token = answer && "token" in answer ? answer.token : null;
  useEffect(() => {
    if (!token) return;
    keepToken(token);
    done.current();
  }, [token]);

  const isUnanswered = fetcher.state === "idle" && answer && "isUnanswered" in answer;
  const { submit, pending } = words[mode];
  const isNew = mode === "signup";
  return (
    <fetcher.Form
      method="post"
      // Where to go on to is in the address, so that a page that comes back with errors still knows it.
      action={accountPath(mode, redirectTo)}
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <FormAlert id={form.errorId}>
        {isUnanswered ? UNANSWERED : form.errors?.map((error) => <p key={error}>{error}</p>)}
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
          ...FIRST_IN_DIALOG,
          autoComplete: "email",
        }}
      />
      {isNew ? (
        <InputField
          label="Name"
          hint="2 to 20 letters and digits. It stands under what you write."
          errors={fields.name.errors}
          input={{ ...getInputProps(fields.name, { type: "text" }), autoComplete: "username" }}
        />
      ) : null}
      <InputField
        label="Password"
        hint={isNew ? "At least 8 characters, with a letter or digit and a symbol." : undefined}
        errors={fields.password.errors}
        input={{
          ...getInputProps(fields.password, { type: "password" }),
          autoComplete: isNew ? "new-password" : "current-password",
        }}
      />
      {isNew ? (
        <InputField
          label="Confirm password"
          errors={fields.confirmPassword.errors}
          input={{
            ...getInputProps(fields.confirmPassword, { type: "password" }),
            autoComplete: "new-password",
          }}
        />
      ) : null}
      <Button pending={fetcher.state !== "idle"} pendingLabel={pending}>
        {submit}
      </Button>
    </fetcher.Form>
  );
}
