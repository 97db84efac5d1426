import type { ReactNode } from "react";
import { AccountPage } from "~/components/accounts/account-page";
import { ButtonForm } from "~/components/accounts/button-form";
import { FormAlert } from "~/components/ui/form";

interface AddressLinkPageProps {
  title: string;
  /** The email address that the link is about; `null` if the link is invalid. */
  email: string | null;
  /** Why the link is invalid, or why the button failed. */
  error: string | undefined;
  intent: "confirmEmailChange" | "restoreEmail";
  label: string;
  pendingLabel: string;
  /** What the button does. */
  children: ReactNode;
}

/** The page that a mailed link about an account's email address opens. Only its button changes anything. */
export const AddressLinkPage = (props: AddressLinkPageProps) => {
  const { title, email, error, children, ...button } = props;
  return (
    <AccountPage
      title={title}
      standfirst={email ? "Press the button to confirm." : "The link did not work."}
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
