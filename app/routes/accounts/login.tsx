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
import { LOGIN_FAILED, signIn } from "~/services/accounts/accounts.server";
import { accountPage, enterByForm } from "~/utils/forms/account-forms.server";
import { actWithForm, readForForm } from "~/utils/forms/account-forms";
import { loaderHeaders } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";

export const loader = ({ request }: LoaderFunctionArgs) => accountPage(request, signInInput);

export const action = (args: ActionFunctionArgs) =>
  enterByForm(args, signInInput, signIn, LOGIN_FAILED);

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  readForForm(request, () => serverLoader<typeof loader>());

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  actWithForm(() => serverAction<typeof action>());

/** Whoever has signed in by this page is led on by its form. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod = "GET",
  defaultShouldRevalidate,
}) => formMethod === "GET" && defaultShouldRevalidate;

export default function Login() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountForm
      key="signin"
      mode="signin"
      {...loaded}
      result={answer && "result" in answer ? answer.result : undefined}
      // A new document: whoever has just signed in may go where this page knew no way to.
      onSignedIn={() => window.location.replace(loaded.redirectTo)}
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
