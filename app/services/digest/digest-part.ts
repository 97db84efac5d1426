import type { MailContent } from "../mail/render-mail";

/** After `since`, and not after `until`. */
export interface Period {
  since: Date;
  until: Date;
}

/** A part of a digest. */
export interface DigestPart {
  /** Its share of the subject, such as “3 answers”. */
  summary: string;
  section: NonNullable<MailContent["sections"]>[number];
  /** The ids of the accounts, texts and applications that it tells of. */
  about: string[];
}
