import { Outlet, useLocation } from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { ModeSwitch } from "~/components/accounts/account-form";
import { accountPaths } from "~/components/accounts/account-mode";
import { redirectTargetIn } from "~/utils/forms/account-page-client-handlers";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const headings = {
  signin: {
    title: "Sign In",
    standfirst: "Post, upvote, comment and review under your name.",
  },
  signup: {
    title: "Create an account",
    standfirst: "Everything you contribute appears under one name.",
  },
} as const;

/** The sign-in dialog as pages, for browsers without JavaScript and for direct links. */
export default function AccountLayout() {
  const { pathname, search } = useLocation();
  const mode = pathname.toLowerCase().startsWith(accountPaths.signup) ? "signup" : "signin";
  const { title, standfirst } = headings[mode];
  return (
    <AccountPage title={title} standfirst={standfirst}>
      <Outlet />
      <ModeSwitch mode={mode} redirectTo={redirectTargetIn(new URLSearchParams(search))} />
    </AccountPage>
  );
}
