import escapeHtml from "escape-html";
import { site } from "~/config/site";
import { truncate } from "~/domain/character-count";

/** A link to a page of this site. */
interface MailLink {
  label: string;
  path: string;
}

/** A text that is shown character by character, with a sentence about it. */
export interface ExactText {
  about: string;
  text: string;
}

interface MailSection {
  title: string;
  items: readonly (MailLink & { detail?: string | undefined })[];
  more?: MailLink | undefined;
}

/** The content of a mail, from which both its text and its HTML are rendered. */
export interface MailContent {
  subject: string;
  before: readonly string[];
  link?: MailLink;
  sections?: readonly MailSection[];
  after?: readonly string[];
  /** What stands below the name of the site. */
  foot?: { lines: readonly string[]; links: readonly MailLink[]; exact?: ExactText };
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

/** Characters that change the direction of what follows, or that nobody sees. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/**
 * Returns a text that somebody else has written for a line of a mail: without line breaks, cut to a length, with spaces
 * where a mail program would find a link or an address, and so that its direction does not reach beyond it.
 */
export function foreignText(text: string, limit = 120): string {
  const line = text
    .replace(INVISIBLE, "")
    .replace(/(?<=\S)([.\u2024\u3002\ufe52\uff0e\uff61])(?=\p{L})/gu, "$1 ")
    .replace(/:(?=[/\\\uff0f])|(?<=\S)[@\ufe6b\uff20](?=\S)/g, " $& ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const short = truncate(line, limit);
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}

/** Renders a mail as text and HTML. */
export function renderMail(
  { subject, before, link, sections = [], after = [], foot }: MailContent,
  { name, origin }: MailFrame,
): { subject: string; text: string; html: string } {
  const first = [name ? `Hello ${name},` : "Hello,", ...before];
  const url = link && origin + link.path;
  const asText = ({ label, path }: MailLink) => `${label}:\n${origin}${path}`;
  const text = [
    ...first,
    ...(link ? [asText(link)] : []),
    ...sections.flatMap(({ title, items, more }) => [
      `${title}\n${"-".repeat(title.length)}`,
      ...items.map(({ label, path, detail }) =>
        [`* ${label}`, ...(detail ? [detail] : []), origin + path].join("\n  "),
      ),
      ...(more ? [asText(more)] : []),
    ]),
    ...after,
    // Mail programs show what follows two dashes and a space as a signature.
    `-- \n${site.name}\n${origin}`,
    ...(foot
      ? [...foot.lines, ...foot.links.map(asText), foot.exact?.about ?? "", foot.exact?.text ?? ""]
      : []),
  ];
  const html = [
    "<!DOCTYPE html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${styles.body}"><div style="${styles.column}">`,
    ...first.map((line) => paragraph(line)),
    ...(link && url
      ? [`<p>${anchor(url, link.label, styles.button)}</p>`, paragraph(url, styles.small)]
      : []),
    ...sections.flatMap((section) => sectionHtml(section, origin)),
    ...after.map((line) => paragraph(line)),
    `<hr><p style="${styles.small}">${anchor(origin, site.name)}</p>`,
    ...(foot?.lines.map((line) => paragraph(line, styles.small)) ?? []),
    ...(foot?.links.map(
      ({ label, path }) => `<p style="${styles.small}">${anchor(origin + path, label)}</p>`,
    ) ?? []),
    ...(foot?.exact
      ? [
          paragraph(foot.exact.about, styles.small),
          `<pre style="${styles.exact}">${escapeHtml(foot.exact.text)}</pre>`,
        ]
      : []),
    "</div></body></html>",
  ].join("\n");
  return { subject, text: `${text.filter(Boolean).join("\n\n")}\n`, html };
}

const sectionHtml = ({ title, items, more }: MailSection, origin: string): string[] => [
  `<h2 style="${styles.heading}">${escapeHtml(title)}</h2>`,
  `<ul style="${styles.list}">`,
  ...items.map(({ label, path, detail }) => {
    const below = detail ? `<br><span style="${styles.small}">${escapeHtml(detail)}</span>` : "";
    return `<li style="${styles.item}">${anchor(origin + path, label)}${below}</li>`;
  }),
  "</ul>",
  ...(more ? [`<p>${anchor(origin + more.path, more.label)}</p>`] : []),
];

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
  heading: "margin:32px 0 8px;font-size:20px;line-height:1.3",
  list: "margin:0;padding-left:20px",
  item: "margin:0 0 12px;overflow-wrap:anywhere",
  exact: "font-size:12px;color:#57534e;white-space:pre-wrap;overflow-wrap:anywhere",
};
