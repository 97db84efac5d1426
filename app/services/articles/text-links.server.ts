/** The links in what people write. */
import { linkify } from "~/domain/linkify";
import { renderMarkdown } from "../content/markdown.server";

interface TextWithLinks {
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
export function linksIn({ url, imageUrl, plain = {}, markdown = {} }: TextWithLinks): FieldLink[] {
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

export interface LinkedArticle {
  url: string;
  imageUrl?: string | null | undefined;
  summary: string;
  content?: string | null | undefined;
}

export const articleLinks = ({ url, imageUrl, summary, content }: LinkedArticle): FieldLink[] =>
  linksIn({ url, imageUrl, plain: { summary }, markdown: { content } });

export const commentLinks = ({ content }: { content: string }): FieldLink[] =>
  linksIn({ plain: { content } });

export const reviewLinks = ({
  url,
  review,
}: {
  url?: string | null | undefined;
  review: string;
}): FieldLink[] => linksIn({ url, plain: { review } });
