import { expect, test } from "vitest";
import { CONTENT_MAX } from "~/domain/field-limits";
import type { FeedEntry } from "~/services/feeds/published-feeds.server";
import { entryHtml } from "~/utils/feeds/entry-content.server";

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

test("addresses are written out as seen from the entry", () => {
  const markdown = "[x](/community) and [y](#part), ![z](https://a.example/z.png)";
  const html = entryHtml(entry(markdown), "https://one.example/article/1");
  expect(html).toContain('href="https://one.example/community"');
  expect(html).toContain('href="https://one.example/article/1#part"');
  expect(entryHtml(entry(markdown), "https://two.example/article/1")).toBe(
    html.replaceAll("https://one.example", "https://two.example"),
  );
});

test("a feed that is asked for again costs next to nothing", () => {
  const piece = "Some **words** and [a link](/community).\n\n";
  const entries = Array.from({ length: 30 }, (_, index) =>
    entry(`${index} ${piece.repeat(CONTENT_MAX / piece.length)}`),
  );
  const taken = () => {
    const started = performance.now();
    const all = entries.map((one) => entryHtml(one, "https://one.example/article/1"));
    return { all, time: performance.now() - started };
  };
  const first = taken();
  const times = [taken(), taken(), taken()].map(({ all, time }) => {
    expect(all).toEqual(first.all);
    return time;
  });
  expect(Math.min(...times)).toBeLessThan(first.time / 10);
});
