import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import sanitizeHtml from "sanitize-html";
import type { FeedEntry } from "~/services/feeds/feeds.server";
import { renderMarkdown } from "~/services/content/markdown.server";
import { linkify } from "../linkify";

/**
 * What there is to read of an entry, as HTML that is as safe as on our pages and whose addresses lead
 * here from wherever it is read.
 *
 * @param url where the entry is, absolute
 */
export function entryHtml({ paragraphs, markdown = "", source }: FeedEntry, url: string): string {
  const before = renderToStaticMarkup(
    <>
      {paragraphs.map((paragraph, index) => (
        <Paragraph key={index} text={paragraph} />
      ))}
    </>,
  );
  const after = source
    ? renderToStaticMarkup(
        <p>
          <a href={source.url} rel="ugc nofollow noopener">
            {source.title}
          </a>
        </p>,
      )
    : "";
  return before + absolute(renderMarkdown(markdown), url) + after;
}

/** @returns a text as a paragraph of HTML */
export const paragraphHtml = (text: string): string =>
  renderToStaticMarkup(<Paragraph text={text} />);

/** A text with its line breaks, and with its addresses as links. */
const Paragraph = ({ text }: { text: string }) => (
  <p>
    {linkify(text).flatMap((piece, index) =>
      typeof piece === "string" ? (
        withBreaks(piece, index)
      ) : (
        <a key={index} href={piece.href} rel="ugc nofollow noopener">
          {piece.text}
        </a>
      ),
    )}
  </p>
);

const withBreaks = (text: string, index: number) =>
  text.split("\n").flatMap((line, i) => (i === 0 ? [line] : [<br key={`${index} ${i}`} />, line]));

/**
 * What was written out lately, by address and HTML, up to some megabytes: readers ask for a feed again
 * and again, and its articles stay as they are.
 */
const written = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (html, key) => html.length + key.length,
});

/** @returns clean HTML with every address in it written out, as seen from an address */
function absolute(html: string, base: string): string {
  if (!html) return "";
  const key = `${base} ${html}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const made = writtenOut(html, base);
  written.set(key, made);
  return made;
}

function writtenOut(html: string, base: string): string {
  const resolve = (address: string | undefined) =>
    address && URL.canParse(address, base) ? new URL(address, base).href : address;
  return sanitizeHtml(html, {
    // It has been cleaned, so that there is nothing vulnerable left; what is left is kept.
    allowedTags: false,
    allowVulnerableTags: true,
    allowedAttributes: false,
    transformTags: {
      a: (tagName, { href, ...attributes }) => ({
        tagName,
        attribs: { ...attributes, ...(href ? { href: resolve(href)! } : {}) },
      }),
      img: (tagName, { src, ...attributes }) => ({
        tagName,
        attribs: { ...attributes, ...(src ? { src: resolve(src)! } : {}) },
      }),
    },
  });
}
