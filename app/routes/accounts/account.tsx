import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { AccountForm, ModeSwitch, SIGN_UP_CLOSED } from "~/components/accounts/account-form";
import { modeAt, welcomePath } from "~/components/accounts/account-mode";
import { AccountPage } from "~/components/accounts/account-page";
import { signInInput, signUpForm } from "~/schemas/accounts";
import { LOGIN_FAILED, SIGNUP_FAILED } from "~/services/accounts/accounts.server";
import { beginSignIn } from "~/services/accounts/second-step.server";
import { stampFor, signUpByForm } from "~/services/accounts/sign-up-form.server";
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

export async function loader(args: LoaderFunctionArgs) {
  const isForm = isSignUp(args.request);
  const page = await accountPage(args, isForm ? signUpForm : signInInput);
  // Without the database nobody can sign up, but the page is shown.
  const hasStamp = isForm && !page.isUnavailable;
  const stamp = hasStamp ? await stampFor().catch(() => undefined) : undefined;
  return { ...page, stamp };
}

export const action = (args: ActionFunctionArgs) =>
  isSignUp(args.request)
    ? authenticateByForm(args, signUpForm, signUpByForm, SIGNUP_FAILED, {
        nextPage: welcomePath,
        stampFor,
      })
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

const closed = {
  title: SIGN_UP_CLOSED,
  standfirst: "Nobody can make an account here just now. Everything can be read without one.",
};

/** The sign-in dialog as pages, for browsers without JavaScript and for direct links. */
export default function Account() {
  const { pathname, search } = useLocation();
  const mode = modeAt(pathname);
  const loaderData = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const { title, standfirst } =
    mode === "signup" && loaderData.signUp === "closed" ? closed : pages[mode];
  const rejected = actionData && "result" in actionData ? actionData : undefined;
  return (
    <AccountPage title={title} standfirst={standfirst}>
      <AccountForm
        key={mode}
        mode={mode}
        {...loaderData}
        result={rejected?.result}
        stamp={rejected?.stamp ?? loaderData.stamp}
        // A document request, so that everything is loaded as the signed-in user.
        onSignedIn={() => window.location.replace(loaderData.redirectTo)}
      />
      <ModeSwitch mode={mode} redirectTo={redirectTargetIn(new URLSearchParams(search))} />
    </AccountPage>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches, location }) => {
  const mode = modeAt(location.pathname);
  const { title, description, path } = pages[mode];
  const isClosed = mode === "signup" && loaded?.signUp === "closed";
  return pageMeta({
    matches,
    ...{ title: isClosed ? SIGN_UP_CLOSED : title, description, path },
    hidden: true,
  });
};
