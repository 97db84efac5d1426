import { Meta } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { site } from "~/config/site";
import { pageMeta } from "~/utils/seo/meta";
import type { StructuredData } from "~/utils/seo/structured-data";
import { expectConsoleError } from "../setup/console";

const ORIGIN = "https://community.example";
const matches = (origin: string | null = ORIGIN, viewer: object | null = null) => [
  { id: "root", data: { site, origin, viewer } },
  { id: "routes/page", data: null },
];

type Page = Parameters<typeof pageMeta>[0];
const head = (page: Omit<Page, "matches">, origin?: string | null) =>
  pageMeta({ ...page, matches: matches(origin) }) as Record<string, unknown>[];
const content = (tags: Record<string, unknown>[], key: string) =>
  tags.find(({ name, property }) => name === key || property === key)?.content;

describe("the meta tags of every page", () => {
  const tags = head({ title: "Macro", description: "On policy.", path: "/macro" });

  test("exclude search engines only if the page is hidden", () => {
    expect(content(tags, "robots")).toBeUndefined();
    expect(content(head({ hidden: true }), "robots")).toBe("noindex");
  });
});

describe("the meta tags of some pages", () => {
  test("cut a long description between two words", () => {
    const long = content(head({ description: `${"word, ".repeat(60)}\n end` }), "description");
    expect(long).toMatch(/^(word, )+word…$/);
    expect(String(long).length).toBeLessThanOrEqual(200);
    expect(String(long).length).toBeGreaterThan(180);
    const endless = content(head({ description: "x".repeat(500) }), "description");
    expect(endless).toBe(`${"x".repeat(199)}…`);
  });

  test.each([
    ["😀".repeat(201), `${"😀".repeat(199)}…`],
    [`${"x".repeat(198)}👍🏽xx`, `${"x".repeat(198)}…`],
    [`${"न्क्षि".repeat(40)}`, `${"न्क्षि".repeat(33)}…`],
  ])("cut a description between two characters (%#)", (description, expected) => {
    expect(content(head({ description }), "description")).toBe(expected);
  });
});

describe("structured data", () => {
  const written = (tags: Record<string, unknown>[]) =>
    tags.flatMap((tag) => ("script:ld+json" in tag ? [tag["script:ld+json"]] : []));
  const thing = (name: string): StructuredData => ({ "@type": "Thing", name });

  test("is a single thing or a graph, and left out if empty", () => {
    expect(written(head({ structured: ({ url }) => thing(url("/a")) }))).toEqual([
      { "@context": "https://schema.org", "@type": "Thing", name: `${ORIGIN}/a` },
    ]);
    expect(written(head({ structured: () => [thing("a"), thing("b")] }))).toEqual([
      { "@context": "https://schema.org", "@graph": [thing("a"), thing("b")] },
    ]);
    expect(written(head({ structured: () => [] }))).toEqual([]);
    expect(written(head({}))).toEqual([]);
  });

  test("is left out for people who are signed in", () => {
    const signedIn = matches(ORIGIN, { id: "1" });
    const tags = pageMeta({ matches: signedIn, structured: () => thing("a") });
    expect(written(tags as Record<string, unknown>[])).toEqual([]);
  });

  test("cannot end its script element", () => {
    const hostile = "</script><script>alert(1)</script><!-- & \u2028 ]]>";
    const Page = createRemixStub([
      {
        id: "root",
        path: "/",
        Component: Meta,
        meta: () => pageMeta({ matches: matches(), structured: () => thing(hostile) }),
      },
    ]);
    // Remix's stub is made for browsers, so React reports an error.
    expectConsoleError(/useLayoutEffect does nothing on the server/);
    const html = renderToString(<Page />);
    const scripts = html.match(/<script/g);
    expect(scripts).toHaveLength(1);
    const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(data).not.toMatch(/[<>&\u2028]/);
    expect((JSON.parse(data) as { name: string }).name).toBe(hostile);
  });
});
