import { describe, expect, test } from "vitest";
import { importArticles } from "~/models/article.server";
import { blockDomain } from "~/services/articles/blocked-domains.server";
import { collection, setFields, useDatabase } from "../../setup/database";
import { call, nextPath, ORIGIN } from "../../setup/api";
import { addArticle, addSignedIn, someArticle, someReview } from "../../setup/people";
import { articleRow } from "../../setup/rows";

useDatabase();

const unknown = "65f0c0ffee65f0c0ffee65f0";
const anId = expect.stringMatching(/^[0-9a-f]{24}$/) as unknown;
const aMoment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
const idsOf = async (response: Response) =>
  ((await response.json()) as { id: string }[]).map(({ id }) => id);

describe("POST /api/articles/create", () => {
  const work = { title: "A title", summary: "A summary", url: "https://example.org/paper" };
  const create = async (fields: object, name?: string) => {
    const { token } = await addSignedIn({ name });
    return call("/api/articles/create", { token, body: { ...work, ...fields } });
  };

  test("returns 201 with the article, and ignores fields that the client cannot set", async () => {
    const claims = { id: unknown, views: 1e6, upvotes: 1e6, hot: 1e6, reviewer: "Somebody" };
    const response = await create({ ...claims, author: unknown, createdAt: "2000-01-01" }, "Mara");
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const article = await response.json();
    expect(article).toEqual({
      ...work,
      id: anId,
      imageUrl: `${ORIGIN}/images/category/general.svg`,
      category: { name: "General", slug: "general" },
      createdAt: aMoment,
      editedAt: null,
      repostedAt: null,
      views: 0,
      upvotes: 0,
      commentCount: 0,
      reviewer: "Mara",
      disclosure: null,
      disclosureNote: null,
      locked: null,
      warning: null,
      content: "",
    });
    expect(article.id).not.toBe(unknown);
    expect(Date.parse(article.createdAt)).toBeGreaterThan(Date.parse("2026-01-01"));
    expect(await (await call(`/api/articles/${article.id}`)).json()).toEqual(article);
  });

  test("accepts a category, a text and a picture", async () => {
    const imageUrl = "https://example.org/picture.png";
    const content = "# Text\r\n\r\nMore.";
    const response = await create({ category: "book-nook", content, imageUrl });
    expect(await response.json()).toMatchObject({
      category: { name: "Book Nook", slug: "book-nook" },
      content: "# Text\n\nMore.",
      imageUrl,
    });
  });
});

test("what the author holds is posted, shown, changed and taken back, and its versions are kept", async () => {
  const { token } = await addSignedIn();
  const body = {
    ...{ title: "A title", summary: "A summary", url: "https://example.org/held" },
    ...{ disclosure: "long", disclosureNote: " A little\nBTC. " },
  };
  const created = (await (await call("/api/articles/create", { token, body })).json()) as {
    id: string;
  };
  expect(created).toMatchObject({ disclosure: "long", disclosureNote: "A little BTC." });
  await setFields("articles", created.id, { createdAt: new Date("2026-01-01") });
  const path = `/api/articles/${created.id}`;
  const change = async (changes: object) => {
    const response = await call(path, { token, method: "PATCH", body: changes });
    return (await response.json()) as object;
  };
  expect(await change({ disclosure: "short" })).toMatchObject({
    disclosure: "short",
    disclosureNote: "A little BTC.",
  });
  expect(await change({ disclosure: "", disclosureNote: null })).toMatchObject({
    disclosure: null,
    disclosureNote: null,
  });
  expect(await (await call(`${path}/revisions/2`)).json()).toMatchObject({
    disclosure: "short",
    disclosureNote: "A little BTC.",
  });
  expect(await change({ disclosure: "some" })).toMatchObject({
    fieldErrors: { disclosure: ["Please choose one of the statements."] },
  });
});

