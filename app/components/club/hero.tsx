import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { PageHeader } from "~/components/ui/page";
import { useSite, useViewer } from "~/utils/root-data";

/** The hero of the club and momentum pages. */
export function ClubHero() {
  const { name } = useSite();
  const isSignedIn = useViewer() !== null;
  return (
    <PageHeader
      title={`${name} Investment Club`}
      standfirst="DAO-approved proposals under rules that anyone can check. Paid groups are out."
      actions={isSignedIn ? null : <SignInTrigger>Sign In to Access Full Features</SignInTrigger>}
    />
  );
}
