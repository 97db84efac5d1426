import { readFile } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import sanitizeHtml from "sanitize-html";
import { balancedHtml } from "./balanced-html.server";
import { boundedHtml } from "./bounded-markdown.server";
import { headingLevels } from "./heading-levels";

/** Recently rendered HTML by Markdown, up to some megabytes, because many texts are read more than once. */
const rendered = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  // The cache requires a positive size, also for an empty text.
  sizeCalculation: (html, markdown) => html.length + markdown.length + 1,
});

/**
 * Renders Markdown, with GitHub's tables and strikethrough, as HTML that is safe and balanced and whose headings
 * begin at `h2`. Markdown that is too expensive to render is returned as escaped plain text.
 *
 * @param markdown untrusted
 */
export function renderMarkdown(markdown: string): string {
  const known = rendered.get(markdown);
  if (known !== undefined) return known;
  const safe = safeHtml(markdown);
  const html = safe === null ? plainTextHtml(markdown) : withStructure(safe);
  rendered.set(markdown, html);
  return html;
}

/**
 * Like `renderMarkdown`, for a text that is still being written. It is not cached, because the next version differs.
 *
 * @returns `null` for Markdown that `isReadableMarkdown` refuses
 */
export function renderUnfinishedMarkdown(markdown: string): string | null {
  const safe = safeHtml(markdown);
  return safe === null ? null : withStructure(safe);
}

/** @returns whether a text can be rendered as Markdown instead of being shown as plain text */
export const isReadableMarkdown = (markdown: string): boolean => safeHtml(markdown) !== null;

/** @returns `null` if the Markdown or its HTML exceeds the limits */
function safeHtml(markdown: string): string | null {
  const html = boundedHtml(markdown);
  return html === null ? null : balancedHtml(sanitizeHtml(html, rules));
}

function withStructure(html: string): string {
  let tables = 0;
  // The sanitiser removes all attributes of tables and headings, so these patterns match every one of them.
  return withOutline(html)
    .replaceAll("<table>", () => `${tableRegion((tables += 1))}<table>`)
    .replaceAll("</table>", "</table></div>")
    .trim();
}

/** Gives the headings, including those in raw HTML, the levels that they have on a page. */
function withOutline(html: string): string {
  const levels = headingLevels([...html.matchAll(/<h([1-6])>/g)].map(([, depth]) => Number(depth)));
  const open: number[] = [];
  return html.replaceAll(/<(\/?)h[1-6]>/g, (_, slash: string) => {
    if (!slash) open.push(levels.shift()!);
    return `<${slash}h${slash ? open.pop() : open.at(-1)}>`;
  });
}

/** The start tag of the element that scrolls a wide table. Numbers distinguish the tables of a text. */
const tableRegion = (number: number) =>
  `<div class="table" role="region" aria-label="Table${number > 1 ? ` ${number}` : ""}" tabindex="0">`;

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

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "blockquote", "pre", "hr", "br"],
    ...["ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td"],
    ...["a", "img", "strong", "em", "b", "i", "del", "s", "code", "kbd", "sup", "sub", "abbr"],
  ],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "loading", "decoding", "referrerpolicy"],
    abbr: ["title"],
    ol: ["start"],
    th: [{ name: "align", values: ["left", "center", "right"] }],
    td: [{ name: "align", values: ["left", "center", "right"] }],
  },
  allowedSchemes: ["http", "https", "mailto"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
  transformTags: {
    // The author's own `rel` is replaced.
    a: (tagName, { rel: _, ...attributes }) => ({
      tagName,
      attribs: isInternal(attributes.href ?? "")
        ? attributes
        : { ...attributes, rel: "ugc nofollow noopener" },
    }),
    img: (tagName, attributes) => ({
      tagName,
      attribs: {
        ...attributes,
        alt: attributes.alt ?? "",
        loading: "lazy",
        decoding: "async",
        referrerpolicy: "no-referrer",
      },
    }),
  },
  // Without its refused source, an image would be an empty frame.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
};

interface Content {
  /** The first heading of the text. */
  title: string;
  /** The rest of the text. */
  html: string;
}

interface ContentValues {
  product: string;
  contact?: string;
}

const read = new Map<string, Promise<Content>>();

/**
 * Renders one of the site's own texts from `content/`. It is read once, except in development.
 *
 * @param name the file name without its extension
 * @param values the values of the placeholders `{product}` and `{contact}`
 */
export function renderContent(name: string, values: ContentValues): Promise<Content> {
  const key = JSON.stringify([name, values.product, values.contact]);
  const known = read.get(key);
  if (known && process.env.NODE_ENV !== "development") return known;
  const made = load(name, values);
  read.set(key, made);
  // A failure is not cached.
  made.catch(() => read.delete(key));
  return made;
}

async function load(name: string, { product, contact = "" }: ContentValues): Promise<Content> {
  if (!/^[a-z][a-z-]*$/.test(name)) throw new Error(`No content is called ${name}`);
  const file = path.join(process.cwd(), "content", `${name}.md`);
  const text = (await readFile(file, "utf8"))
    .replaceAll("{product}", product)
    .replaceAll("{contact}", contact)
    .trimStart();
  const [, title = "", body = text] = /^# +(.+?)\s*\n([^]*)$/.exec(text) ?? [];
  return { title, html: renderMarkdown(body) };
}
