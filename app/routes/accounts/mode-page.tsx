import { useActionData, useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { AccountForm } from "~/components/accounts/account-form";
import type { AccountMode } from "~/components/accounts/account-mode";
import type { accountPage, authenticateByForm } from "~/utils/forms/account-forms.server";

/** The page to sign in or up. */
export function ModePage({ mode }: { mode: AccountMode }) {
  const loaderData = useLoaderData<typeof accountPage>();
  const actionData = useActionData<typeof authenticateByForm>();
  return (
    <AccountForm
      key={mode}
      mode={mode}
      {...loaderData}
      result={actionData && "result" in actionData ? actionData.result : undefined}
      // A document request, so that everything is loaded as the signed-in user.
      onSignedIn={() => window.location.replace(loaderData.redirectTo)}
    />
  );
}

/** After signing in or up, the form redirects; revalidating the loader would too. */
export const keepAfterSigningIn: ShouldRevalidateFunction = ({
  formMethod = "GET",
  defaultShouldRevalidate,
}) => formMethod === "GET" && defaultShouldRevalidate;
