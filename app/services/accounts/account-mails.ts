/** What mails about an account say. */
import { site } from "~/config/site";
import { LINK_HOURS } from "~/domain/link-lifetimes";
import type { MailContent } from "../mail/render-mail";

interface LinkMail {
  /** The account's name; `null` where the mail goes to nobody. */
  name: string | null;
  url: string;
}

/** After a sign-up: is this address yours? */
export const proofMail = ({ name, url }: LinkMail): MailContent => ({
  subject: `Confirm your address for ${site.name}`,
  name,
  before: [
    `Welcome to ${site.name}. Please confirm that this address is yours, so that we can reach you when you need it: for a new password, for example.`,
  ],
  link: { label: "Confirm my address", url },
  after: [
    `The link can be used once, within ${LINK_HOURS.proveEmail} hours.`,
    "If you have not signed up, somebody typed your address by mistake: you need not do anything.",
  ],
});

/** After somebody forgot their password. */
export const resetMail = ({ name, url }: LinkMail): MailContent => ({
  subject: `Set a new password for ${site.name}`,
  name,
  before: ["Somebody, you we hope, has asked for a new password for your account."],
  link: { label: "Set a new password", url },
  after: [
    "The link can be used once, within an hour. Your old password stays valid until then, and if you do nothing.",
    "If it was not you, you can ignore this mail: nobody else can use the link.",
  ],
});

/** After a password was changed. */
export const passwordChangedMail = ({ name, url }: LinkMail): MailContent => ({
  subject: `Your password for ${site.name} was changed`,
  name,
  before: [
    "The password of your account was changed just now, and you were signed out everywhere.",
    "If it was you, all is well.",
  ],
  link: { label: "If it was not you, set a new password", url },
  after: [`If that does not help, write to ${site.contactEmail}.`],
});
