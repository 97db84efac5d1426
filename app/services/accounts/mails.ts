/** The contents of mails about an account. */
import { site } from "~/config/site";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import { dayOf, named, type MailContent } from "../mail/render-mail";

const IF_IT_WAS_YOU = "If it was you, there is nothing to do.";
const ifThatDoesNotHelp = () => `If that does not help, write to ${site.contactEmail}.`;
const NEW_PASSWORD = { label: "If it was not you, set a new password", path: "/forgot" };

/** Asks a new user to confirm their address. */
export const proofMail = (secret: string): MailContent => ({
  subject: `Confirm your address for ${site.name}`,
  before: [
    `Welcome to ${site.name}. Please confirm that this address is yours, so that we can reach you when you need it: for a new password, for example.`,
  ],
  link: { label: "Confirm my address", path: `/prove-email/${secret}` },
  after: [
    `The link can be used once, within ${LINK_HOURS["prove-email"]} hours.`,
    "If you did not sign up, someone typed your address by mistake, and you can ignore this mail.",
  ],
});

export const resetMail = (secret: string): MailContent => ({
  subject: `Set a new password for ${site.name}`,
  before: ["Someone, hopefully you, has asked for a new password for your account."],
  link: { label: "Set a new password", path: `/reset/${secret}` },
  after: [
    "The link can be used once, within an hour. Your old password stays valid until you set a new one.",
    "If it was not you, you can ignore this mail: nobody else can use the link.",
  ],
});

const whetherCancelled = (isDeletionCancelled: boolean): string[] =>
  isDeletionCancelled
    ? [
        "Your account was to be deleted. That was called off; if you still want it, ask for it again.",
      ]
    : [];

export const passwordChangedMail = ({
  isDeletionCancelled,
  arePasskeysRemoved = false,
}: {
  isDeletionCancelled: boolean;
  arePasskeysRemoved?: boolean;
}): MailContent => ({
  subject: `Your password for ${site.name} was changed`,
  before: [
    "The password of your account was changed just now. All other sessions have been signed out.",
    ...(arePasskeysRemoved
      ? ["Passkeys added within the last seven days were removed. You can add yours again."]
      : []),
    ...whetherCancelled(isDeletionCancelled),
    IF_IT_WAS_YOU,
  ],
  link: NEW_PASSWORD,
  after: [ifThatDoesNotHelp()],
});

/** Sent to the new address when a change of address is requested. */
export const confirmNewAddressMail = (secret: string): MailContent => ({
  subject: `Confirm your new address for ${site.name}`,
  before: [
    "You asked us to change the address of your account to this one. Please confirm the change.",
  ],
  link: { label: "Use this address", path: `/change-email/${secret}` },
  after: [
    `The link can be used once, within ${LINK_HOURS["change-email"]} hours.`,
    "If you did not ask for it, someone typed your address by mistake, and you can ignore this mail.",
  ],
});

/** Sent to the requested new address if another account already has it. */
export const addressTakenMail: MailContent = {
  subject: `Your address at ${site.name}`,
  before: [
    "Someone, hopefully you, asked to use this address for another account. It already belongs to an account, so nothing was changed.",
    "If it was you, sign in to that account instead.",
  ],
  link: { label: "I forgot the password", path: "/forgot" },
  after: ["If it was not you, you can ignore this mail."],
};

const RESTORE_DAYS = LINK_HOURS["restore-email"] / 24;

/**
 * Sent to the old address after it was changed.
 * @param secret of the link that restores the old address; `null` if an earlier link is still valid
 */
export const addressChangedMail = (newEmail: string, secret: string | null): MailContent => ({
  subject: `Your address at ${site.name} was changed`,
  before: [`The address of your account was changed to ${newEmail}.`, IF_IT_WAS_YOU],
  ...(secret && {
    link: { label: "If it was not you, restore your address", path: `/restore-email/${secret}` },
  }),
  after: [
    secret
      ? `For ${RESTORE_DAYS} days, the link restores this address and signs everyone out. You can then set a new password.`
      : `The address had already been changed within the last ${RESTORE_DAYS} days. If it was not you, use the link that we mailed then, or write to ${site.contactEmail}.`,
  ],
});

/** Sent to the old address after it was restored. */
export const addressRestoredMail = (secret: string, isDeletionCancelled: boolean): MailContent => ({
  subject: `Your account at ${site.name} is yours again`,
  before: [
    "Your account has this address again, and everyone was signed out. Its password no longer works, since someone else may know it.",
    ...whetherCancelled(isDeletionCancelled),
  ],
  link: { label: "Set a new password", path: `/reset/${secret}` },
  after: [
    "The link can be used once, within an hour. After that, you can ask for another one as if you had forgotten your password.",
  ],
});

