/** The contents of mails about the second factor and the passkeys of an account. */
import { site } from "~/config/site";
import type { MailContent } from "../mail/render-mail";

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
    ? "None is left: make new ones in your settings before you need one."
    : `${left === 1 ? "One is" : `${left} are`} left.`;

/** Returns the subject of a notice and the sentence that says what happened. */
function wordsOf(notice: Notice): [subject: string, happened: string] {
  switch (notice.kind) {
    case "secondFactorAdded":
      return [
        at("A second factor for your account"),
        "An authenticator app was set up for your account just now. Signing in with your password asks for a code from now on.",
      ];
    case "secondFactorRemoved":
      return [
        at("Your second factor was removed"),
        "The second factor of your account was removed just now. Your password alone signs in from now on.",
      ];
    case "factorsTakenAway":
      return [
        at("Your second factor was removed"),
        "The operator of the site took the second factor and all passkeys of your account away just now. Your password alone signs in from now on.",
      ];
    case "recoveryCodesRenewed":
      return [
        at("New recovery codes"),
        "New recovery codes were made for your account just now. The earlier ones are no longer good.",
      ];
    case "recoveryCodeUsed":
      return [
        at("A recovery code was used"),
        `A recovery code of your account was used just now, in place of a code of your authenticator app. ${codesLeft(notice.left)}`,
      ];
    case "passkeyAdded":
      return [
        at("A passkey was added"),
        `The passkey “${notice.passkey}” was added to your account just now. It signs in without your password.`,
      ];
    case "passkeyRemoved":
      return [
        at("A passkey was removed"),
        `The passkey “${notice.passkey}” was removed from your account just now.`,
      ];
  }
}

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
    before: [happened, "If it was you, all is well."],
    link: { label: "If it was not you, set a new password", url },
    after: [
      notice.kind === "passkeyAdded"
        ? "A new password signs everybody out. The passkey stays until you remove it in your settings."
        : "A new password signs everybody out.",
      `If that does not help, write to ${site.contactEmail}.`,
    ],
  };
}
