import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterEach, describe, expect, test, vi } from "vitest";
import { categories } from "~/domain/categories";
import { topics } from "~/domain/topics";
import * as articleModel from "~/models/article.server";
import { loader as robots } from "~/routes/robots[.]txt";
import { loader as part } from "~/routes/sitemap.$part";
import { loader as whole } from "~/routes/sitemap[.]xml";
import { createSitemap, sitemap } from "~/services/feeds/sitemap.server";
import { serializeSitemap, serializeSitemapIndex } from "~/utils/seo/sitemap-xml.server";
import { addReview } from "~/services/articles/reviews.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addUser, someReview } from "../../setup/people";
import { addMomentum, addSentiment } from "../../setup/recommendations";
import { argsFor, ask, ORIGIN } from "../../setup/routes";
import { articleRow, idOf } from "../../setup/rows";
import { expectWellFormed } from "../../setup/xml";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const askPart = (name: string) => ask(part, `/sitemap/${name}`, { params: { part: name } });
const askWhole = async (headers = {}) => whole(argsFor("/sitemap.xml", { headers }));

interface Entry {
  loc: string;
  lastmod?: string;
}

function read(xml: string): { urlset?: { url: Entry[] }; sitemapindex?: { sitemap: Entry[] } } {
  expectWellFormed(xml);
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ isArray: (name) => name === "url" || name === "sitemap" }).parse(xml);
}

const at = (second: number) => new Date(Date.UTC(2026, 0, 31, 12, 0, second));

test("a sitemap that cannot be read is a 503, which says when to try again", async () => {
  vi.spyOn(sitemap, "readAll").mockRejectedValue(new Error("no database"));
  const { status, headers } = await askWhole();
  expect(status).toBe(503);
  expect(headers.get("Retry-After")).toBe("60");
  expect(headers.get("Cache-Control")).toBe("no-store");
});

describe("a small sitemap", () => {
  test("has every page once, at its canonical address, with its date of change", async () => {
    const author = await addUser();
    const article = await addArticle({ author, category: "crypto", createdAt: at(1) });
    const momentum = await addMomentum(at(2));
    const sentiment = await addSentiment(at(3));
    const review = await addReview(author, someReview({ category: "rates" }));
    const response = await askWhole();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
    const entries = read(await response.text()).urlset!.url;
    const modified = new Map(
      entries.map(({ loc, lastmod }) => [loc.slice(ORIGIN.length), lastmod]),
    );
    expect(modified.size).toBe(entries.length);
    for (const { loc } of entries) expect(new URL(loc).origin).toBe(ORIGIN);
    const general = categories.filter(({ slug }) => !topics.some((topic) => topic.slug === slug));
    expect([...modified.keys()].sort()).toEqual(
      [
        ...[
          "/",
          "/declaration",
          "/whitepaper",
          "/privacy",
          "/terms",
          "/rules",
          "/research",
          "/community",
          "/people",
        ],
        ...["/momentum", "/sentiment", "/investmentclub", "/partner", "/api"],
        ...["/illegal-content", "/moderation/log", "/api-docs/moderation"],
        ...["accounts", "articles", "reviews", "drafts", "hubs-and-categories", "people"].map(
          (tag) => `/api-docs/${tag}`,
        ),
        ...["following", "notices", "saved", "recommendations", "whitepaper", "about-the-api"].map(
          (tag) => `/api-docs/${tag}`,
        ),
        ...["/momentum/track-record", "/sentiment/track-record"],
        ...topics.map(({ slug }) => `/${slug}`),
        ...general.map(({ slug }) => `/category/${slug}`),
        `/article/${article.id}`,
        `/bonds/reviews/${review.id}`,
        `/momentum/${momentum.id}`,
        `/sentiment/${sentiment.id}`,
        `/people/${author.name}`,
      ].sort(),
    );
    expect(modified.get(`/article/${article.id}`)).toBe(at(1).toISOString());
    expect(modified.get("/community")).toBe(at(1).toISOString());
    expect(modified.get("/category/crypto")).toBe(at(1).toISOString());
    expect(modified.get("/momentum")).toBe(at(2).toISOString());
    expect(modified.get(`/sentiment/${sentiment.id}`)).toBe(at(3).toISOString());
    expect(modified.get("/bonds")).toMatch(/^20/);
    expect(modified.get(`/bonds/reviews/${review.id}`)).toBe(review.updatedAt.toISOString());
    expect(modified.get("/macro")).toBeUndefined();
    expect(modified.get("/"), "the newest of all").toBe(modified.get("/bonds"));
  });

  test("is a 304 while it is unchanged", async () => {
    const first = await askWhole();
    const headers = { "If-None-Match": first.headers.get("ETag")! };
    expect((await askWhole(headers)).status).toBe(304);
    await addArticle();
    expect((await askWhole(headers)).status).toBe(200);
  });
});

