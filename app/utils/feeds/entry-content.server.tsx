import { renderToStaticMarkup } from "react-dom/server";
import sanitizeHtml from "sanitize-html";
import type { FeedEntry } from "~/services/feeds/feed";
import { renderMarkdown } from "~/services/content/markdown.server";
import { withDirections } from "~/services/content/text-direction";
import { linkify } from "~/domain/linkify";

/**
 * An entry's content as sanitised HTML with absolute URLs.
 * @param url the entry's absolute URL
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
        <p dir="auto">
          <a href={source.url} rel="ugc nofollow noopener">
            {source.title}
          </a>
        </p>,
      )
    : "";
  const html = withDirections(withTex(renderMarkdown(markdown)));
  return before + withAbsoluteUrls(html, url) + after;
}

/** Shows formulae as they were typed, because many feed readers remove the elements of MathML. */
const withTex = (html: string): string =>
  html.replaceAll(/<math alttext="([^"]*)"[^]*?<\/math>/g, "<code>$1</code>");

export const paragraphHtml = (text: string): string =>
  renderToStaticMarkup(<Paragraph text={text} />);

/** A paragraph of plain text with its line breaks, and its URLs as links. */
const Paragraph = ({ text }: { text: string }) => (
  <p dir="auto">
    {linkify(text).flatMap((segment, index) =>
      typeof segment === "string" ? (
        withBreaks(segment, index)
      ) : (
        <a key={index} href={segment.href} rel="ugc nofollow noopener">
          {segment.text}
        </a>
      ),
    )}
  </p>
);

const withBreaks = (text: string, index: number) =>
  text.split("\n").flatMap((line, i) => (i === 0 ? [line] : [<br key={`${index} ${i}`} />, line]));

/** @returns the HTML with all URLs resolved against a base */
function withAbsoluteUrls(html: string, base: string): string {
  const resolve = (address: string | undefined) =>
    address && URL.canParse(address, base) ? new URL(address, base).href : address;
  return sanitizeHtml(html, {
    // The HTML is already sanitised: keep everything and only rewrite URLs.
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
