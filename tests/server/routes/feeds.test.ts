/** The feeds, read by third-party parsers. */
import { parseFeed } from "@rowanmanning/feed-parser";
import { addDays } from "date-fns/addDays";
import { XMLParser } from "fast-xml-parser";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { feedFormats, feedPaths, type FeedFormat } from "~/config/feeds";
import { site } from "~/config/site";
import { topics } from "~/domain/topics";
import { listLedger } from "~/models/ledger.server";
import { readCheckpoint } from "~/services/ledger/checkpoint.server";
import { loader } from "~/routes/feeds/feed";
import { FEED_ENTRIES, readPersonFeed } from "~/services/feeds/published-feeds.server";
import { readPerson } from "~/services/people/people.server";
import { putReview } from "~/services/articles/edit-review.server";
import { addReview } from "~/services/articles/reviews.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser, someReview } from "../../setup/people";
import { addMomentum, addSentiment } from "../../setup/recommendations";
import { argsFor, ORIGIN } from "../../setup/routes";
import { expectWellFormed, textsOf } from "../../setup/xml";

useDatabase();

const ask = (path: string, headers = {}, origin = ORIGIN, method = "GET") =>
  loader(argsFor(path, { headers, origin, method }));

async function textOf(path: string): Promise<string> {
  const response = await ask(path);
  expect(response.status).toBe(200);
  const text = await response.text();
  if (!path.endsWith(".json")) expectWellFormed(text);
  return text;
}

interface Item {
  id: string;
  url: string;
  title: string;
  html: string;
  author: string;
  published: string;
  updated: string;
}

/** A feed as a feed reader sees it, in any format. */
async function read(page: string, format: FeedFormat) {
  const text = await textOf(`${page}/feed.${format}`);
  return format === "json" ? readJson(text) : readXml(text);
}

function readXml(text: string) {
  const feed = parseFeed(text);
  return {
    title: feed.title,
    url: feed.url,
    self: feed.self,
    items: feed.items.map((item): Item => ({
      id: item.id!,
      url: item.url!,
      title: item.title!,
      html: item.content!,
      author: item.authors[0]!.name!,
      published: item.published!.toISOString(),
      updated: (item.updated ?? item.published)!.toISOString(),
    })),
  };
}

function readJson(text: string) {
  const feed = JSON.parse(text);
  expect(feed.version).toBe("https://jsonfeed.org/version/1.1");
  return {
    title: feed.title as string,
    url: feed.home_page_url as string,
    self: feed.feed_url as string,
    items: (feed.items as Record<string, never>[]).map((item): Item => ({
      id: item.id!,
      url: item.url!,
      title: item.title!,
      html: item.content_html!,
      author: (item.authors! as { name: string }[])[0]!.name,
      published: new Date(item.date_published!).toISOString(),
      updated: new Date(item.date_modified!).toISOString(),
    })),
  };
}

/** Title and text of the newest entry, exactly as they are: `read` may decode them as HTML a second time. */
async function readExactly(page: string, format: FeedFormat) {
  const text = await textOf(`${page}/feed.${format}`);
  if (format === "json") {
    const { title, content_html: html } = JSON.parse(text).items[0];
    return { title, html } as { title: string; html: string };
  }
  const content = format === "rss" ? "content:encoded" : "content";
  return {
    title: textsOf(text, "title").at(-1)!.trim(),
    html: textsOf(text, content).at(-1)!.trim(),
  };
}

const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 12, 0, second));

test("the community, each hub, each engine and the log of moderation have a feed in three formats", () => {
  const pages = ["community", ...topics.map(({ slug }) => slug)].concat(
    "momentum",
    "sentiment",
    "moderation/log",
  );
  expect(feedPaths).toEqual(
    pages.flatMap((page) => ["rss", "atom", "json"].map((format) => `${page}/feed.${format}`)),
  );
});

test("a person's feed has their newest articles and reviews, mixed by date", async () => {
  const author = await addUser();
  await addArticle({ author, title: "Older", createdAt: at(1) });
  const review = await addReview(author, someReview());
  await addArticle({ author, title: "Newer", createdAt: addDays(new Date(), 1) });
  const { entries } = await readPersonFeed(await readPerson(author.name));
  const titles = ["Newer", expect.stringContaining(review.title), "Older"];
  expect(entries.map(({ title }) => title)).toEqual(titles);
});

