/** The contents of mails about the second factor and the passkeys of an account, and what is added to notices. */
import { site } from "~/config/site";
import { dayOf, named, type MailContent } from "../mail/render-mail";

/** A change that the owner of the account is told about. */
export type Notice =
  | {
      kind:
        "secondFactorAdded" | "secondFactorRemoved" | "factorsTakenAway" | "recoveryCodesRenewed";
    }
  | { kind: "recoveryCodeUsed"; left: number }
  | { kind: "passkeyAdded" | "passkeyRemoved"; passkey: string };

const at = (what: string) => `${what} at ${site.name}`;

const codesLeft = (left: number): string =>
  left === 0
    ? "None are left: create new ones in your settings before you need one."
    : `${left === 1 ? "One is" : `${left} are`} left.`;

/** Returns the subject of a notice and the sentence that says what happened. */
function wordsOf(notice: Notice): [subject: string, happened: string] {
  switch (notice.kind) {
    case "secondFactorAdded":
      return [
        at("A second factor was added"),
        "An authenticator app was set up for your account just now. From now on, signing in with your password also requires a code.",
      ];
    case "secondFactorRemoved":
      return [
        at("Your second factor was removed"),
        "The second factor of your account was removed just now. From now on, you sign in with your password alone.",
      ];
    case "factorsTakenAway":
      return [
        at("Your second factor was removed"),
        "The operator of the site removed the second factor and all passkeys from your account just now. From now on, you sign in with your password alone.",
      ];
    case "recoveryCodesRenewed":
      return [
        at("New recovery codes were created"),
        "New recovery codes were created for your account just now. The earlier ones no longer work.",
      ];
    case "recoveryCodeUsed":
      return [
        at("A recovery code was used"),
        `A recovery code of your account was used just now, instead of a code from your authenticator app. ${codesLeft(notice.left)}`,
      ];
    case "passkeyAdded":
      return [
        at("A passkey was added"),
        `A passkey${named(notice.passkey)} was added to your account just now. It can be used to sign in without your password.`,
      ];
    case "passkeyRemoved":
      return [
        at("A passkey was removed"),
        `A passkey${named(notice.passkey)} was removed from your account just now.`,
      ];
  }
}

/** Returns a notice for the former address of an account, which can still be restored. */
export const forFormerAddress = (
  { subject, name, before }: MailContent,
  until: Date,
): MailContent => ({
  subject,
  name,
  before,
  after: [
    `You get this mail because your account had this address until it was changed. If you did not change it, restore it by ${dayOf(until)}: the link for that is in the mail that told you of the change.`,
  ],
});

/** Returns a notice that says that no more will follow for some time. */
export const asLastNotice = (content: MailContent): MailContent => ({
  ...content,
  after: [
    ...content.after,
    "There have been many changes to your account. We do not mail you the next ones within this hour.",
  ],
});

interface To {
  name: string;
  /** The page where the user can request a password reset. */
  url: string;
}

/** Returns the mail that tells the owner of an account what happened, and what to do if it was not them. */
export function noticeMail(notice: Notice, { name, url }: To): MailContent {
  const [subject, happened] = wordsOf(notice);
  return {
    subject,
    name,
    before: [happened, "If it was you, there is nothing to do."],
    link: { label: "If it was not you, set a new password", url },
    after: [
      notice.kind === "passkeyAdded"
        ? "Setting a new password signs everyone out and, within seven days, removes the passkey."
        : "Setting a new password signs everyone out.",
      `If that does not help, write to ${site.contactEmail}.`,
    ],
  };
}
