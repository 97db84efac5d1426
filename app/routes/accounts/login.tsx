import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { AccountForm } from "~/components/accounts/account-form";
import { signInInput } from "~/schemas/accounts";
import { LOGIN_FAILED } from "~/services/accounts/accounts.server";
import { beginSignIn } from "~/services/accounts/second-step.server";
import { accountPage, authenticateByForm } from "~/utils/forms/account-forms.server";
import { submitAccountForm, loadAccountForm } from "~/utils/forms/account-page-client-handlers";
import { loaderHeaders } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";

export const loader = (args: LoaderFunctionArgs) => accountPage(args, signInInput);

export const action = (args: ActionFunctionArgs) =>
  authenticateByForm(args, signInInput, beginSignIn, LOGIN_FAILED);

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  loadAccountForm(request, () => serverLoader<typeof loader>());

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitAccountForm(() => serverAction<typeof action>());

/** After signing in, the form redirects; revalidating the loader would too. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = "GET",
  defaultShouldRevalidate,
}) => formMethod === "GET" && defaultShouldRevalidate;

export default function Login() {
  const loaderData = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  return (
    <AccountForm
      key="signin"
      mode="signin"
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
    title: "Sign In",
    description: "Sign in with the email address and password of your account.",
    path: "/login",
    hidden: true,
  });