describe.each(feedFormats)("in %s", (format) => {
  test("the community's feed has the newest articles with their texts", async () => {
    const author = await addUser({ name: `Mara${format}` });
    for (let number = 0; number < FEED_ENTRIES + 2; number++) {
      await addArticle({
        author,
        title: `Title ${number}`,
        summary: "A summary\nof two lines",
        content: "# Head\n\nSee [the hub](/macro), [below](#end) and [that](https://example.org/).",
        category: "macro",
        createdAt: at(number),
      });
    }
    const feed = await read("/community", format);
    expect(feed.title).toBe(`Community Articles · ${site.name}`);
    expect(feed.url).toBe(`${ORIGIN}/community`);
    expect(feed.self).toBe(`${ORIGIN}/community/feed.${format}`);
    expect(feed.items).toHaveLength(FEED_ENTRIES);
    const newest = feed.items[0]!;
    expect(newest).toMatchObject({
      title: `Title ${FEED_ENTRIES + 1}`,
      author: `Mara${format}`,
      published: at(FEED_ENTRIES + 1).toISOString(),
      updated: at(FEED_ENTRIES + 1).toISOString(),
    });
    expect(newest.url).toMatch(new RegExp(`^${ORIGIN}/article/[0-9a-f]{24}$`));
    expect(newest.html).toContain('<p dir="auto">A summary<br/>of two lines</p>');
    expect(newest.html).toContain('<h2 id="user-content-head" dir="auto">Head</h2>');
    expect(newest.html).toContain(`href="${ORIGIN}/macro"`);
    expect(newest.html).toContain(`href="${newest.url}#end"`);
    expect(newest.html).toContain(`href="https://example.org/"`);
    expect(new Set(feed.items.map(({ id }) => id)).size).toBe(FEED_ENTRIES);
  });

  test("a hub's feed has its reviews, with a new date of update when they are replaced", async () => {
    const viewer = await addUser();
    const review = someReview({
      title: "A work",
      rating: 4,
      category: "rates",
      review: "One\ntwo",
    });
    await addReview(viewer, review);
    await addReview(viewer, someReview({ category: "housing" }));
    const [before, ...others] = (await read("/bonds", format)).items;
    expect(others).toEqual([]);
    expect(before).toMatchObject({ title: "A work by Anna Berg: 4 of 5", author: viewer.name });
    expect(before!.url).toMatch(/\/bonds\/reviews\/[0-9a-f]{24}$/);
    expect(before!.html).toContain('<p dir="auto">One<br/>two</p>');
    expect(before!.updated).toBe(before!.published);

    vi.setSystemTime(Date.now() + 60_000);
    await putReview(viewer, { ...review, rating: 2 });
    vi.useRealTimers();
    const [after] = (await read("/bonds", format)).items;
    expect(after).toMatchObject({ id: before!.id, published: before!.published });
    expect(after!.title).toContain("2 of 5");
    if (format === "rss") {
      // The parser ignores elements that are not part of RSS.
      const [, updated = ""] = /<atom:updated>(.+?)</.exec(await textOf("/bonds/feed.rss")) ?? [];
      expect(Date.parse(updated)).toBeGreaterThan(Date.parse(before!.published) + 50_000);
    } else {
      expect(Date.parse(after!.updated)).toBeGreaterThan(Date.parse(before!.updated));
    }
  });

  test("an engine's feed has allocation, rationale and a disclaimer", async () => {
    await addMomentum(at(1), { BTC: 20, SOL: 30, USDT: 50 });
    await addSentiment(at(2), { ADA: 10, BTC: 29, USDT: 61 });
    const [momentum] = (await read("/momentum", format)).items;
    const [sentiment] = (await read("/sentiment", format)).items;
    expect(momentum!.title).toBe("Momentum, week of 2026-01-26: BTC 20%, SOL 30%, USDT 50%");
    expect(sentiment!.title).toBe("Sentiment, week of 2026-01-26: BTC 29%, ADA 10%, USDT 61%");
    for (const { html, author } of [momentum!, sentiment!]) {
      expect(author).toBe(site.name);
      expect(html).toContain('<p dir="auto">A reason.</p>');
      expect(html).toContain("Not investment advice");
      // Without closes.
      expect(html).toMatch(/<p dir="auto">Outcome: (not known|so far)/);
    }
    const [, first, second] = await listLedger(0, 3);
    expect(momentum!.html).toContain(`Ledger entry 2, ${first!.hash}`);
    expect(sentiment!.html).toContain(`Ledger entry 3, ${second!.hash}`);
    expect(await textOf(`/momentum/feed.${format}`)).toContain(
      `Ledger of 3 entries, root ${(await readCheckpoint())!.root}.`,
    );
    expect(momentum!.html).toContain("BTC 20%, SOL 30%, USDT 50%");
    expect(momentum!.url).toMatch(new RegExp(`^${ORIGIN}/momentum/[0-9a-f]{24}$`));
  });

  test("markup is escaped, and characters that XML does not allow are left out", async () => {
    const author = await addUser();
    await addArticle({
      author,
      title: "]]> ]]\u0001> <script>alert(1)</script> &amp; &#1; \u0000\u0008\uFFFF\uD800 <b>🎉",
      summary: "</summary> <img src=x onerror=alert(1)> ]]\u0002> \u001b[31m",
      content: "<script>alert(1)</script> ]]\u0003> &#1; <b>bold</b>\u000c",
      url: "https://example.org/?a=1&b=]]>%22'",
    });
    await addReview(
      author,
      someReview({ review: "<script>]]>\u0000</script>", category: "rates" }),
    );
    const article = await readExactly("/community", format);
    expect(article.title).toBe("]]> ]]> <script>alert(1)</script> &amp; &#1; \uFFFD <b>🎉");
    expect(article.html).not.toMatch(/<script|<img/);
    expect(article.html).toContain("&lt;/summary&gt; &lt;img src=x onerror=alert(1)&gt; ]]");
    expect(article.html).toContain("<b>bold</b>");
    const review = await readExactly("/bonds", format);
    expect(review.html).toContain("&lt;script&gt;]]&gt;&lt;/script&gt;");
  });

  test("an unchanged feed is a 304 until there is a new entry", async () => {
    const path = `/community/feed.${format}`;
    await addArticle({ createdAt: at(1) });
    const first = await ask(path);
    expect(first.headers.get("Content-Type")).toBe(
      `application/${{ rss: "rss+xml", atom: "atom+xml", json: "feed+json" }[format]}; charset=utf-8`,
    );
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    expect(first.headers.get("Last-Modified")).toBe(at(1).toUTCString());
    const tag = { "If-None-Match": first.headers.get("ETag")! };
    const since = { "If-Modified-Since": first.headers.get("Last-Modified")! };
    for (const headers of [tag, since, { ...tag, ...since }]) {
      const again = await ask(path, headers);
      expect(again.status).toBe(304);
      expect(await again.text()).toBe("");
      expect(again.headers.get("ETag")).toBe(tag["If-None-Match"]);
    }
    const head = await ask(path, {}, ORIGIN, "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("ETag")).toBe(tag["If-None-Match"]);

    await addArticle({ createdAt: at(5) });
    for (const headers of [tag, since, { ...tag, ...since }]) {
      expect((await ask(path, headers)).status).toBe(200);
    }
  });
});

describe("ids", () => {
  const idsOf = async (page: string, origin = ORIGIN) => {
    const text = await (await ask(`${page}/feed.atom`, {}, origin)).text();
    const { feed } = new XMLParser({ isArray: (name) => name === "entry" }).parse(text);
    return [feed.id, ...feed.entry.map(({ id }: { id: string }) => id)] as string[];
  };
  beforeEach(async () => {
    await addArticle({ createdAt: at(1) });
    await addMomentum(at(1));
  });

  test("are the same in every format, for every origin and over time", async () => {
    const ids = await idsOf("/community");
    for (const id of ids) expect(id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
    expect(await idsOf("/community", "https://moved.example")).toEqual(ids);
    for (const format of feedFormats) {
      expect((await read("/community", format)).items.map(({ id }) => id)).toEqual(ids.slice(1));
    }
    await addArticle({ createdAt: at(2) });
    expect((await idsOf("/community")).slice(2)).toEqual(ids.slice(1));
  });
});
