import { readFile } from "node:fs/promises";
import path from "node:path";
import GithubSlugger, { slug } from "github-slugger";
import { LRUCache } from "lru-cache";
import sanitizeHtml from "sanitize-html";
import { balancedHtml } from "./balanced-html.server";
import { boundedHtml } from "./bounded-markdown.server";
import { ANCHOR } from "./footnotes.server";
import { FORMULA_ATTRIBUTES, FORMULA_CLASSES, FORMULA_TAGS } from "./formulas.server";
import { ALLOWED_TAGS } from "./html-in-markdown.server";

/** What the author of a text is told that `isReadableMarkdown` refuses. */
export const UNREADABLE_MARKDOWN =
  "Please use fewer signs of Markdown in a paragraph, and fewer levels.";

interface Rendered {
  html: string;
  /** Whether the limits allowed to render it as Markdown. */
  isReadable: boolean;
}

/** Recently rendered texts by Markdown, up to some megabytes, because many texts are read more than once. */
const rendered = new LRUCache<string, Rendered>({
  maxSize: 8 * 1024 * 1024,
  // The cache requires a positive size, also for an empty text.
  sizeCalculation: ({ html }, markdown) => html.length + markdown.length + 1,
});

/**
 * Renders Markdown, as `boundedHtml` does, as HTML that is safe and balanced and whose headings begin at `h2` and can
 * be linked to. Markdown that is too expensive to render is returned as escaped plain text.
 * @param markdown untrusted
 */
export const renderMarkdown = (markdown: string): string => render(markdown).html;

/** @returns whether a text can be rendered as Markdown instead of being shown as plain text */
export const isReadableMarkdown = (markdown: string): boolean => render(markdown).isReadable;

function render(markdown: string): Rendered {
  const known = rendered.get(markdown);
  if (known) return known;
  const html = renderUnfinishedMarkdown(markdown);
  const made = { html: html ?? plainTextHtml(markdown), isReadable: html !== null };
  rendered.set(markdown, made);
  return made;
}

/**
 * Like `renderMarkdown`, for a text that is still being written. It is not cached, because the next version differs.
 * @returns `null` for Markdown that `isReadableMarkdown` refuses
 */
export function renderUnfinishedMarkdown(markdown: string): string | null {
  const safe = safeHtml(markdown);
  return safe === null ? null : withStructure(safe);
}

function safeHtml(markdown: string): string | null {
  const html = boundedHtml(markdown);
  return html === null ? null : balancedHtml(withoutEmptyImages(sanitizeHtml(html, rules)));
}

function withStructure(html: string): string {
  // The sanitiser removes all other attributes of these, so these patterns match every one of them.
  return withOutline(html)
    .replaceAll("<table>", regions("table", "Table", "<table>"))
    .replaceAll("</table>", "</table></div>")
    .replaceAll('<div class="math">', regions("math", "Formula"))
    .trim();
}

/**
 * Gives the headings, including those in raw HTML, the levels that they have on a page, and ids as GitHub does. Links
 * to headings by their names, such as `#past-returns`, get the prefix of the ids.
 */
function withOutline(html: string): string {
  const levels = headingLevels([...html.matchAll(/<h([1-6])>/g)].map(([, depth]) => Number(depth)));
  const open: number[] = [];
  const slugger = new GithubSlugger();
  return html
    .replaceAll(/<(\/?)h[1-6]>/g, (_, slash: string, at: number) => {
      if (slash) return `</h${open.pop()}>`;
      open.push(levels.shift()!);
      const name = slugOf(html.slice(at, html.indexOf("</h", at)));
      return `<h${open.at(-1)} id="${ANCHOR}${slugger.slug(name)}">`;
    })
    .replaceAll(/(?<=<a href="#)[^"]*/g, (target) => {
      const name = slug(decoded(target));
      return Object.hasOwn(slugger.occurrences, name) ? ANCHOR + encodeURIComponent(name) : target;
    });
}

/** A page has its own `h1`, so the headings of a text begin one level below. */
const FIRST_LEVEL = 2;
const DEEPEST_LEVEL = 6;

/**
 * Returns the levels that the headings of a text have on a page: the first is an `h2`, and none is more than one
 * level below its parent.
 * @param depths the levels that the author used, 1 to 6, in document order
 */
function headingLevels(depths: readonly number[]): number[] {
  const open: number[] = [];
  return depths.map((depth) => {
    while (open.length && open.at(-1)! >= depth) open.pop();
    open.push(depth);
    return Math.min(DEEPEST_LEVEL, FIRST_LEVEL + open.length - 1);
  });
}

