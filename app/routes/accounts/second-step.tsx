import type { SubmissionResult } from "@conform-to/react";
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { accountPath, isWithRecovery, secondStepPath } from "~/components/accounts/account-mode";
import { AccountPage } from "~/components/accounts/account-page";
import { CodeField } from "~/components/accounts/fields";
import { PasskeyButton } from "~/components/accounts/passkey-button";
import { SignInForm } from "~/components/accounts/sign-in-form";
import { TextLink } from "~/components/ui/link";
import { codeInput } from "~/schemas/second-factor";
import { LOGIN_FAILED } from "~/services/accounts/accounts.server";
import { hasPasskeyForStep } from "~/services/accounts/passkey-sign-in.server";
import { isStepPending, signInByCode } from "~/services/accounts/second-step.server";
import { authenticateByForm, redirectTarget } from "~/utils/forms/account-forms.server";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { secondStepCookie } from "~/utils/http/site-cookie.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { redirectWithToast } from "~/utils/toasts/toast.server";

export {
  submitAccountForm as clientAction,
  keepAfterSigningIn as shouldRevalidate,
} from "~/utils/forms/account-page-client-handlers";
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

export default function SecondStep() {
  const { redirectTo, isRecovery, hasPasskey, constraint } = useLoaderData<typeof loader>();
  const native = useActionData<{ result?: SubmissionResult }>();
  // A document request, so that everything is loaded as the signed-in user.
  const leave = () => window.location.replace(redirectTo);
  return (
    <AccountPage
      title="One more step"
      standfirst={
        isRecovery
          ? "Type one of your recovery codes."
          : "Type the code that your authenticator app shows."
      }
    >
      <SignInForm<"code">
        key={String(isRecovery)}
        action={secondStepPath(redirectTo, isRecovery)}
        constraint={constraint}
        result={native?.result}
        onSignedIn={leave}
        label="Sign In"
        pendingLabel="Signing in…"
      >
        {(fields) => (
          <CodeField
            field={fields.code}
            label={isRecovery ? "Recovery code" : "Code"}
            hint={
              isRecovery
                ? "Each code works once. Capitals and dashes do not matter."
                : "Six digits."
            }
            takesRecoveryCodes={isRecovery}
          />
        )}
      </SignInForm>
      {hasPasskey ? <PasskeyButton step="second" label="Use a passkey" onSignedIn={leave} /> : null}
      <p className="text-base text-muted">
        {isRecovery ? "Do you have your authenticator app?" : "Do you not have the app with you?"}{" "}
        <TextLink to={secondStepPath(redirectTo, !isRecovery)}>
          {isRecovery ? "Use a code from the app" : "Use a recovery code"}
        </TextLink>
      </p>
    </AccountPage>
  );
}

export const meta = hiddenMeta(
  "One more step",
  "Sign in with a code from your authenticator app or a recovery code.",
  "/login/code",
);
