import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { signInInput } from "~/schemas/accounts";
import { LOGIN_FAILED, signIn } from "~/services/accounts.server";
import { accountPage, enterByForm } from "~/utils/account-forms.server";
import { actWithForm, readForForm } from "~/utils/account-forms";
import { ownHeaders } from "~/utils/headers";
import { pageMeta } from "~/utils/meta";

export const loader = ({ request }: LoaderFunctionArgs) => accountPage(request, signInInput);

export const action = (args: ActionFunctionArgs) =>
  enterByForm(args, signInInput, signIn, LOGIN_FAILED);

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  readForForm(request, () => serverLoader<typeof loader>());

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  actWithForm(() => serverAction<typeof action>());

export default function Login() {
  const answer = useActionData<typeof action>();
  return (
    <AccountPage
      mode="signin"
      {...useLoaderData<typeof loader>()}
      result={answer && "result" in answer ? answer.result : undefined}
    />
  );
}

export const headers = ownHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sign In",
    description: "Sign in with the email address and password of your account.",
    path: "/login",
    hidden: true,
  });
