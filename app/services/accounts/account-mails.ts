/** The contents of mails about an account. */
import { site } from "~/config/site";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import { dayOf, named, type MailContent } from "../mail/render-mail";

interface LinkMail {
  /** The account's name; `null` if there is no account and the mail is not sent. */
  name: string | null;
  url: string;
}

/** Asks a new user to confirm their address. */
export const proofMail = ({ name, url }: LinkMail): MailContent => ({
  subject: `Confirm your address for ${site.name}`,
  name,
  before: [
    `Welcome to ${site.name}. Please confirm that this address is yours, so that we can reach you when you need it: for a new password, for example.`,
  ],
  link: { label: "Confirm my address", url },
  after: [
    `The link can be used once, within ${LINK_HOURS.proveEmail} hours.`,
    "If you did not sign up, someone typed your address by mistake, and you can ignore this mail.",
  ],
});

/** Sent when a password reset is requested. */
export const resetMail = ({ name, url }: LinkMail): MailContent => ({
  subject: `Set a new password for ${site.name}`,
  name,
  before: ["Someone, hopefully you, has asked for a new password for your account."],
  link: { label: "Set a new password", url },
  after: [
    "The link can be used once, within an hour. Your old password stays valid until you set a new one.",
    "If it was not you, you can ignore this mail: nobody else can use the link.",
  ],
});

const DELETION_CANCELLED =
  "Your account was to be deleted. That was called off; if you still want it, ask for it again.";

interface AccessEndedMail extends LinkMail {
  isDeletionCancelled: boolean;
}

interface PasswordChangedMail extends AccessEndedMail {
  arePasskeysRemoved?: boolean;
}

export const passwordChangedMail = ({
  name,
  url,
  isDeletionCancelled,
  arePasskeysRemoved = false,
}: PasswordChangedMail): MailContent => ({
  subject: `Your password for ${site.name} was changed`,
  name,
  before: [
    "The password of your account was changed just now. All other sessions have been signed out.",
    ...(arePasskeysRemoved
      ? ["Passkeys added within the last seven days were removed. You can add yours again."]
      : []),
    ...(isDeletionCancelled ? [DELETION_CANCELLED] : []),
    "If it was you, there is nothing to do.",
  ],
  link: { label: "If it was not you, set a new password", url },
  after: [`If that does not help, write to ${site.contactEmail}.`],
});

/** Sent to the new address when a change of address is requested. */
export const confirmNewAddressMail = ({ name, url }: LinkMail): MailContent => ({
  subject: `Confirm your new address for ${site.name}`,
  name,
  before: [
    "You asked us to change the address of your account to this one. Please confirm the change.",
  ],
  link: { label: "Use this address", url },
  after: [
    `The link can be used once, within ${LINK_HOURS.changeEmail} hours.`,
    "If you did not ask for it, someone typed your address by mistake, and you can ignore this mail.",
  ],
});

/** Sent to the requested new address if another account already has it. */
export const addressTakenMail = ({ url }: Pick<LinkMail, "url">): MailContent => ({
  subject: `Your address at ${site.name}`,
  name: null,
  before: [
    "Someone, hopefully you, asked to use this address for another account. It already belongs to an account, so nothing was changed.",
    "If it was you, sign in to that account instead.",
  ],
  link: { label: "I forgot the password", url },
  after: ["If it was not you, you can ignore this mail."],
});

interface AddressChangedMail {
  name: string;
  newEmail: string;
  /** The link that restores the old address; `null` if an earlier link is still valid. */
  url: string | null;
}

