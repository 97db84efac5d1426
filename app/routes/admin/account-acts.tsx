import { getCollectionProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { AdminForm } from "~/components/admin/admin-form";
import { InputField, RadioFieldset } from "~/components/ui/field";
import { Link } from "~/components/ui/link";
import type { SerializedAccountPage } from "~/presenters/admin";
import type { FormIntent } from "~/utils/forms/form-messages";
import { useResultOf } from "~/utils/forms/result-of";

/** What an administrator can do to the account of somebody else. */
export function AccountActs({ account, ...has }: SerializedAccountPage) {
  const { role, isMember } = account;
  return (
    <div className="divide-y divide-line border-y border-line">
      {role === "administrator" ? (
        <p className="py-3 text-muted">
          An administrator. That role is given and taken away by command, and the account cannot be
          deleted as long as it has it.
        </p>
      ) : (
        <Change
          intent="setModerator"
          title={role ? "End the role of moderator" : "Make a moderator"}
          text={
            role
              ? "They no longer read the queue, nor decide. What they have decided stays."
              : "They read the queue of flags and decide about texts and people."
          }
          isMade={!role}
        />
      )}
      <Change
        intent="setMembership"
        title={isMember ? "End the membership" : "Make a member of the organisation"}
        text={
          isMember
            ? "Their votes on open applications no longer count."
            : "They vote on applications, review and generate recommendations."
        }
        isMade={!isMember}
      />
      <p className="py-1">
        <Link
          to={`/moderation/decide/person/${account.id}`}
          className="link inline-flex min-h-11 items-center"
        >
          Suspend, limit or warn
        </Link>
      </p>
      <Change
        intent="endSessionsOf"
        title="End all sessions"
        text="They are signed out everywhere, and their tokens end. Their password stays as it is."
      />
      <Change
        intent="mailPasswordReset"
        title="Mail a link for a new password"
        text="The link goes to the address of the account. Nothing changes until it is used."
      />
      {has.hasSecondFactor || has.passkeys > 0 ? (
        <Change
          intent="resetFactors"
          title="Remove the second factor and all passkeys"
          text="For somebody who has lost them: the password alone signs in then. Make sure first that it is they who ask."
          variant="danger"
        />
      ) : null}
      {role === "administrator" ? null : <Deletion name={account.name} />}
    </div>
  );
}

interface ChangeProps extends Omit<ActProps, "children"> {
  variant?: "danger";
  /** For a role or membership: whether the button gives or ends it. */
  isMade?: boolean;
}

/** An act whose form has no fields to fill in. */
const Change = ({ intent, title, text, variant, isMade }: ChangeProps) => (
  <Act intent={intent} title={title} text={text}>
    <AdminForm intent={intent} label={title} pendingLabel="Saving…" variant={variant}>
      {() =>
        isMade === undefined ? null : (
          <input type="hidden" name="isMade" value={isMade ? "yes" : "no"} />
        )
      }
    </AdminForm>
  </Act>
);

interface ActProps {
  intent: FormIntent;
  title: string;
  text: string;
  children: ReactNode;
}

/** An act behind its name, which is open if it was refused. */
const Act = ({ intent, title, text, children }: ActProps) => (
  <details open={useResultOf(intent) !== undefined} className="py-1">
    <summary className="link inline-flex min-h-11 cursor-pointer items-center">{title}</summary>
    <p className="mb-4 max-w-measure text-muted">{text}</p>
    <div className="pb-5">{children}</div>
  </details>
);

const contentChoices = {
  keep: "What they wrote stays, without their name",
  delete: "Delete their articles, reviews and comments as well",
};

const Deletion = ({ name }: { name: string }) => (
  <Act
    intent="removeAccount"
    title="Delete the account"
    text="The account is deleted at once. This cannot be undone."
  >
    <AdminForm<"name" | "content">
      intent="removeAccount"
      label="Delete the account"
      pendingLabel="Deleting…"
      variant="danger"
      defaultValue={{ content: "keep" }}
    >
      {(fields) => (
        <>
          <RadioFieldset legend="What happens to what they wrote" field={fields.content}>
            <div className="mt-1.5 grid gap-1">
              {getCollectionProps(fields.content, {
                type: "radio",
                options: Object.keys(contentChoices),
              }).map(({ key, ...radio }) => (
                <label key={key} className="flex min-h-11 items-center gap-3 text-base">
                  <input {...radio} className="size-5 shrink-0 accent-accent" />
                  {contentChoices[radio.value as keyof typeof contentChoices]}
                </label>
              ))}
            </div>
          </RadioFieldset>
          <InputField
            label="Their name, to confirm"
            hint={`Type ${name}`}
            field={fields.name}
            autoComplete="off"
          />
        </>
      )}
    </AdminForm>
  </Act>
);
