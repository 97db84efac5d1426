import { getFormProps, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import type { FieldConstraints } from "~/components/accounts/forms";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { MembershipStatus } from "~/components/membership/membership-status";
import { UnlessSuspended } from "~/components/moderation/unless-suspended";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { TextareaField } from "~/components/ui/field";
import { FormAlert, FormKeyField, RedirectField, type FormFetcher } from "~/components/ui/form";
import { TextLink } from "~/components/ui/link";
import { MAX_STATEMENT_LENGTH, MIN_STATEMENT_LENGTH } from "~/domain/field-limits";
import type { SerializedStanding } from "~/presenters/membership";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";

interface YourMembershipProps extends ApplicationFormProps {
  /** `null` for signed-out visitors. */
  standing: SerializedStanding | null;
  /** Whether to show the form: to apply, or to keep the input of a failed application. */
  isFormShown: boolean;
}

export function YourMembership({ standing, isFormShown, ...props }: YourMembershipProps) {
  const form = isFormShown ? (
    <UnlessSuspended holdsText={props.result !== undefined}>
      <ApplicationForm {...props} />
    </UnlessSuspended>
  ) : null;
  if (!standing) {
    return (
      <MembershipCard title="Apply">
        {props.result ? (
          form
        ) : (
          <>
            <p className="text-base">
              You apply under your own name. Sign in or create an account to see the form.
            </p>
            <SignInTrigger redirectTo="/partner">Sign In to Apply</SignInTrigger>
          </>
        )}
      </MembershipCard>
    );
  }
  const { isMember, own } = standing;
  return (
    <MembershipCard title={isMember || own ? "Your membership" : "Apply"}>
      {isMember || own ? <MembershipStatus standing={standing} /> : null}
      {isMember ? <MemberLinks /> : null}
      {form}
    </MembershipCard>
  );
}

const MembershipCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section" aria-labelledby="yours" className="gap-5">
    <h2 id="yours" className="section-title">
      {title}
    </h2>
    {children}
  </Card>
);

const MemberLinks = () => (
  <ul className="grid gap-2 border-t border-line pt-4 text-base">
    <li>
      <a href="#applications" className="link">
        Vote on applications
      </a>
    </li>
    <li>
      <TextLink to="/tokenomics">Review tokenomics</TextLink>
    </li>
    <li>
      <TextLink to="/momentum">Generate a momentum recommendation</TextLink>
    </li>
  </ul>
);

interface ApplicationFormProps {
  /** Owned by the page, which also reads its result. */
  fetcher: FormFetcher;
  constraint: FieldConstraints;
  result?: FormResult | undefined;
}

function ApplicationForm({ fetcher, constraint, result }: ApplicationFormProps) {
  const isSignedIn = useViewer() !== null;
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
        field={fields.statement}
        rows={8}
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
