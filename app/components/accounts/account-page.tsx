import { Card } from "~/components/ui/card";
import { Page } from "~/components/ui/page";
import { PageHeader } from "~/components/ui/page-header";
import { AccountForm } from "./account-form";
import { ModeSwitch } from "./mode-switch";

const words = {
  signin: {
    title: "Sign In",
    standfirst: "Post, upvote, comment and review under your name.",
  },
  signup: {
    title: "Create an account",
    standfirst: "One name, under which everything you contribute can be read.",
  },
} as const;

type AccountPageProps = Omit<Parameters<typeof AccountForm>[0], "onSignedIn">;

/** The dialog's form as a page, for browsers without scripts and for whoever comes by a link. */
export function AccountPage({ mode, redirectTo, ...form }: AccountPageProps) {
  return (
    <Page className="max-w-xl">
      <PageHeader title={words[mode].title} standfirst={words[mode].standfirst} />
      <Card className="gap-5 p-6">
        <AccountForm
          key={mode}
          mode={mode}
          redirectTo={redirectTo}
          {...form}
          // A new document: whoever has just signed in may go where this page knew no way to.
          onSignedIn={() => window.location.replace(redirectTo)}
        />
        <ModeSwitch mode={mode} redirectTo={redirectTo} />
      </Card>
    </Page>
  );
}