test.each([unknown, "1", "x".repeat(2000), "%00", "%7B%22$ne%22:null%7D", "..%2F"])(
  "an article with the unknown or invalid id %s is a 404",
  async (id) => {
    const response = await call(`/api/articles/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ error: "Article not found" });
  },
);

describe("GET /api/articles", () => {
  test("returns an array of complete articles, newest first", async () => {
    const first = await addArticle({ createdAt: new Date("2026-01-01"), content: "# Text" });
    const second = await addArticle({ createdAt: new Date("2026-01-02") });
    const response = await call("/api/articles");
    expect(response.status).toBe(200);
    expect(response.headers.get("Link")).toBeNull();
    const list = await response.json();
    expect(list.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(list[1]).toEqual(await (await call(`/api/articles/${first.id}`)).json());
  });

  /** Adds `count` articles of one category with long texts, ten with the same time each. */
  const add = (count: number) =>
    importArticles(
      Array.from({ length: count }, (_, i) =>
        articleRow(i + 1, {
          title: `Title ${i}`,
          category: "stocks",
          content: "x".repeat(20_000),
          upvotes: i % 7,
          createdAt: new Date(Math.floor(i / 10)),
        }),
      ),
    );

  test("ends the page when the texts are too long for one response, and links to the next", async () => {
    await add(320);
    for (const [query, expected] of [
      ["", 320],
      ["&sort=hot&category=stocks", 320],
      ["&q=title+1&sort=top", 111],
    ] as const) {
      const pages: string[][] = [];
      for (let path: string | null = `/api/articles?limit=1000${query}`; path;) {
        const response: Response = await call(path);
        pages.push(await idsOf(response));
        path = nextPath(response);
      }
      expect(new Set(pages.flat()).size, query).toBe(expected);
      expect(pages.flat(), query).toHaveLength(expected);
      // A page has at most three million characters: 150 of these texts.
      expect(pages[0]!.length, query).toBe(Math.min(expected, 150));
      expect(pages.length, query).toBe(Math.ceil(expected / 150));
    }
  });

  test("returns the first hundred articles however long they are", async () => {
    await add(101);
    await collection("articles").updateMany({}, { $set: { summary: "y".repeat(30_000) } });
    const response = await call("/api/articles?limit=1000");
    expect(await response.json()).toHaveLength(100);
    expect(await (await call(nextPath(response) ?? "")).json()).toHaveLength(1);
  });

  test("filters by category, hub and search text", async () => {
    const stocks = await addArticle({ category: "stocks", title: "A needle & more" });
    const crypto = await addArticle({ category: "crypto" });
    const ids = async (query: string) => idsOf(await call(`/api/articles?${query}`));
    expect(await ids("category=crypto")).toEqual([crypto.id]);
    expect(await ids("hub=stocks")).toEqual([stocks.id]);
    expect(await ids("q=NEEDLE+%26")).toEqual([stocks.id]);
    expect(await ids("q=needle&category=crypto")).toEqual([]);
    expect(await ids("q=")).toHaveLength(2);
    expect(await ids("q=a%00b")).toEqual([]);
  });

  test.each(["new", "hot", "top"])("accepts any well-formed cursor, sorted by %s", async (sort) => {
    await addArticle();
    for (const value of ["0", "-1", "1.5", "8640000000000000", "-8640000000000000", "-0.0"]) {
      const response = await call(`/api/articles?sort=${sort}&cursor=${unknown}.${value}`);
      expect(response.status, value).toBe(200);
    }
  });
});

test("POST /api/articles/view counts each visitor once, but no cross-site request without a token", async () => {
  const { id } = await addArticle();
  const { token } = await addSignedIn();
  const crossSite = { "Sec-Fetch-Site": "cross-site" };
  const view = async (options: Parameters<typeof call>[1]) =>
    (await call("/api/articles/view", { body: { id }, ...options })).json();
  expect(await view({ headers: crossSite })).toEqual({ views: 0 });
  for (const [options, views] of [
    [{ address: "192.0.2.1" }, 1],
    [{ address: "192.0.2.1" }, 1],
    [{ address: "192.0.2.2", headers: crossSite, token }, 2],
    [{ address: "192.0.2.3", token }, 2],
    // A network of IPv6 counts as one visitor.
    [{ address: "2001:db8:1:2::1" }, 3],
    [{ address: "2001:db8:1:2:ffff::2" }, 3],
  ] as const) {
    expect(await view(options), options.address).toEqual({ views });
  }
  expect(await (await call(`/api/articles/${id}`)).json()).toMatchObject({ views: 3 });
});

test("POST …/comments returns 201 with the comment, GET lists the comments, oldest first", async () => {
  const { token } = await addSignedIn({ name: "Mara" });
  const { id } = await addArticle();
  const path = `/api/articles/${id}/comments`;
  const response = await call(path, { token, body: { content: "  First.\r\n<b>Second</b>  " } });
  expect(response.status).toBe(201);
  const first = await response.json();
  expect(first).toEqual({
    id: anId,
    username: "Mara",
    content: "First.\n<b>Second</b>",
    createdAt: aMoment,
    editedAt: null,
    removedAt: null,
    parentId: null,
    upvotes: 0,
    locked: null,
    warning: null,
  });
  const answer = { content: "Second.", parentId: (first as { id: string }).id };
  const second = await (await call(path, { token, body: answer })).json();
  expect(second).toMatchObject(answer);
  expect(await (await call(path)).json()).toEqual([first, second]);
  const page = await call(`${path}?limit=1`);
  expect(await page.json()).toEqual([first]);
  expect(await (await call(nextPath(page) ?? "")).json()).toEqual([second]);
  expect(await (await call(`/api/articles/${id}`)).json()).toMatchObject({ commentCount: 2 });
});

test("who writes something with a domain of which moderators warn is told in the response", async () => {
  const [{ viewer }, { token }] = [await addSignedIn({ role: "moderator" }), await addSignedIn()];
  const warned = { domain: "example.net", effect: "warn", reason: "spam" } as const;
  await blockDomain(viewer, warned);
  const write = async (path: string, body: object, method?: "PATCH" | "PUT") =>
    (await call(path, { token, body, method })).json();
  const link = "https://example.net/x";
  const article = await write("/api/articles/create", someArticle({ summary: link }));
  const comments = `/api/articles/${article.id}/comments`;
  const answers = [
    article,
    await write(comments, { content: link }),
    await write("/api/reviews", someReview({ url: link })),
    await write(`/api/articles/${article.id}`, { content: link }, "PATCH"),
    await write("/api/account/profile", { link }, "PUT"),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ warnings: [expect.stringContaining("warn of example.net")] });
    expect(answer).not.toHaveProperty("warnedOf");
  }
  expect(await write(comments, { content: "Fine." })).not.toHaveProperty("warnings");
});
