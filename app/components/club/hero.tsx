import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { PageHeader } from "~/components/ui/page-header";
import { useSite, useViewer } from "~/utils/root-data";

/** The head of the club's page and of its momentum page. */
export function ClubHero() {
  const { name } = useSite();
  const isSignedIn = useViewer() !== null;
  return (
    <PageHeader
      title={`${name} Investment Club`}
      standfirst="Proposals approved by the DAO, by rules that anyone can check. Paid groups are out."
      actions={isSignedIn ? null : <SignInTrigger>Sign In to Access Full Features</SignInTrigger>}
    />
  );
}
