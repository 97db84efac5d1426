import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData, type MetaFunction } from "@remix-run/react";
import { accountPath, isWithRecovery, secondStepPath } from "~/components/accounts/account-mode";
import { AccountPage } from "~/components/accounts/account-page";
import { CodeField } from "~/components/accounts/fields";
import { PasskeyButton } from "~/components/accounts/passkey-button";
import { NO_RESPONSE, useSignedIn, type AccountResponse } from "~/components/accounts/signed-in";
import { Button } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { Link } from "~/components/ui/link";
import { codeInput } from "~/schemas/second-factor";
import { LOGIN_FAILED } from "~/services/accounts/accounts.server";
import { hasPasskeyForStep } from "~/services/accounts/passkey-sign-in.server";
import { isStepPending, signInByCode } from "~/services/accounts/second-step.server";
import { useHydrated } from "~/utils/browser/hydrated";
import { authenticateByForm, redirectTarget } from "~/utils/forms/account-forms.server";
import { submitAccountForm } from "~/utils/forms/account-page-client-handlers";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { secondStepCookie } from "~/utils/http/step-cookies.server";
import { pageMeta } from "~/utils/seo/meta";
import { redirectWithToast } from "~/utils/toasts/toast.server";
import { keepAfterSigningIn } from "./mode-page";

export { loaderHeaders as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const redirectTo = redirectTarget(request);
  if (await orErrorResponse(viewerOfPage(args))) throw redirect(redirectTo);
  const step = await secondStepCookie.read(request);
  if (!(await orErrorResponse(isStepPending(step)))) {
    throw await redirectWithToast(accountPath("signin", redirectTo), "signInAgain");
  }
  return data(
    {
      redirectTo,
      hasPasskey: await orErrorResponse(hasPasskeyForStep(step)),
      isRecovery: isWithRecovery(new URL(request.url).searchParams),
      constraint: getConstraint(codeInput),
    },
    { headers: { "Cache-Control": "no-store" } },
  );
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await secondStepCookie.read(args.request);
  return authenticateByForm(
    args,
    codeInput,
    (input, context) => signInByCode(step, input, context),
    LOGIN_FAILED,
  );
};

export const clientAction = submitAccountForm;
export const shouldRevalidate = keepAfterSigningIn;

export default function SecondStep() {
  const { redirectTo, isRecovery, hasPasskey } = useLoaderData<typeof loader>();
  return (
    <AccountPage
      title="One more step"
      standfirst={
        isRecovery
          ? "Type one of your recovery codes."
          : "Type the code that your authenticator app shows."
      }
    >
      <CodeForm key={String(isRecovery)} />
      {hasPasskey ? (
        <PasskeyButton
          step="second"
          label="Use a passkey"
          onSignedIn={() => window.location.replace(redirectTo)}
        />
      ) : null}
      <p className="text-base text-muted">
        {isRecovery ? "Do you have your authenticator app?" : "Do you not have the app with you?"}{" "}
        <Link to={secondStepPath(redirectTo, !isRecovery)} className="link">
          {isRecovery ? "Use a code from the app" : "Use a recovery code"}
        </Link>
      </p>
    </AccountPage>
  );
}

function CodeForm() {
  const { redirectTo, isRecovery, constraint } = useLoaderData<typeof loader>();
  const native = useActionData<{ result?: SubmissionResult }>();
  const fetcher = useFetcher<AccountResponse>();
  const hydrated = useHydrated();
  const response = fetcher.data;
  const [form, fields] = useForm<{ code: string }>({
    constraint,
    lastResult: response && "result" in response ? response.result : native?.result,
    shouldRevalidate: "onSubmit",
  });
  // A document request, so that everything is loaded as the signed-in user.
  useSignedIn(response, () => window.location.replace(redirectTo));
  const hasNoResponse = fetcher.state === "idle" && response && "hasNoResponse" in response;
  return (
    <fetcher.Form
      method="post"
      action={secondStepPath(redirectTo, isRecovery)}
      {...getFormProps(form)}
      className="grid gap-5"
    >
      <FormAlert id={form.errorId}>
        {hasNoResponse ? NO_RESPONSE : form.errors?.map((error) => <p key={error}>{error}</p>)}
      </FormAlert>
      {hydrated ? <input type="hidden" name="answer" value="token" /> : null}
      <CodeField
        field={fields.code}
        label={isRecovery ? "Recovery code" : "Code"}
        hint={
          isRecovery ? "Each code works once. Capitals and dashes do not matter." : "Six digits."
        }
        takesRecoveryCodes={isRecovery}
      />
      <Button pending={fetcher.state !== "idle"} pendingLabel="Signing in…">
        Sign In
      </Button>
    </fetcher.Form>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "One more step",
    description: "Sign in with a code from your authenticator app or a recovery code.",
    path: "/login/code",
    hidden: true,
  });
