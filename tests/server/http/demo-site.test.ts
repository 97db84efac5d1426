import { request } from "node:http";
import { XMLParser } from "fast-xml-parser";
import { describe, expect, test } from "vitest";
import { dayOf } from "~/domain/calendar-days";
import { DELETED_ACCOUNT_NAME } from "~/domain/person-path";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { mondaysBefore } from "~/services/demo/demo.server";
import { crawl, patternOf, type Visited } from "../../setup/crawl";
import { addSignedIn, PASSWORD } from "../../setup/people";
import { PlainBrowser } from "../../setup/plain-browser";
import { useSite, useSiteDatabase } from "../../setup/site";

const site = useSite({ DEMO: "1", RATE_LIMITS: "off" });
useSiteDatabase(site);

/** Generous, because other tests compete for the processor. */
const TIMEOUT = 240_000;
const open = (path: string) => new PlainBrowser(site().origin).open(path);
const read = async (path: string) => (await fetch(site().origin + path)).text();

/** How many addresses of a pattern are visited: fewer if they differ in a query. */
const most = (pattern: string) => (pattern.includes("?") ? 1 : 2);
/** The same for a member: no files. */
const fewer = (pattern: string) => (pattern.includes(".") ? 0 : most(pattern));

/** Patterns of pages that a crawl must reach. */
const FRAME = [
  ...["/", "/research", "/community", "/momentum", "/sentiment", "/investmentclub"],
  ...["/declaration", "/whitepaper", "/privacy", "/terms", "/rules", "/search", "/partner"],
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

describe("recommendations", () => {
  test("one of momentum has its closes, its outcome, and links to its neighbours", async () => {
    const list = await fetch(`${site().origin}/api/momentum-recommendations`);
    const [, , id, older] = ((await list.json()) as { id: string }[]).map((one) => one.id);
    const page = await open(`/momentum/${id}`);
    expect(page.text).toContain("What 100 became from the close of");
    expect(page.part("table", /^Closes in US dollars/).all("tr")).toHaveLength(1 + 29);
    const neighbour = await page.follow("Older");
    expect(neighbour.path).toBe(`/momentum/${older}`);
    expect((await neighbour.follow("Newer")).path).toBe(`/momentum/${id}`);
  });

  test("the track record has a row for each recommendation, and its full page charts, tables and files", async () => {
    const page = await open("/momentum");
    const record = page.part("section", /^Track record/);
    // On a Monday the newest recommendation is from today, and has no close after it yet.
    const past = mondaysBefore(new Date()).filter((moment) => dayOf(moment) < dayOf(new Date()));
    expect(record.all("table").at(-1)!.all("tr")).toHaveLength(1 + past.length);
    const full = await page.follow("The full track record");
    expect(full.part("h1").text).toMatch(/full track record/);
    expect(full.text).toMatch(/28 days on Mondays ranked \w+ of 63 variants from/);
    expect(full.text).toContain("SOL was chosen in hindsight.");
    expect(full.part("table", /by period and weekday/).all("tr")).toHaveLength(1 + 9);
    const paths = full.links("Every column as CSV").map((link) => link.get("href")!);
    expect(paths).toEqual(["/momentum/track-record.csv", "/momentum/backtest.csv"]);
    for (const path of paths) {
      const file = await fetch(site().origin + path);
      expect(file.headers.get("content-type")).toContain("text/csv");
      expect(file.headers.get("content-disposition")).toContain("attachment");
      expect(await file.text()).toMatch(/^day,.*,btc_sigma,.*,exposure,.*,fee,/);
    }
  });
});

test("the front page leads to the strongest article, its best comment, and the records", async () => {
  const page = await open("/");
  expect(page.part("h1").text).toBe("Markets, read closely and argued in the open.");
  const begin = page.part("nav", "Where to begin");
  expect(begin.all("a").map((link) => link.get("href"))).toEqual([
    "/research",
    "/investmentclub",
    "/partner",
  ]);
  const argument = page.part("section", "This week’s argument");
  const title = argument.part("h3").text;
  expect((await argument.follow(title)).part("h1").text).toBe(title);
  const quoted = await argument.follow(/^best of \d+ comments?$/);
  const quote = argument.part("blockquote").text.slice(1, 21);
  expect(quoted.part(quoted.url.hash).text).toContain(quote);
  const ranked = page.part("section", /Also strong/);
  expect(ranked.all("li")).toHaveLength(10);
  const engines = page.part("section", "The two engines");
  const [verdict] = engines.links(/^\d+ weeks: /);
  expect((await engines.follow(verdict!.text)).path).toBe("/momentum/track-record");
  expect(page.part("section", "Open votes").links("Vote, or join")).toHaveLength(1);
});

/** In bytes before compression: repeated markup makes each render and each download slower. */
const limits: Record<string, number> = {
  "/": 47_000,
  "/community": 42_000,
  "/macro": 68_500,
  "/research": 20_000,
  "/momentum": 83_000,
  "/sentiment": 79_000,
  "/momentum/track-record": 204_000,
  "/sentiment/track-record": 77_000,
  "/whitepaper": 95_000,
  "/category/crypto": 45_500,
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
      // Unlike `fetch()`, it sends another Host.
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
});

/** The last tests of the file, because they delete accounts. */
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
    const { origin } = site();
    const visited = await crawl({ origin, starts: ["/"], cookie, most: fewer });
    expect(visited.map(({ address }) => patternOf(address))).toContain("/dashboard");
    expect(faultsOf(visited)).toEqual([]);

    // No page shows the names of two accounts after these are deleted, or links to what was theirs.
    const showsNames = ({ text }: Pick<Visited, "text">) => /NetNetNils|KofiVariance/.test(text);
    const before = visited.map(({ text }) => text).join();
    for (const name of ["NetNetNils", "KofiVariance"]) expect(before).toContain(name);
    const named = visited.filter(showsNames).map(({ address }) => address);
    await deleteAccount("nils@example.org");
    await deleteAccount("kofi@example.org", { withContent: true });
    // The site notices within a second what another process has written.
    await expect
      .poll(async () => (await read("/api/reviews")).includes(DELETED_ACCOUNT_NAME))
      .toBe(true);
    const showing = new Set(named.map(patternOf));
    // Other pages are there only if one of these links to them.
    const starts = named.filter((address) => !patternOf(address).includes("{id}"));
    const most = (pattern: string) => (showing.has(pattern) ? fewer(pattern) : 0);
    const after = await crawl({ origin, starts, cookie, most });
    expect(faultsOf(after)).toEqual([]);
    expect(after.filter(showsNames)).toEqual([]);
    for (const path of ["/community/feed.rss", "/macro/feed.json", "/search?q=the"]) {
      expect(showsNames({ text: await read(path) }), path).toBe(false);
    }
  });
});
