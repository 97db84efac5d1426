import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { signInInput } from "~/schemas/accounts";
import { LOGIN_FAILED } from "~/services/accounts/accounts.server";
import { beginSignIn } from "~/services/accounts/second-step.server";
import { accountPage, authenticateByForm } from "~/utils/forms/account-forms.server";
import { loadAccountForm, submitAccountForm } from "~/utils/forms/account-page-client-handlers";
import { pageMeta } from "~/utils/seo/meta";
import { keepAfterSigningIn, ModePage } from "./mode-page";

export { loaderHeaders as headers } from "~/utils/http/headers";

export const loader = (args: LoaderFunctionArgs) => accountPage(args, signInInput);

export const action = (args: ActionFunctionArgs) =>
  authenticateByForm(args, signInInput, beginSignIn, LOGIN_FAILED);

export const clientLoader = loadAccountForm;
export const clientAction = submitAccountForm;
export const shouldRevalidate = keepAfterSigningIn;

export default function Login() {
  return <ModePage mode="signin" />;
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sign In",
    description: "Sign in with the email address and password of your account.",
    path: "/login",
    hidden: true,
  });
