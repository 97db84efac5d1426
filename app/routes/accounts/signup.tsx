import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { signUpForm } from "~/schemas/accounts";
import { SIGNUP_FAILED, signUp } from "~/services/accounts/accounts.server";
import { accountPage, authenticateByForm } from "~/utils/forms/account-forms.server";
import { loadAccountForm, submitAccountForm } from "~/utils/forms/account-page-client-handlers";
import { pageMeta } from "~/utils/seo/meta";
import { keepAfterSigningIn, ModePage } from "./mode-page";

export { loaderHeaders as headers } from "~/utils/http/headers";

export const loader = (args: LoaderFunctionArgs) => accountPage(args, signUpForm);

export const action = (args: ActionFunctionArgs) =>
  authenticateByForm(args, signUpForm, signUp, SIGNUP_FAILED);

export const clientLoader = loadAccountForm;
export const clientAction = submitAccountForm;
export const shouldRevalidate = keepAfterSigningIn;

export default function Signup() {
  return <ModePage mode="signup" />;
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Create an account",
    description: "Create an account to post articles, review research, upvote and comment.",
    path: "/signup",
    hidden: true,
  });
