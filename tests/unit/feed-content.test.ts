import { describe, expect, test } from "vitest";
import type { Feed, FeedEntry } from "~/services/feeds/feed";
import { FEED_ENTRIES } from "~/services/feeds/published-feeds.server";
import { entryHtml } from "~/utils/feeds/entry-content.server";
import { MAX_FEED_HTML_LENGTH, serializeFeed } from "~/utils/feeds/serialize-feed.server";

const entry = (markdown: string): FeedEntry => ({
  id: "urn:uuid:0",
  path: "/article/1",
  title: "A title",
  author: "Mara",
  published: new Date(0),
  updated: new Date(0),
  categories: [],
  summary: "In short.",
  paragraphs: ["In short."],
  markdown,
});

test("addresses in an entry are absolute", () => {
  const markdown = "[x](/community) and [y](#part), ![z](https://a.example/z.png) ![w](/w.png)";
  const html = entryHtml(entry(markdown), "https://one.example/article/1");
  expect(html).toContain('href="https://one.example/community"');
  expect(html).toContain('href="https://one.example/article/1#part"');
  expect(html).toContain('src="https://one.example/w.png"');
  expect(entryHtml(entry(markdown), "https://two.example/article/1")).toBe(
    html.replaceAll("https://one.example", "https://two.example"),
  );
});

test("links to footnotes and headings in an entry lead to the article, and formulae are TeX", () => {
  const markdown = "# A\n\n[x](#a)[^1]\n\n[^1]: b\n\n$$\nc<d\n$$";
  const html = entryHtml(entry(markdown), "https://one.example/article/1");
  const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(targets).toEqual(
    ["a", "fn:1", "fnref:1"].map((id) => `https://one.example/article/1#user-content-${id}`),
  );
  expect(html).toContain("<code>c&lt;d</code>");
  expect(html).not.toContain("<math");
});

test("plain paragraphs of an entry have their line breaks and links", () => {
  const paragraphs = ["One,\ntwo\nat https://a.example/b.", "Three."];
  const link = '<a href="https://a.example/b" rel="ugc nofollow noopener">https://a.example/b</a>';
  expect(entryHtml({ ...entry(""), paragraphs }, "https://one.example/article/1")).toBe(
    `<p dir="auto">One,<br/>two<br/>at ${link}.</p><p dir="auto">Three.</p>`,
  );
});

describe("a feed", () => {
  const ORIGIN = "https://one.example";
  const feed = (entries: FeedEntry[]): Feed => ({
    id: "urn:uuid:1",
    path: "/community",
    title: "A feed",
    description: "Of articles.",
    updated: new Date(0),
    entries,
  });
  const htmlsOf = async (entries: FeedEntry[]): Promise<string[]> => {
    const { items } = JSON.parse(await serializeFeed(feed(entries), "json", ORIGIN));
    return items.map((item: { content_html: string }) => item.content_html);
  };

  test("of articles whose HTML is very long is limited in size", async () => {
    const links = `${"[a] ".repeat(100)}\n\n`;
    const address = `https://a.example/${"x".repeat(40)}`;
    const entries = Array.from({ length: FEED_ENTRIES }, (_, index) =>
      entry(`[a]: ${address}\n\n${index} ${links.repeat(45)}`),
    );
    const htmls = await htmlsOf(entries);
    const short = entryHtml(entry(""), `${ORIGIN}/article/1`);
    const whole = htmls.filter((html) => html !== short);
    expect(htmls).toEqual([...whole, ...Array(FEED_ENTRIES - whole.length).fill(short)]);
    expect(whole.slice(0, -1).join("").length).toBeLessThan(MAX_FEED_HTML_LENGTH);
    expect(whole.join("").length).toBeGreaterThanOrEqual(MAX_FEED_HTML_LENGTH);
  });
});