/** The name of a heading in links, without its footnotes and markup. */
const slugOf = (heading: string): string =>
  slug(heading.replaceAll(/<a[^>]* role="doc-noteref">[^<]*|<[^>]*>|&\w+;/g, "").trim()) ||
  "section";

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Returns start tags of elements that scroll wide contents. Numbers distinguish those of one kind in a text. */
function regions(kind: string, label: string, content = ""): () => string {
  let count = 0;
  return () => {
    count += 1;
    const name = count > 1 ? `${label} ${count}` : label;
    return `<div class="${kind}" role="region" aria-label="${name}" tabindex="0">${content}`;
  };
}

const plainTextHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("\n");

const isInternal = (href: string) => href.startsWith("#") || /^\/(?![/\\])/.test(href);

/** Ids and labels that only footnotes have. Authors may not give them to other elements. */
const FOOTNOTE_ID = new RegExp(`^${ANCHOR}fn(?:ref)?:[\\d:]+$`);
const FOOTNOTE_LABEL = /^(?:Notes|Back to the text(?: \d+)?)$/;

const rules: sanitizeHtml.IOptions = {
  allowedTags: [...ALLOWED_TAGS, "section", "div", ...FORMULA_TAGS],
  allowedAttributes: {
    a: ["href", "title", "rel", "id", "role", "aria-label"],
    img: ["src", "alt", "title", "loading", "decoding", "referrerpolicy"],
    abbr: ["title"],
    li: ["id"],
    ol: ["start"],
    section: ["role", "aria-label"],
    th: [{ name: "align", values: ["left", "center", "right"] }],
    td: [{ name: "align", values: ["left", "center", "right"] }],
    ...Object.fromEntries(FORMULA_TAGS.map((tag) => [tag, FORMULA_ATTRIBUTES])),
  },
  allowedClasses: {
    div: ["math"],
    ...Object.fromEntries(FORMULA_TAGS.map((tag) => [tag, FORMULA_CLASSES])),
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
  transformTags: {
    // The author's own `rel` is replaced.
    a: (tagName, { rel: _, id = "", role = "", "aria-label": label = "", ...attributes }) => ({
      tagName,
      attribs: {
        ...attributes,
        ...(isInternal(attributes.href ?? "") ? {} : { rel: "ugc nofollow noopener" }),
        ...(FOOTNOTE_ID.test(id) ? { id } : {}),
        ...(/^doc-(?:noteref|backlink)$/.test(role) ? { role } : {}),
        ...(FOOTNOTE_LABEL.test(label) ? { "aria-label": label } : {}),
      },
    }),
    li: (tagName, { id = "" }): sanitizeHtml.Tag => ({
      tagName,
      attribs: FOOTNOTE_ID.test(id) ? { id } : {},
    }),
    img: (tagName, { src = "", alt = "", ...attributes }) => ({
      tagName,
      attribs: {
        src,
        alt,
        ...attributes,
        loading: "lazy",
        decoding: "async",
        referrerpolicy: "no-referrer",
      },
    }),
  },
};

/** Replaces images whose source was refused by their descriptions, apart from the words around them. */
const withoutEmptyImages = (html: string): string =>
  html.replaceAll(/<img alt="([^"]*)"[^>]*>/g, " $1 ");

export interface Content {
  /** The first heading of the text. */
  title: string;
  html: string;
}

const files = new Map<string, Promise<string>>();

/**
 * Reads one of the site's own texts from `content/`: once, except in development.
 * @param name the file name without its extension
 */
export function readContentFile(name: string): Promise<string> {
  const known = files.get(name);
  if (known && process.env.NODE_ENV !== "development") return known;
  const made = load(name);
  files.set(name, made);
  // A failure is not cached.
  made.catch(() => files.delete(name));
  return made;
}

async function load(name: string): Promise<string> {
  if (!/^[a-z][a-z-]*$/.test(name)) throw new Error(`No content is called ${name}`);
  return readFile(path.join(process.cwd(), "content", `${name}.md`), "utf8");
}

/**
 * Renders one of the site's own texts, whose first line is its title.
 * @returns with `isReadable`, whether the limits allowed to render it as Markdown
 */
export function renderContent(text: string): Content & { isReadable: boolean } {
  const trimmed = text.trimStart();
  const [, title = "", body = trimmed] = /^# +(.+?)\s*\n([^]*)$/.exec(trimmed) ?? [];
  return { title, ...render(body) };
}
