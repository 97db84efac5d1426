import { request } from "node:http";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import {
  deleteAccount,
  DELETED_ACCOUNT_NAME,
} from "~/services/account-deletion/account-deletion.server";
import { crawl, patternOf, type Visited } from "../../setup/crawl";
import { addSignedIn, PASSWORD } from "../../setup/people";
import { startSite, useSite, useSiteDatabase } from "../../setup/site";

const site = useSite({ DEMO: "1", RATE_LIMITS: "off" });
useSiteDatabase(site);

/** Generous, because other tests compete for the processor. */
const TIMEOUT = 240_000;
const read = async (path: string) => (await fetch(site().origin + path)).text();

/** How many addresses of a pattern are visited: fewer if they differ in a query. */
const most = (pattern: string) => [6, 2][new URL(pattern, site().origin).searchParams.size] ?? 1;
/** The same for a second visit: no files, and at most two addresses of a pattern. */
const fewer = (pattern: string) => (pattern.includes(".") ? 0 : Math.min(2, most(pattern)));

/** Patterns of pages that a crawl must reach. */
const FRAME = [
  ...["/", "/research", "/community", "/momentum", "/sentiment", "/investmentclub"],
  ...["/declaration", "/whitepaper", "/privacy", "/terms", "/search", "/partner"],
  ...["/article/{id}", "/momentum/{id}", "/sentiment/{id}", "/category/crypto", "/book-nook"],
  ...["/community/feed.rss", "/macro/feed.atom", "/sentiment/feed.json"],
];

const isIndexed = ({ type, isHidden }: Visited) => type === "text/html" && !isHidden;

/** Every link leads somewhere, every page has an outline, and one canonical address that names itself. */
function faultsOf(visited: readonly Visited[]): string[] {
  const byEnd = new Map(visited.map((page) => [page.end, page]));
  return visited.flatMap((page) => {
    const { address, from, status, nowhere, type, headings, canonical } = page;
    const isSkipped = headings.some((level, index) => level > (headings[index - 1] ?? 0) + 1);
    const hasOutline = !isSkipped && headings.filter((level) => level === 1).length === 1;
    const isNamed = canonical !== null && byEnd.get(canonical)?.canonical === canonical;
    return [
      ...(status === 200 ? [] : [`${address} (on ${from}): ${status}`]),
      ...nowhere.map((place) => `${address} links #${place}, which it has not got`),
      ...(type !== "text/html" || hasOutline ? [] : [`${address}: ${headings.join(" ")}`]),
      ...(!isIndexed(page) || isNamed ? [] : [`${address} says that it is ${canonical}`]),
    ];
  });
}

describe("a crawl of the site", { timeout: TIMEOUT }, () => {
  test("notices a dead link", async () => {
    const dead = "/nothing/here";
    const only = (pattern: string) => (pattern === dead ? 1 : 0);
    const visited = await crawl({ origin: site().origin, starts: [dead], most: only });
    expect(faultsOf(visited)).toContain(`${dead} (on the beginning): 404`);
  });

  test("finds no fault when signed out, and exactly the pages of the sitemap", async () => {
    const { origin } = site();
    const starts = ["/", "/robots.txt", "/sitemap.xml", "/search?q=token"];
    const visited = await crawl({ origin, starts, most });
    expect([...new Set(visited.map(({ address }) => patternOf(address)))]).toEqual(
      expect.arrayContaining(FRAME),
    );
    expect(faultsOf(visited)).toEqual([]);

    const xml = new XMLParser({ isArray: (name) => name === "url" });
    const { urlset } = xml.parse(await read("/sitemap.xml"));
    const named: string[] = urlset.url.map(({ loc }: { loc: string }) => loc.slice(origin.length));
    expect(new Set(named).size).toBe(named.length);
    const known = new Map(visited.map((page) => [page.address, page]));
    for (const path of named.filter((path) => !patternOf(path).includes("{id}"))) {
      const page = { canonical: path, end: path, isHidden: false };
      expect.soft(known.get(path), `${path} is linked`).toMatchObject(page);
    }
    // The sitemap has every linked page that search engines may index.
    const indexed = visited.filter(isIndexed).map(({ canonical }) => canonical);
    expect(named).toEqual(expect.arrayContaining([...new Set(indexed)]));
  });

  test("finds no fault when signed in as a member", async () => {
    const { cookie } = await addSignedIn({ isMember: true });
    const visited = await crawl({ origin: site().origin, starts: ["/"], cookie, most: fewer });
    expect(visited.map(({ address }) => patternOf(address))).toContain("/dashboard");
    expect(faultsOf(visited)).toEqual([]);
  });
});

