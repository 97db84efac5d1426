import escapeHtml from "escape-html";
import { site } from "~/config/site";

/** The content of a mail, from which both its text and its HTML are rendered. */
export interface MailContent {
  subject: string;
  before: readonly string[];
  /** A page of this site. */
  link?: { label: string; path: string };
  after?: readonly string[];
}

/** Who gets a mail, and from where. */
export interface MailFrame {
  /** The name of the account; `null` if the mail must not reveal it. */
  name: string | null;
  /** The origin of this site, such as `https://example.org`. */
  origin: string;
}

/** "29 Jan 2026" */
export const dayOf = (date: Date): string => date.toUTCString().slice(5, 16);

/**
 * Returns ` named “…”` for a name that a user has given to something. Only its letters, digits and hyphens are kept, so
 * that a mail in our name contains no link or address of theirs. Empty if nothing is left of it.
 */
export function named(name: string): string {
  const plain = name.replace(/[^\p{L}\p{M}\p{Nd}-]+/gu, " ").trim();
  return plain && ` named “${plain}”`;
}

/** Renders a mail as text and HTML. */
export function renderMail(
  { subject, before, link, after = [] }: MailContent,
  { name, origin }: MailFrame,
): { subject: string; text: string; html: string } {
  const first = [name ? `Hello ${name},` : "Hello,", ...before];
  const url = link && origin + link.path;
  const text = [
    ...first,
    ...(link ? [`${link.label}:\n${url}`] : []),
    ...after,
    // Mail programs show what follows two dashes and a space as a signature.
    `-- \n${site.name}\n${origin}\n`,
  ].join("\n\n");
  const html = [
    "<!DOCTYPE html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${styles.body}"><div style="${styles.column}">`,
    ...first.map((line) => paragraph(line)),
    ...(link && url
      ? [`<p>${anchor(url, link.label, styles.button)}</p>`, paragraph(url, styles.small)]
      : []),
    ...after.map((line) => paragraph(line)),
    `<hr><p style="${styles.small}">${anchor(origin, site.name)}</p>`,
    "</div></body></html>",
  ].join("\n");
  return { subject, text, html };
}

const paragraph = (text: string, style = "") =>
  `<p${style && ` style="${style}"`}>${escapeHtml(text)}</p>`;

const anchor = (url: string, label: string, style = "") =>
  `<a href="${escapeHtml(url)}"${style && ` style="${style}"`}>${escapeHtml(label)}</a>`;

/** Inline, because mail programs support hardly any other styles. */
const styles = {
  body: "margin:0;padding:24px;font-family:Georgia,serif;color:#1c1917",
  column: "max-width:560px;margin:0 auto;font-size:16px;line-height:1.5",
  button:
    "display:inline-block;padding:12px 20px;border-radius:6px;background:#1c1917;color:#ffffff;text-decoration:none",
  small: "font-size:13px;color:#57534e;overflow-wrap:anywhere",
};