/** Sent to the old address after it was changed. */
export const addressChangedMail = ({ name, newEmail, url }: AddressChangedMail): MailContent => ({
  subject: `Your address at ${site.name} was changed`,
  name,
  before: [
    `The address of your account was changed to ${newEmail}.`,
    "If it was you, there is nothing to do.",
  ],
  ...(url && { link: { label: "If it was not you, restore your address", url } }),
  after: url
    ? [
        `For ${LINK_HOURS.restoreEmail / 24} days, the link restores this address and signs everyone out. You can then set a new password.`,
      ]
    : [
        `The address had already been changed within the last ${LINK_HOURS.restoreEmail / 24} days. If it was not you, use the link that we mailed then, or write to ${site.contactEmail}.`,
      ],
});

/** Sent to the old address after it was restored. */
export const addressRestoredMail = ({
  name,
  url,
  isDeletionCancelled,
}: AccessEndedMail): MailContent => ({
  subject: `Your account at ${site.name} is yours again`,
  name,
  before: [
    "Your account has this address again, and everyone was signed out. Its password no longer works, since someone else may know it.",
    ...(isDeletionCancelled ? [DELETION_CANCELLED] : []),
  ],
  link: { label: "Set a new password", url },
  after: [
    "The link can be used once, within an hour. After that, you can ask for another one as if you had forgotten your password.",
  ],
});

/** Sent after the user created an API token. */
export const tokenMadeMail = ({ name, token, url }: LinkMail & { token: string }): MailContent => ({
  subject: `A new token for your account at ${site.name}`,
  name,
  before: [
    `A token${named(token)} was created for your account just now. A program that has it can act in your name.`,
    "If it was you, there is nothing to do.",
  ],
  link: { label: "If it was not you, revoke it", url },
  after: ["Then change your password as well: whoever created the token knows it."],
});

/** Sent when the export of a user's data is ready. */
export const exportReadyMail = ({
  name,
  url,
  expiresAt,
}: LinkMail & { expiresAt: Date }): MailContent => ({
  subject: `The copy of your data at ${site.name} is ready`,
  name,
  before: [
    `The copy of your data that you asked for is ready. You can download it until ${dayOf(expiresAt)}.`,
  ],
  link: { label: "Go to your data", url },
  after: ["If it was not you who asked, change your password: whoever asked is signed in as you."],
});

/** Sent when the export of a user's data failed. */
export const exportFailedMail = ({ name, url }: LinkMail): MailContent => ({
  subject: `The copy of your data at ${site.name} could not be made`,
  name,
  before: [
    "The copy of your data that you asked for could not be made. We are sorry. Please ask for it again.",
  ],
  link: { label: "Go to your data", url },
  after: [`If that does not help, write to ${site.contactEmail}.`],
});

interface DeletionScheduledMail extends LinkMail {
  leavesAt: Date;
  withContent: boolean;
}

/** Sent after the user asked for their account to be deleted. */
export const deletionScheduledMail = ({
  name,
  url,
  leavesAt,
  withContent,
}: DeletionScheduledMail): MailContent => ({
  subject: `Your account at ${site.name} will be deleted`,
  name,
  before: [
    `You asked for your account to be deleted. It will be deleted on ${dayOf(leavesAt)}, ${withContent ? "with everything you wrote" : "and what you wrote stays, without your name"}.`,
    "Until then nothing changes, and you can call it off.",
  ],
  link: { label: "Call it off", url },
  after: ["If it was not you who asked, call it off and change your password."],
});

/** Sent after the user cancelled the deletion. */
export const deletionCancelledMail = ({ name }: Pick<LinkMail, "name">): MailContent => ({
  subject: `Your account at ${site.name} will not be deleted`,
  name,
  before: ["You called off the deletion of your account. Nothing was changed."],
  after: [],
});

/** The last mail to an account, sent when it is deleted. */
export const accountDeletedMail = ({
  name,
  withContent,
}: Pick<LinkMail, "name"> & { withContent: boolean }): MailContent => ({
  subject: `Your account at ${site.name} was deleted`,
  name,
  before: [
    `Your account was deleted, ${withContent ? "with everything you wrote" : "and what you wrote stays, without your name"}. This is our last mail to you.`,
    "Thank you for having been with us.",
  ],
  after: [],
});
