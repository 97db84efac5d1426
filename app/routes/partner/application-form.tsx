import { getFormProps, getTextareaProps, useForm } from "@conform-to/react";
import type { FetcherWithComponents } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { TextareaField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form-alert";
import { FormKeyField } from "~/components/ui/form-key-field";
import { RedirectField } from "~/components/ui/redirect-field";
import { useFetcherToast } from "~/components/ui/toast";
import { MAX_STATEMENT_LENGTH, MIN_STATEMENT_LENGTH } from "~/domain/field-limits";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";

interface ApplicationFormProps {
  /** Owned by the page, which also reads its result. */
  fetcher: FetcherWithComponents<FormResult>;
  constraint: Parameters<typeof useForm>[0]["constraint"];
  /** The action's result. */
  result?: FormResult | undefined;
}

/** The form to apply for membership. */
export function ApplicationForm({ fetcher, constraint, result }: ApplicationFormProps) {
  const isSignedIn = useViewer() !== null;
  useFetcherToast(fetcher);
  const [form, fields] = useForm<{ statement: string }>({
    id: "membership",
    constraint,
    lastResult: result?.submission,
    shouldRevalidate: "onSubmit",
  });
  return (
    <fetcher.Form
      method="post"
      action="/partner#apply"
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <FormAlert id={form.errorId}>{result?.formError?.message}</FormAlert>
      <input type="hidden" name="intent" value="apply" />
      <FormKeyField />
      <RedirectField to="/partner" />
      <TextareaField
        label="Your statement"
        hint={`What you know, what you would contribute and which interests you hold, in ${MIN_STATEMENT_LENGTH} to ${MAX_STATEMENT_LENGTH} characters. Only members can read it.`}
        limit={MAX_STATEMENT_LENGTH}
        errors={fields.statement.errors}
        textarea={{ ...getTextareaProps(fields.statement), rows: 8 }}
      />
      {isSignedIn ? null : (
        <p className="text-base text-muted">
          <SignInTrigger variant="link" redirectTo="/partner">
            Sign In
          </SignInTrigger>{" "}
          to apply under your name.
        </p>
      )}
      <Button pending={fetcher.state !== "idle"} pendingLabel="Sending…">
        Send Application
      </Button>
    </fetcher.Form>
  );
}
