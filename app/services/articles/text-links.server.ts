/** The links in what people write. */
import { linkify } from "~/domain/linkify";
import { renderMarkdown } from "../content/markdown.server";

/** What somebody writes, by field. */
export interface WrittenText {
  url?: string | null | undefined;
  imageUrl?: string | null | undefined;
  /** Plain texts, by the name of their field. */
  plain?: Readonly<Record<string, string | null | undefined>>;
  /** Markdown, by the name of its field. */
  markdown?: Readonly<Record<string, string | null | undefined>>;
}

/** A link, with the field of the text in which it stands. */
export interface FieldLink {
  field: string;
  url: string;
}

/** @returns all links of a text, in no particular order, without those to the site’s own pages by path */
export function linksIn({ url, imageUrl, plain = {}, markdown = {} }: WrittenText): FieldLink[] {
  return [
    ...(url ? [{ field: "url", url }] : []),
    ...(imageUrl ? [{ field: "imageUrl", url: imageUrl }] : []),
    ...Object.entries(plain).flatMap(([field, text]) =>
      linkify(text ?? "").flatMap((segment) =>
        typeof segment === "object" && segment.href ? [{ field, url: segment.href }] : [],
      ),
    ),
    ...Object.entries(markdown).flatMap(([field, text]) =>
      hrefsIn(text ?? "").map((href) => ({ field, url: href })),
    ),
  ];
}

/** The addresses of links and images in the HTML of a text, whose attributes are as the sanitiser writes them. */
const hrefsIn = (markdown: string): string[] =>
  Array.from(renderMarkdown(markdown).matchAll(/ (?:href|src)="([^"#][^"]*)"/g), ([, href]) =>
    href!.replaceAll("&amp;", "&"),
  );

export interface ArticleTexts {
  url: string;
  imageUrl?: string | null | undefined;
  title: string;
  summary: string;
  disclosureNote?: string | null | undefined;
  content?: string | null | undefined;
}

export const articleTexts = ({ url, imageUrl, content, ...plain }: ArticleTexts): WrittenText => ({
  ...{ url, imageUrl, markdown: { content } },
  plain: { title: plain.title, summary: plain.summary, disclosureNote: plain.disclosureNote },
});

export const commentTexts = ({ content }: { content: string }): WrittenText => ({
  plain: { content },
});

export interface ReviewTexts {
  url?: string | null | undefined;
  title: string;
  author: string;
  review: string;
}

export const reviewTexts = ({ url, title, author, review }: ReviewTexts): WrittenText => ({
  url,
  plain: { title, author, review },
});
