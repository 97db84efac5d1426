/** Where bare links begin and end. Articles and comments find the same ones. */
import { describe, expect, test } from "vitest";
import { linkify } from "~/domain/linkify";
import { joinSegments } from "~/domain/text-segments";
import { renderMarkdown } from "~/services/content/markdown.server";

const cases: [text: string, ...links: string[]][] = [
  // Punctuation of other scripts ends a link.
  ["见 https://example.com/foo。次の文。", "https://example.com/foo"],
  ["https://a.example/a，然后https://b.example/c？", "https://a.example/a", "https://b.example/c"],
  ["https://a.example/a؟ ثم https://b.example/b،", "https://a.example/a", "https://b.example/b"],
  [
    "“https://a.example/a” «https://b.example» ‘https://c.example/’",
    ...["https://a.example/a", "https://b.example", "https://c.example/"],
  ],
  // No space is needed before a link.
  ["見https://example.com/foo", "https://example.com/foo"],
  ["=https://a.example/?u=https://b.example/", "https://a.example/?u=https://b.example/"],
  ["xhttps://example.com"],
  // Letters of another script after a host are the text that goes on, and in a path they are part of it.
  ["https://example.comを参照", "https://example.com"],
  ["https://ja.wikipedia.org/wiki/ジョン・レノン", "https://ja.wikipedia.org/wiki/ジョン・レノン"],
  ["https://bücher.example/ß http://例え.jp/", "https://bücher.example/ß", "http://例え.jp/"],
  // Brackets and punctuation.
  [
    "https://en.wikipedia.org/wiki/A_(b), (https://a.example/a).",
    "https://en.wikipedia.org/wiki/A_(b)",
    "https://a.example/a",
  ],
  ["https://a.example/a?b=c,d;e#f!", "https://a.example/a?b=c,d;e#f"],
  // Hosts that begin with www, and addresses of email.
  ["见www.example.com/a。", "www.example.com/a"],
  ["é@www.example.com"],
  ["a/www.example.com example.com ftp://a.example //a.example"],
  ["写给me@a.example。またはyou@b.exampleまで", "me@a.example", "you@b.example"],
];

describe("the links in", () => {
  test.each(cases)("%s", (text, ...links) => {
    const segments = linkify(text);
    expect(joinSegments(segments)).toBe(text);
    expect(segments.flatMap((part) => (typeof part === "string" ? [] : [part.text]))).toEqual(
      links,
    );
    const html = renderMarkdown(text);
    expect([...html.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, link]) => link)).toEqual(links);
    expect(html.replace(/<[^>]*>/g, "")).toBe(text);
  });
});

test("what a link without a scheme leads to", () => {
  expect(linkify("www.a.example me@a.example")).toEqual([
    { href: "http://www.a.example", text: "www.a.example" },
    " ",
    { href: "mailto:me@a.example", text: "me@a.example" },
  ]);
});

test("no link is found in code, or in another link", () => {
  const html = renderMarkdown(
    "`https://a.example` [https://b.example](https://c.example) <a href=/x>www.d.example</a>",
  );
  expect([...html.matchAll(/href="([^"]*)/g)].map(([, href]) => href)).toEqual([
    "https://c.example",
    "/x",
  ]);
});