describe("a large sitemap", () => {
  test("has parts of a limited size, which together have every page once", async () => {
    const { readAll, readPart } = createSitemap(10);
    const author = await addUser();
    const articles = [];
    for (let number = 0; number < 25; number++) articles.push(await addArticle({ author }));
    await addMomentum(at(1));
    const parts = [
      "pages",
      "articles-1",
      "articles-2",
      "articles-3",
      "recommendations-1",
      "people-1",
    ];
    expect(await readAll()).toEqual({ parts });
    const index = read(serializeSitemapIndex(parts, ORIGIN)).sitemapindex!.sitemap;
    expect(index.map(({ loc }) => loc)).toEqual(
      parts.map((name) => `${ORIGIN}/sitemap/${name}.xml`),
    );
    const paths = [];
    for (const name of parts.slice(1)) {
      const pages = await readPart(name);
      expect(pages.length).toBeLessThanOrEqual(10);
      expect(read(serializeSitemap(pages, ORIGIN)).urlset!.url).toHaveLength(pages.length);
      paths.push(...pages.map(({ path }) => path));
    }
    expect(paths).toHaveLength(27);
    expect(new Set(paths.slice(0, 25))).toEqual(
      new Set(articles.map(({ id }) => `/article/${id}`)),
    );

    // Articles added later are in the last part, or in a new one.
    for (let number = 0; number < 6; number++) await addArticle({ author });
    expect((await readPart("articles-3")).length).toBe(10);
    expect((await readPart("articles-4")).length).toBe(1);
  });

  test("includes after a day what was added in the middle of a part", async () => {
    const add = (numbers: number[]) =>
      articleModel.importArticles(
        numbers.map((number) => articleRow(number, { createdAt: at(number) })),
      );
    const { readAll, readPart } = createSitemap(5);
    const listed = async () => {
      const answer = await readAll();
      const parts = "parts" in answer ? answer.parts : [];
      const names = parts.filter((name) => name.startsWith("articles"));
      const pages = await Promise.all(names.map((name) => readPart(name)));
      return pages.flat().map(({ path }) => path);
    };
    const even = [2, 4, 6, 8, 10, 12, 14];
    await add(even);
    expect(await listed()).toHaveLength(7);
    await add(even.map((number) => number - 1));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
    const all = Array.from({ length: 14 }, (_, i) => `/article/${idOf(i + 1)}`);
    expect((await listed()).sort()).toEqual(all);
  });

  test("is a 404 for a part that does not exist, or not yet", async () => {
    for (const name of ["articles-9.xml", "articles-0.xml", "articles-1", "users-1.xml", "x.xml"]) {
      expect((await askPart(name)).status, name).toBe(404);
    }
    const { readAll, readPart } = createSitemap(10);
    await expect(readPart("articles-1")).rejects.toMatchObject({ kind: "notFound" });
    await addArticle();
    expect(await readPart("articles-1")).toHaveLength(1);
    // The fixed pages alone are more than ten, so there are parts.
    expect(await readAll()).toEqual({ parts: ["pages", "articles-1", "people-1"] });
  });
});

test("robots.txt excludes private pages, the search and the API, and names the sitemap", async () => {
  const response = robots(argsFor("/robots.txt"));
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const lines = (await response.text()).split("\n");
  expect(lines[0]).toBe("User-agent: *");
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
  for (const path of ["/dashboard", "/search", "/login", "/signup", "/api/"]) {
    expect(lines).toContain(`Disallow: ${path}`);
  }
});
