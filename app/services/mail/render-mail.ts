import escapeHtml from "escape-html";
import { site } from "~/config/site";

/** The content of a mail, from which both its text and its HTML are rendered. */
export interface MailContent {
  subject: string;
  /** The name of the account; `null` if the mail must not reveal it. */
  name: string | null;
  before: readonly string[];
  link?: { label: string; url: string };
  after: readonly string[];
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

/** Renders a mail as text and HTML. @param origin the origin of this site, such as `https://example.org` */
export const renderMail = (
  content: MailContent,
  origin: string,
): { subject: string; text: string; html: string } => ({
  subject: content.subject,
  text: renderText(content, origin),
  html: renderHtml(content, origin),
});

const greetingOf = ({ name }: MailContent) => (name ? `Hello ${name},` : "Hello,");

function renderText(content: MailContent, origin: string): string {
  const { before, link, after } = content;
  const paragraphs = [
    greetingOf(content),
    ...before,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...after,
    // Mail programs show what follows two dashes and a space as a signature.
    `-- \n${site.name}\n${origin}`,
  ];
  return `${paragraphs.join("\n\n")}\n`;
}

/** Inline, because mail programs support hardly any other styles. */
const styles = {
  body: "margin:0;padding:24px;font-family:Georgia,serif;color:#1c1917",
  column: "max-width:560px;margin:0 auto;font-size:16px;line-height:1.5",
  button:
    "display:inline-block;padding:12px 20px;border-radius:6px;background:#1c1917;color:#ffffff;text-decoration:none",
  small: "font-size:13px;color:#57534e;overflow-wrap:anywhere",
};

function renderHtml(content: MailContent, origin: string): string {
  const { subject, before, link, after } = content;
  const paragraph = (text: string, style = "") =>
    `<p${style && ` style="${style}"`}>${escapeHtml(text)}</p>`;
  const anchor = (url: string, label: string, style = "") =>
    `<a href="${escapeHtml(url)}"${style && ` style="${style}"`}>${escapeHtml(label)}</a>`;
  return [
    "<!DOCTYPE html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${styles.body}"><div style="${styles.column}">`,
    ...[greetingOf(content), ...before].map((text) => paragraph(text)),
    ...(link
      ? [`<p>${anchor(link.url, link.label, styles.button)}</p>`, paragraph(link.url, styles.small)]
      : []),
    ...after.map((text) => paragraph(text)),
    `<hr><p style="${styles.small}">${anchor(origin, site.name)}</p>`,
    "</div></body></html>",
  ].join("\n");
}
