import { Link } from "~/components/ui/link";
import type { ReactNode } from "react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { MembershipStatus } from "~/components/membership/membership-status";
import { Card } from "~/components/ui/card";
import type { SerializedStanding } from "~/presenters/membership";
import type { FormResult } from "~/utils/forms/form-result";
import { ApplicationForm } from "./application-form";

interface YourMembershipProps {
  /** `null` for signed-out visitors. */
  standing: SerializedStanding | null;
  fetcher: Parameters<typeof ApplicationForm>[0]["fetcher"];
  constraint: Parameters<typeof ApplicationForm>[0]["constraint"];
  result?: FormResult | undefined;
  /** Whether to show the form: to apply, or to keep the input of a failed application. */
  isFormShown: boolean;
}

/** The viewer's membership status, and the application form. */
export function YourMembership({
  standing,
  fetcher,
  constraint,
  result,
  isFormShown,
}: YourMembershipProps) {
  const form = isFormShown ? (
    <ApplicationForm fetcher={fetcher} constraint={constraint} result={result} />
  ) : null;
  if (!standing) {
    return (
      <MembershipCard title="Apply">
        {result ? (
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
      <Link to="/tokenomics" className="link">
        Review tokenomics
      </Link>
    </li>
    <li>
      <Link to="/momentum" className="link">
        Generate a momentum recommendation
      </Link>
    </li>
  </ul>
);
