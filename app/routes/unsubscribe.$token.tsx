import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AccountPage } from "~/components/accounts/account-page";
import { Button } from "~/components/ui/button";
import { TextLink } from "~/components/ui/link";
import { noticeRules } from "~/domain/notices";
import {
  readUnsubscription,
  unsubscribe,
  type EndedMails,
} from "~/services/mail/mail-settings.server";
import { countWrite } from "~/utils/forms/parse-form.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { noStore } from "~/utils/http/headers";
import { hiddenMeta } from "~/utils/seo/meta";

export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const NO_STORE = { headers: { "Cache-Control": "no-store" } };

/** Opening the page changes nothing, because some mail programs open all links. */
export async function loader({ params }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const found = await orErrorResponse(readUnsubscription(token));
  return data({ found, tokenOfAll: token.replace(/\.\w*$/, ".all") }, NO_STORE);
}

/**
 * Ends the mails that the token is for, whatever the body says: mail programs send `List-Unsubscribe=One-Click`
 * (RFC 8058), the buttons on the page nothing.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  await orErrorResponse(countWrite(request, context));
  await orErrorResponse(unsubscribe(params.token ?? ""));
  return data({ isDone: true }, NO_STORE);
}

const nameOf = (what: EndedMails): string => {
  if (what === "all") return "all notices and the digest";
  return what === "digest" ? "the digest" : `“${noticeRules(what).label}”`;
};

/** The page that a mail leads to, for those who want no more of its kind. It takes no sign-in and says nothing else. */
export default function Unsubscribe() {
  const { found, tokenOfAll } = useLoaderData<typeof loader>();
  const isEnded = useActionData<typeof action>()?.isDone === true;
  if (!found) {
    return (
      <AccountPage title="No more mails" standfirst="There is nothing left to end.">
        <p>
          This link belongs to no account, or to one that was deleted. It gets no mails from us.
        </p>
      </AccountPage>
    );
  }
  const { what, isDone } = found;
  return (
    <AccountPage
      title="No more mails"
      standfirst={isDone ? `We no longer mail you ${nameOf(what)}.` : "One click, and they stop."}
    >
      {isDone ? (
        <p role={isEnded ? "status" : undefined}>
          {isEnded ? "Done. " : null}Mails about your account itself, such as a link for a new
          password, still reach you.
        </p>
      ) : (
        <EndingForm token={null} label={`Stop mailing me ${nameOf(what)}`} />
      )}
      {what === "all" ? null : (
        <EndingForm
          token={tokenOfAll}
          label="Stop all notices and the digest"
          variant="secondary"
        />
      )}
      <p className="text-base text-muted">
        Signed in, you choose what is mailed to you in your{" "}
        <TextLink to="/settings/notifications">settings</TextLink>.
      </p>
    </AccountPage>
  );
}

interface EndingFormProps {
  /** `null` for the one in the address of this page. */
  token: string | null;
  label: string;
  variant?: "secondary";
}

const EndingForm = ({ token, label, variant }: EndingFormProps) => (
  <form method="post" action={token === null ? undefined : `/unsubscribe/${token}`}>
    <Button variant={variant} className="h-auto whitespace-normal">
      {label}
    </Button>
  </form>
);

export const headers = noStore;

export const meta = hiddenMeta("No more mails", "Choose to get no more mails of a kind.");
