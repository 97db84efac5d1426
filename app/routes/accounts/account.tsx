import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { AccountForm, ModeSwitch } from "~/components/accounts/account-form";
import { modeAt, welcomePath } from "~/components/accounts/account-mode";
import { AccountPage } from "~/components/accounts/account-page";
import { signInInput, signUpForm } from "~/schemas/accounts";
import { LOGIN_FAILED, SIGNUP_FAILED, signUp } from "~/services/accounts/accounts.server";
import { beginSignIn } from "~/services/accounts/second-step.server";
import { accountPage, authenticateByForm } from "~/utils/forms/account-forms.server";
import { redirectTargetIn } from "~/utils/forms/account-page-client-handlers";
import { pageMeta } from "~/utils/seo/meta";

export {
  loadAccountForm as clientLoader,
  submitAccountForm as clientAction,
  keepAfterSigningIn as shouldRevalidate,
} from "~/utils/forms/account-page-client-handlers";
export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const isSignUp = ({ url }: Request) => modeAt(new URL(url).pathname) === "signup";

export const loader = (args: LoaderFunctionArgs) =>
  accountPage(args, isSignUp(args.request) ? signUpForm : signInInput);

export const action = (args: ActionFunctionArgs) =>
  isSignUp(args.request)
    ? authenticateByForm(args, signUpForm, signUp, SIGNUP_FAILED, welcomePath)
    : authenticateByForm(args, signInInput, beginSignIn, LOGIN_FAILED);

const pages = {
  signin: {
    title: "Sign In",
    standfirst: "Post, upvote, comment and review under your name.",
    description: "Sign in with the email address and password of your account.",
    path: "/login",
  },
  signup: {
    title: "Create an account",
    standfirst: "Everything you contribute appears under one name.",
    description: "Create an account to post articles, review research, upvote and comment.",
    path: "/signup",
  },
} as const;

/** The sign-in dialog as pages, for browsers without JavaScript and for direct links. */
export default function Account() {
  const { pathname, search } = useLocation();
  const mode = modeAt(pathname);
  const { title, standfirst } = pages[mode];
  const loaderData = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <AccountPage title={title} standfirst={standfirst}>
      <AccountForm
        key={mode}
        mode={mode}
        {...loaderData}
        result={actionData && "result" in actionData ? actionData.result : undefined}
        // A document request, so that everything is loaded as the signed-in user.
        onSignedIn={() => window.location.replace(loaderData.redirectTo)}
      />
      <ModeSwitch mode={mode} redirectTo={redirectTargetIn(new URLSearchParams(search))} />
    </AccountPage>
  );
}

export const meta: MetaFunction = ({ matches, location }) => {
  const { title, description, path } = pages[modeAt(location.pathname)];
  return pageMeta({ matches, title, description, path, hidden: true });
};
