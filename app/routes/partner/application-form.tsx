import { getFormProps, getTextareaProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { TextareaField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form-alert";
import { STATEMENT_MAX, STATEMENT_MIN } from "~/domain/limits";
import { useViewer } from "~/utils/root-data";

interface ApplicationFormProps {
  constraint: Parameters<typeof useForm>[0]["constraint"];
  /** What a post came back with. */
  result?: SubmissionResult;
}

/** Applies for membership with a statement. */
export function ApplicationForm({ constraint, result }: ApplicationFormProps) {
  const isSignedIn = useViewer() !== null;
  const { state, formData } = useNavigation();
  const [form, fields] = useForm<{ statement: string }>({
    id: "membership",
    constraint,
    lastResult: result,
    shouldRevalidate: "onSubmit",
  });
  return (
    <Form
      method="post"
      action="/partner#apply"
      preventScrollReset
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <FormAlert id={form.errorId}>{form.errors?.[0]}</FormAlert>
      <input type="hidden" name="intent" value="apply" />
      <TextareaField
        label="Your statement"
        hint={`What you know, what you would contribute and what interests you hold: ${STATEMENT_MIN} to ${STATEMENT_MAX} characters. Members read it, and nobody else.`}
        limit={STATEMENT_MAX}
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
      <Button
        pending={state !== "idle" && formData?.get("intent") === "apply"}
        pendingLabel="Sending…"
      >
        Send Application
      </Button>
    </Form>
  );
}
