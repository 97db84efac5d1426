import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
} from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { signUpForm } from "~/schemas/accounts";
import { SIGNUP_FAILED, signUp } from "~/services/accounts.server";
import { accountPage, enterByForm } from "~/utils/account-forms.server";
import { actWithForm, readForForm } from "~/utils/account-forms";
import { ownHeaders } from "~/utils/headers";
import { pageMeta } from "~/utils/meta";

export const loader = ({ request }: LoaderFunctionArgs) => accountPage(request, signUpForm);

export const action = (args: ActionFunctionArgs) =>
  enterByForm(args, signUpForm, signUp, SIGNUP_FAILED);

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  readForForm(request, () => serverLoader<typeof loader>());

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  actWithForm(() => serverAction<typeof action>());

export default function Signup() {
  const answer = useActionData<typeof action>();
  return (
    <AccountPage
      mode="signup"
      {...useLoaderData<typeof loader>()}
      result={answer && "result" in answer ? answer.result : undefined}
    />
  );
}

export const headers = ownHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Create an account",
    description: "Create an account to post articles, review research, upvote and comment.",
    path: "/signup",
    hidden: true,
  });
