/** Follows the links within the site, signed out and signed in. */
import { XMLParser } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { crawl, patternOf, type Visited } from "../../setup/crawl";
import { addArticle, addSignedIn } from "../../setup/people";
import { useSite, useSiteDatabase } from "../../setup/site";

const site = useSite({ DEMO: "1", RATE_LIMITS: "off" });
useSiteDatabase(site);

/** Generous, because other tests compete for the processor. */
const TIMEOUT = 240_000;

/** How many addresses of a pattern are visited: fewer if they differ in a query. */
function most(pattern: string): number {
  const { searchParams } = new URL(pattern, site().origin);
  return [6, 2][searchParams.size] ?? 1;
}

/** The same for a second visit: no files, and at most two addresses of a pattern. */
const fewer = (pattern: string) => (pattern.includes(".") ? 0 : Math.min(2, most(pattern)));

/** Patterns of pages that a crawl must reach. */
const FRAME = [
  ...["/", "/research", "/community", "/momentum", "/sentiment", "/investmentclub"],
  ...["/declaration", "/whitepaper", "/privacy", "/terms", "/search", "/partner"],
  ...["/article/{id}", "/momentum/{id}", "/sentiment/{id}", "/category/crypto", "/book-nook"],
  ...["/community/feed.rss", "/macro/feed.atom", "/sentiment/feed.json"],
];

function expectSound(visited: readonly Visited[]): void {
  const dead = visited
    .filter(({ status }) => status !== 200)
    .map(({ address, from, status }) => `${address} (on ${from}): ${status}`);
  expect(dead, "what links lead to").toEqual([]);
  const nowhere = visited.flatMap((page) =>
    page.nowhere.map((place) => `${page.address} links #${place}, which it has not got`),
  );
  expect(nowhere).toEqual([]);
}

/** Expects each page to name a canonical address, and the page there to name itself. */
function expectOneAddressEach(visited: readonly Visited[]): void {
  const pages = visited.filter(({ type, isHidden }) => type === "text/html" && !isHidden);
  const byEnd = new Map(visited.map((page) => [page.end, page]));
  const wrong = pages.flatMap(({ address, canonical }) => {
    if (canonical === null) return [`${address} does not say which address it has`];
    const itself = byEnd.get(canonical);
    if (!itself) return [`${address} says that it is ${canonical}, which nothing links`];
    return itself.canonical === canonical
      ? []
      : [`${address} says that it is ${canonical}, which says that it is ${itself.canonical}`];
  });
  expect(wrong).toEqual([]);
}

/** Expects one first-level heading on each page, and no heading that skips a level. */
function expectOutlines(visited: readonly Visited[]): void {
  const pages = visited.filter(({ type }) => type === "text/html");
  const wrong = pages.filter(({ headings }) => {
    const isSkipped = headings.some((level, index) => level > (headings[index - 1] ?? 0) + 1);
    return isSkipped || headings.filter((level) => level === 1).length !== 1;
  });
  expect(wrong.map(({ address, headings }) => `${address}: ${headings.join(" ")}`)).toEqual([]);
}

async function sitemapPaths(): Promise<string[]> {
  const xml = await (await fetch(`${site().origin}/sitemap.xml`)).text();
  const { urlset } = new XMLParser({ isArray: (name) => name === "url" }).parse(xml);
  return urlset.url.map(({ loc }: { loc: string }) => loc.slice(site().origin.length));
}

describe("a crawl of the site", { timeout: TIMEOUT }, () => {
  test("notices a dead link", async () => {
    const dead = "/nothing/here";
    const only = (pattern: string) => (pattern === dead ? 1 : 0);
    const visited = await crawl({ origin: site().origin, starts: [dead], most: only });
    expect(visited).toMatchObject([{ address: dead, status: 404 }]);
    expect(() => expectSound(visited)).toThrow("what links lead to");
  });

  test("finds the headings of an article's text below its title", async () => {
    const { id } = await addArticle({ content: "### a\n\n##### b\n\n# c\n\n#### d" });
    const starts = [`/article/${id}`];
    const only = (pattern: string) => (pattern === "/article/{id}" ? 1 : 0);
    const visited = await crawl({ origin: site().origin, starts, most: only });
    expectOutlines(visited);
    expect(visited[0]?.headings.slice(0, 6)).toEqual([1, 2, 3, 2, 3, 2]);
  });

  test("finds no dead link when signed out, and exactly the pages of the sitemap", async () => {
    const { origin } = site();
    const starts = ["/", "/robots.txt", "/sitemap.xml", "/search?q=token"];
    const visited = await crawl({ origin, starts, most });
    expect([...new Set(visited.map(({ address }) => patternOf(address)))]).toEqual(
      expect.arrayContaining(FRAME),
    );
    expectSound(visited);
    expectOneAddressEach(visited);
    expectOutlines(visited);

    const named = await sitemapPaths();
    expect(new Set(named).size).toBe(named.length);
    const known = new Map(visited.map((page) => [page.address, page]));
    const fixed = named.filter((path) => !patternOf(path).includes("{id}"));
    for (const path of fixed) {
      expect.soft(known.get(path), `${path} is linked`).toMatchObject({
        canonical: path,
        end: path,
        isHidden: false,
      });
    }
    // The sitemap has every linked page that search engines may index.
    const pages = visited.filter(({ type, isHidden }) => type === "text/html" && !isHidden);
    expect(named).toEqual(
      expect.arrayContaining([...new Set(pages.map((page) => page.canonical))]),
    );
  });

  test("finds no dead link when signed in as a member", async () => {
    const { cookie } = await addSignedIn({ isMember: true });
    const visited = await crawl({ origin: site().origin, starts: ["/"], cookie, most: fewer });
    const patterns = new Set(visited.map(({ address }) => patternOf(address)));
    expect(patterns).toContain("/dashboard");
    expectSound(visited);
    expectOneAddressEach(visited);
    expectOutlines(visited);
  });
});
