import {
  getFormProps,
  useForm,
  type FieldMetadata,
  type SubmissionResult,
} from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { useHydrated } from "~/utils/browser/hydrated";
import type { FieldConstraints } from "./forms";
import { storeToken } from "./stored-token";

/** What the actions of the pages to sign in and up return to a fetcher. */
type AccountResponse =
  | { result: SubmissionResult; stamp?: string }
  // `next` is the URL of the page after signing up.
  | { token: string; next?: string }
  // The URL of the page with the second step.
  | { next: string }
  // Returned by `clientAction` when the server could not be reached.
  | { hasNoResponse: true };

const NO_RESPONSE = "The site did not respond. Check your connection and try again.";

interface SignInFormProps<Name extends string> {
  action: string;
  constraint?: FieldConstraints | undefined;
  defaultValue?: Record<string, string> | undefined;
  result?: SubmissionResult | undefined;
  /** Says since when the form has been open, if the server asks for that. */
  stamp?: string | undefined;
  onSignedIn: () => void;
  label: string;
  pendingLabel: string;
  notice?: ReactNode;
  footer?: ReactNode;
  children: (fields: Record<Name, FieldMetadata<string>>) => ReactNode;
}

export function SignInForm<Name extends string>(props: SignInFormProps<Name>) {
  const {
    action,
    constraint,
    defaultValue,
    result,
    stamp,
    onSignedIn,
    label,
    pendingLabel,
    notice,
    footer,
  } = props;
  const fetcher = useFetcher<AccountResponse>();
  const hydrated = useHydrated();
  const response = fetcher.data;
  const [form, fields] = useForm<Record<string, string>>({
    constraint,
    defaultValue,
    lastResult: response && "result" in response ? response.result : result,
    shouldRevalidate: "onSubmit",
  });
  useSignedIn(response, onSignedIn);
  const currentStamp = (response && "stamp" in response && response.stamp) || stamp;
  const hasNoResponse = fetcher.state === "idle" && response && "hasNoResponse" in response;
  return (
    <fetcher.Form method="post" action={action} {...getFormProps(form)} className="grid gap-5">
      <FormAlert id={form.errorId}>
        {hasNoResponse ? NO_RESPONSE : form.errors?.map((error) => <p key={error}>{error}</p>)}
      </FormAlert>
      {form.errors ? null : notice}
      {hydrated ? <input type="hidden" name="answer" value="token" /> : null}
      {currentStamp ? <input type="hidden" name="stamp" value={currentStamp} /> : null}
      {props.children(fields as Record<Name, FieldMetadata<string>>)}
      <Button pending={fetcher.state !== "idle"} pendingLabel={pendingLabel}>
        {label}
      </Button>
      {footer}
    </fetcher.Form>
  );
}

/** Handles the response to a fetcher: stores the token, and goes to the next page if there is one. */
function useSignedIn(response: AccountResponse | undefined, onSignedIn: () => void): void {
  const onSignedInRef = useRef(onSignedIn);
  useEffect(() => void (onSignedInRef.current = onSignedIn));
  const token = response && "token" in response ? response.token : null;
  const next = response && "next" in response ? response.next : null;
  useEffect(() => {
    if (token) storeToken(token);
    if (next) window.location.assign(next);
    else if (token) onSignedInRef.current();
  }, [token, next]);
}
