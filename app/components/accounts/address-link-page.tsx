import type { ReactNode } from "react";
import { AccountPage } from "~/components/accounts/account-page";
import { ButtonForm } from "~/components/accounts/button-form";
import { FormAlert } from "~/components/ui/form-alert";

interface AddressLinkPageProps {
  title: string;
  /** The address that the link is about; `null` if the link is no good. */
  email: string | null;
  /** Why the link is no good, or why its button failed. */
  error: string | undefined;
  intent: "confirmEmailChange" | "restoreEmail";
  label: string;
  pendingLabel: string;
  /** What the button does. */
  children: ReactNode;
}

/** The page of a mailed link about the address of an account. Opening it changes nothing; its button does. */
export const AddressLinkPage = (props: AddressLinkPageProps) => {
  const { title, email, error, children, ...button } = props;
  return (
    <AccountPage
      title={title}
      standfirst={email ? "One more click, and it is done." : "The link did not work."}
    >
      <FormAlert>{error}</FormAlert>
      {email ? (
        <>
          <p className="break-words">
            <b className="font-medium">{email}</b>
          </p>
          <p>{children}</p>
          <ButtonForm {...button} />
        </>
      ) : null}
    </AccountPage>
  );
};