export const tokenMadeMail = (token: string): MailContent => ({
  subject: `A new token for your account at ${site.name}`,
  before: [
    `A token${named(token)} was created for your account just now. A program that has it can act in your name.`,
    IF_IT_WAS_YOU,
  ],
  link: { label: "If it was not you, revoke it", path: "/settings/sessions" },
  after: ["Then change your password as well: whoever created the token knows it."],
});

export const exportReadyMail = (expiresAt: Date): MailContent => ({
  subject: `The copy of your data at ${site.name} is ready`,
  before: [
    `The copy of your data that you asked for is ready. You can download it until ${dayOf(expiresAt)}.`,
  ],
  link: { label: "Go to your data", path: "/settings/data" },
  after: ["If it was not you who asked, change your password: whoever asked is signed in as you."],
});

export const exportFailedMail: MailContent = {
  subject: `The copy of your data at ${site.name} could not be made`,
  before: [
    "The copy of your data that you asked for could not be made. We are sorry. Please ask for it again.",
  ],
  link: { label: "Go to your data", path: "/settings/data" },
  after: [ifThatDoesNotHelp()],
};

const whatStays = (withContent: boolean) =>
  withContent ? "with everything you wrote" : "and what you wrote stays, without your name";

export const deletionScheduledMail = (leavesAt: Date, withContent: boolean): MailContent => ({
  subject: `Your account at ${site.name} will be deleted`,
  before: [
    `You asked for your account to be deleted. It will be deleted on ${dayOf(leavesAt)}, ${whatStays(withContent)}.`,
    "Until then nothing changes, and you can call it off.",
  ],
  link: { label: "Call it off", path: "/settings/data" },
  after: ["If it was not you who asked, call it off and change your password."],
});

export const deletionCancelledMail: MailContent = {
  subject: `Your account at ${site.name} will not be deleted`,
  before: ["You called off the deletion of your account. Nothing was changed."],
};

/** The last mail to an account, sent when it is deleted. */
export const accountDeletedMail = (withContent: boolean): MailContent => ({
  subject: `Your account at ${site.name} was deleted`,
  before: [
    `Your account was deleted, ${whatStays(withContent)}. This is our last mail to you.`,
    "Thank you for having been with us.",
  ],
});

/** Tells what happened to a factor of the account, and what to do if it was not the owner. */
const factorMail = (
  what: string,
  happened: string,
  effect = "Setting a new password signs everyone out.",
): MailContent => ({
  subject: `${what} at ${site.name}`,
  before: [happened, IF_IT_WAS_YOU],
  link: NEW_PASSWORD,
  after: [effect, ifThatDoesNotHelp()],
});

export const secondFactorAddedMail = factorMail(
  "A second factor was added",
  "An authenticator app was set up for your account just now. From now on, signing in with your password also requires a code.",
);

export const secondFactorRemovedMail = factorMail(
  "Your second factor was removed",
  "The second factor of your account was removed just now. From now on, you sign in with your password alone.",
);

export const factorsTakenAwayMail = factorMail(
  "Your second factor was removed",
  "The operator of the site removed the second factor and all passkeys from your account just now. From now on, you sign in with your password alone.",
);

export const recoveryCodesRenewedMail = factorMail(
  "New recovery codes were created",
  "New recovery codes were created for your account just now. The earlier ones no longer work.",
);

export function recoveryCodeUsedMail(left: number): MailContent {
  const count = left === 1 ? "One is left." : `${left} are left.`;
  return factorMail(
    "A recovery code was used",
    `A recovery code of your account was used just now, instead of a code from your authenticator app. ${left ? count : "None are left: create new ones in your settings before you need one."}`,
  );
}

export const passkeyAddedMail = (passkey: string): MailContent =>
  factorMail(
    "A passkey was added",
    `A passkey${named(passkey)} was added to your account just now. It can be used to sign in without your password.`,
    "Setting a new password signs everyone out and, within seven days, removes the passkey.",
  );

export const passkeyRemovedMail = (passkey: string): MailContent =>
  factorMail(
    "A passkey was removed",
    `A passkey${named(passkey)} was removed from your account just now.`,
  );

/** Returns a mail about a change for the former address of an account, which can still be restored. */
export const forFormerAddress = ({ subject, before }: MailContent, until: Date): MailContent => ({
  subject,
  before,
  after: [
    `You get this mail because your account had this address until it was changed. If you did not change it, restore it by ${dayOf(until)}: the link for that is in the mail that told you of the change.`,
  ],
});

/** Returns a mail about a change that says that no more will follow for some time. */
export const asLastAccountMail = ({ after = [], ...content }: MailContent): MailContent => ({
  ...content,
  after: [
    ...after,
    "There have been many changes to your account. We do not mail you the next ones within this hour.",
  ],
});
