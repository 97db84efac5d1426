import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { AccountForm } from "~/components/accounts/account-form";
import { signUpForm } from "~/schemas/accounts";
import { SIGNUP_FAILED, signUp } from "~/services/accounts/accounts.server";
import { accountPage, authenticateByForm } from "~/utils/forms/account-forms.server";
import { submitAccountForm, loadAccountForm } from "~/utils/forms/account-page-client-handlers";
import { loaderHeaders } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";

export const loader = (args: LoaderFunctionArgs) => accountPage(args, signUpForm);

export const action = (args: ActionFunctionArgs) =>
  authenticateByForm(args, signUpForm, signUp, SIGNUP_FAILED);

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  loadAccountForm(request, () => serverLoader<typeof loader>());

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitAccountForm(() => serverAction<typeof action>());

/** After signing up, the form redirects; revalidating the loader would too. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = "GET",
  defaultShouldRevalidate,
}) => formMethod === "GET" && defaultShouldRevalidate;

export default function Signup() {
  const loaderData = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <AccountForm
      key="signup"
      mode="signup"
      {...loaderData}
      result={actionData && "result" in actionData ? actionData.result : undefined}
      // A document request, so that everything is loaded as the signed-in user.
      onSignedIn={() => window.location.replace(loaderData.redirectTo)}
    />
  );
}

export const headers = loaderHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Create an account",
    description: "Create an account to post articles, review research, upvote and comment.",
    path: "/signup",
    hidden: true,
  });
