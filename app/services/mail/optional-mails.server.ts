/** Mails that people can do without: notices and digests. Each says why it came, and how it is the last one. */
import { addHours } from "date-fns/addHours";
import { environment } from "~/config/env.server";
import { noticeRules } from "~/domain/notices";
import type { Viewer } from "~/domain/viewer";
import type { MailSettings } from "~/models/mail-settings.server";
import { isStopped, unsubscribePath, type EndedMails } from "./mail-settings.server";
import { queueMail } from "./outbox.server";
import type { ExactText, MailContent } from "./render-mail";

/** How long delivery is retried. What such a mail tells is on the page of notices as well, so this is short. */
const RETRY_HOURS = 12;

let localOrigin = "http://localhost";

/** Sets the origin of links where none is configured, as on the operator's own machine. */
export function setLocalOrigin(origin: string): void {
  localOrigin = origin;
}

/** @returns the origin of links in mails that no request asks for */
export const linkOrigin = (): string => environment().APP_ORIGIN ?? localOrigin;

/**
 * @returns whether somebody may be mailed what they have not asked for just now: their address is confirmed and its
 *   server takes mails. The people of the sample community have no real addresses
 */
export const mayBeMailed = (reader: Viewer, settings: MailSettings | null): boolean =>
  reader.hasProvenEmail &&
  !isStopped(settings, reader.email) &&
  !(settings?.isSample && environment().SMTP_URL);

interface OptionalMail {
  reader: Viewer;
  settings: MailSettings | null;
  /** What the mail is, and what its link ends. */
  what: Exclude<EndedMails, "all">;
  /** Names the occasion, for which this person gets only one mail. */
  occasion: string;
  /** The ids of the accounts, texts and applications that it tells of. */
  about: string[];
  content: Omit<MailContent, "foot">;
  exact?: ExactText;
}

/** Puts a notice or a digest into the outbox, once for an occasion. */
export async function queueOptionalMail(mail: OptionalMail): Promise<void> {
  const { reader, settings, what, occasion, about, content, exact } = mail;
  const path = await unsubscribePath(reader.id, settings, what);
  const why =
    what === "digest"
      ? "You get this digest because you asked for it in your settings."
      : `You get this mail by your settings for “${noticeRules(what).label}”.`;
  await queueMail({
    userId: reader.id,
    name: reader.name,
    to: reader.email,
    origin: linkOrigin(),
    expiresAt: addHours(new Date(), RETRY_HOURS),
    key: `${reader.id} ${occasion}`,
    unsubscribePath: path,
    about,
    content: {
      ...content,
      foot: {
        lines: [`${why} Replies to it are not read.`],
        links: [
          { label: "No more mails of this kind", path },
          { label: "Choose what is mailed to you", path: "/settings/notifications" },
        ],
        ...(exact && { exact }),
      },
    },
  });
}