/** In bytes before compression: repeated markup makes each render and each download slower. */
const limits: Record<string, number> = {
  "/": 33_000,
  "/community": 47_000,
  "/macro": 68_000,
  "/research": 18_500,
  "/momentum": 77_500,
  "/sentiment": 68_500,
  "/momentum/track-record": 125_000,
  "/sentiment/track-record": 47_000,
  "/whitepaper": 81_000,
  "/category/crypto": 41_500,
};
test("pages stay below their limits", async () => {
  for (const [path, limit] of Object.entries(limits)) {
    expect(Buffer.byteLength(await read(path)), path).toBeLessThan(limit);
  }
});

test("pages refer to icons in a sprite file that browsers cache", async () => {
  const uses = [...(await read("/community")).matchAll(/<use href="([^"#]+)#([^"]+)"/g)];
  const sprite = await fetch(site().origin + uses[0]![1]!);
  expect(sprite.headers.get("content-type")).toContain("image/svg+xml");
  expect(sprite.headers.get("cache-control")).toContain("immutable");
  const drawn = await sprite.text();
  for (const [, , name] of uses) expect(drawn).toContain(`id="${name}"`);
});

describe("the page of mails", () => {
  const addressIn = (output: string) => /^Mails are shown at (\S+)$/m.exec(output)?.[1];
  const outbox = () => addressIn(site().logs())!;
  const statusOf = (url: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const asking = request(url, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asking.on("error", reject).end();
    });

  test("shows them with their links, newest first", async () => {
    const page = async () => (await fetch(outbox())).text();
    for (const name of ["Ida", "Mara"]) {
      const email = `${name.toLowerCase()}.out@example.org`;
      await fetch(`${site().origin}/api/auth/signup`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, name: `${name}Out`, password: PASSWORD }),
      });
      await expect.poll(page).toContain(email);
    }
    const html = await page();
    expect(html).toMatch(/<a href="http:\/\/127\.0\.0\.1:\d+\/prove-email\/[\w-]{43}"/);
    expect(html.indexOf("mara.out@")).toBeLessThan(html.indexOf("ida.out@"));
  });

  test("opens only by its key, which is not logged, through a proxy as well", async () => {
    expect(await statusOf(outbox(), { "X-Forwarded-For": "198.51.100.7" })).toBe(200);
    expect(await statusOf(outbox(), { Host: "community.example" })).toBe(200);
    const [, key = ""] = outbox().split("key=");
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(site().logs().split(key)).toHaveLength(2);
    for (const query of [
      ...["", "?key=", `?key=${"a".repeat(43)}`, `?KEY=${key}`, `?key=${key}x`],
      ...[`?key=${key.toUpperCase()}`, `?key=x&key=${key}`],
    ]) {
      for (const page of ["/dev/outbox", "/dev/outbox.data", "/DEV/outbox/"]) {
        expect(await statusOf(site().origin + page + query), page + query).toBe(404);
      }
    }
  });

  test("has a new key at each start, which worker processes share", async () => {
    const other = await startSite({ DEMO: "1", WEB_CONCURRENCY: "2" });
    const address = addressIn(other.logs())!;
    for (let i = 0; i < 10; i++) expect(await statusOf(address)).toBe(200);
    expect(other.logs().match(/Mails are shown/g)).toHaveLength(1);
    expect(await statusOf(other.origin + outbox().slice(site().origin.length))).toBe(404);
  });
});

test(
  "after two deletions every page works, and none shows their names or a dead link",
  async () => {
    const { cookie } = await addSignedIn({ isMember: true });
    const few = (pattern: string) => (/[.?]/.test(pattern) ? 0 : 3);
    const visit = () => crawl({ origin: site().origin, starts: ["/"], cookie, most: few });
    const showsNames = ({ text }: Pick<Visited, "text">) => /NetNetNils|KofiVariance/.test(text);
    const before = (await visit()).map(({ text }) => text).join();
    for (const name of ["NetNetNils", "KofiVariance"]) expect(before).toContain(name);
    await deleteAccount("nils@example.org");
    await deleteAccount("kofi@example.org", { withContent: true });
    // The site notices within a second what another process has written.
    await expect
      .poll(async () => (await read("/api/reviews")).includes(DELETED_ACCOUNT_NAME))
      .toBe(true);
    const visited = await visit();
    expect(visited.filter((page) => page.status !== 200 || showsNames(page))).toEqual([]);
    for (const path of ["/community/feed.rss", "/macro/feed.json", "/search?q=the"]) {
      expect(showsNames({ text: await read(path) }), path).toBe(false);
    }
  },
  TIMEOUT,
);

test("sample content is not added to a site that was started without it", async () => {
  const { dataDir, stop } = await startSite({ DEMO: "0" });
  await stop();
  const { origin } = await startSite({ DEMO: "1" }, { dataDir });
  expect(await (await fetch(`${origin}/api/articles`)).json()).toEqual([]);
});
