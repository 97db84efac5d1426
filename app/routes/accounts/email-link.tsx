import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { ButtonForm } from "~/components/accounts/forms";
import { FormAlert } from "~/components/ui/form";
import { confirmEmailChangeIntent, restoreEmailIntent } from "~/schemas/accounts";
import { confirmEmailChange, restoreEmail } from "~/services/accounts/email.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { openMailedLink } from "~/utils/http/mailed-link.server";
import { pageMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

const linkAt = (pathname: string) =>
  /^\/restore-email\b/i.test(decodeURIComponent(pathname)) ? "restore" : "change";
const isRestore = ({ url }: Request) => linkAt(new URL(url).pathname) === "restore";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const purpose = isRestore(request) ? "restore-email" : "change-email";
  const { init, ...link } = await openMailedLink(params.secret, purpose);
  return data(link, init);
}

export const action = formAction({
  schema: ({ request }) => (isRestore(request) ? restoreEmailIntent : confirmEmailChangeIntent),
  forms: {
    confirmEmailChange: {
      isButton: true,
      page: "/login",
      handle: (_input, { params, client }) =>
        confirmEmailChange(params.secret ?? "", client.origin),
      redirectTo: (returnTo, _outcome, { viewer }) => (viewer ? "/settings/sign-in" : returnTo),
    },
    restoreEmail: {
      isButton: true,
      page: "/login",
      handle: (_input, { params, client }) => restoreEmail(params.secret ?? "", client),
    },
  },
});
export const clientAction = formClientAction("confirmEmailChange");

const links = {
  change: {
    title: "Your new address",
    description: "Confirm the new address of your account.",
    effect: "Once you confirm it, you sign in with this address, and we send our mails to it.",
    button: { intent: "confirmEmailChange", label: "Use this address", pendingLabel: "Changing…" },
  },
  restore: {
    title: "Restore your address",
    description: "Restore the previous address of your account.",
    effect:
      "Everyone, including you, is signed out of the account, and its password stops working. We mail you a link to set a new one.",
    button: { intent: "restoreEmail", label: "Restore this address", pendingLabel: "Restoring…" },
  },
} as const;

/** The page that a mailed link about an account's email address opens. Only its button changes anything. */
export default function EmailLink() {
  const { email, refusal } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { title, effect, button } = links[linkAt(useLocation().pathname)];
  return (
    <AccountPage
      title={title}
      standfirst={email ? "Press the button to confirm." : "The link did not work."}
    >
      <FormAlert>{result?.formError?.message ?? refusal}</FormAlert>
      {email ? (
        <>
          <p className="break-words">
            <b className="font-medium">{email}</b>
          </p>
          <p>{effect}</p>
          <ButtonForm {...button} />
        </>
      ) : null}
    </AccountPage>
  );
}

export const meta: MetaFunction = ({ matches, location }) => {
  const { title, description } = links[linkAt(location.pathname)];
  return pageMeta({ matches, title, description, hidden: true });
};
