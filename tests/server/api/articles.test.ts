import mongoose, { Types } from "mongoose";
import { describe, expect, test } from "vitest";
import { importComments } from "~/models/comment.server";
import { importArticles } from "~/models/article.server";
import { useDatabase } from "../../setup/database";
import { call, nextPath, ORIGIN } from "../../setup/api";
import { addArticle, addUser, addSignedIn } from "../../setup/people";

useDatabase();

const unknown = "65f0c0ffee65f0c0ffee65f0";
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const idsOf = async (response: Response) =>
  ((await response.json()) as { id: string }[]).map(({ id }) => id);

describe("POST /api/articles/create", () => {
  const work = { title: "A title", summary: "A summary", url: "https://example.org/paper" };

  test("returns 201 with the article", async () => {
    const { token } = await addSignedIn({ name: "Mara" });
    const response = await call("/api/articles/create", { token, body: work });
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const article = await response.json();
    expect(article).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      title: "A title",
      summary: "A summary",
      url: "https://example.org/paper",
      imageUrl: `${ORIGIN}/images/category/general.svg`,
      category: { name: "General", slug: "general" },
      createdAt: expect.stringMatching(ISO),
      editedAt: null,
      repostedAt: null,
      views: 0,
      upvotes: 0,
      commentCount: 0,
      reviewer: "Mara",
      content: "",
    });
    expect(await (await call(`/api/articles/${article.id}`)).json()).toEqual(article);
  });

  test("accepts a category, a text and a picture", async () => {
    const { token } = await addSignedIn();
    const more = {
      category: "book-nook",
      content: "# Text\r\n\r\nMore.",
      imageUrl: "https://example.org/picture.png",
    };
    const response = await call("/api/articles/create", { token, body: { ...work, ...more } });
    expect(await response.json()).toMatchObject({
      category: { name: "Book Nook", slug: "book-nook" },
      content: "# Text\n\nMore.",
      imageUrl: "https://example.org/picture.png",
    });
  });

  test("ignores fields that the client cannot set", async () => {
    const { token } = await addSignedIn({ name: "Mara" });
    const claims = {
      id: unknown,
      _id: unknown,
      views: 1e6,
      upvotes: 1e6,
      hot: 1e6,
      reviewer: "Somebody",
      author: unknown,
      createdAt: "2000-01-01T00:00:00.000Z",
    };
    const response = await call("/api/articles/create", { token, body: { ...work, ...claims } });
    const article = await response.json();
    expect(article).toMatchObject({ views: 0, upvotes: 0, reviewer: "Mara" });
    expect(article.id).not.toBe(unknown);
    expect(Date.parse(article.createdAt)).toBeGreaterThan(Date.parse("2026-01-01"));
  });

  test("returns an error for each invalid field", async () => {
    const { token } = await addSignedIn();
    const body = { title: " ", summary: "x".repeat(201), url: "javascript:alert(1)" };
    const response = await call("/api/articles/create", { token, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: "Some fields are invalid.",
      fieldErrors: {
        title: ["Required"],
        summary: ["Summary must be 200 characters or less."],
        url: ["Please enter a valid URL."],
      },
    });
  });

  test("refuses characters that cannot be shown, with an error for each field that has them", async () => {
    const { token } = await addSignedIn();
    const body = { title: "a\0b", summary: "a\ud800b", url: "https://example.org/\udc00" };
    const more = { content: "\0", imageUrl: "https://example.org/\ud800" };
    const response = await call("/api/articles/create", { token, body: { ...body, ...more } });
    expect(response.status).toBe(400);
    const messages = ["Please remove the characters that cannot be shown."];
    const fields = Object.keys({ ...body, ...more });
    expect(await response.json()).toEqual({
      error: "Some fields are invalid.",
      fieldErrors: Object.fromEntries(fields.map((field) => [field, messages])),
    });
  });

  test("counts a summary in characters, of which an emoji is one", async () => {
    const { token } = await addSignedIn();
    const post = (summary: string) =>
      call("/api/articles/create", { token, body: { ...work, summary } });
    const refused = await post("😀".repeat(201));
    expect(refused.status).toBe(400);
    expect((await refused.json()).fieldErrors).toEqual({
      summary: ["Summary must be 200 characters or less."],
    });
    const summary = "😀".repeat(200);
    const posted = await post(summary);
    expect(posted.status).toBe(201);
    expect(await posted.json()).toMatchObject({ summary });
  });

  test("returns 409 with the id of the article that has the link", async () => {
    const { token } = await addSignedIn();
    const { id } = await addArticle({ url: "http://www.example.org/paper/" });
    const response = await call("/api/articles/create", {
      token,
      body: { ...work, url: "https://example.org/paper?utm_source=x#top" },
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ error: "This link has already been posted.", id });
  });

  test("returns 401 without a valid token, before the body is read", async () => {
    const { browserSecret } = await addSignedIn();
    for (const token of [undefined, browserSecret, "x".repeat(43)]) {
      const response = await call("/api/articles/create", { token, text: "not even JSON" });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
    expect(await mongoose.connection.collection("articles").countDocuments()).toBe(0);
  });
});

describe("GET /api/articles/{id}", () => {
  test("returns 404 for an unknown or invalid id", async () => {
    await addArticle();
    for (const id of [unknown, "1", "x".repeat(2000), "%00", "%7B%22$ne%22:null%7D", "..%2F"]) {
      const response = await call(`/api/articles/${id}`);
      expect(response.status, id).toBe(404);
      expect(await response.json()).toEqual({ error: "Article not found" });
    }
  });
});

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

  test("returns an empty array when there are no articles", async () => {
    expect(await (await call("/api/articles")).json()).toEqual([]);
  });

  test("returns the first hundred and a link to the rest", async () => {
    const author = await addUser();
    await Promise.all(Array.from({ length: 101 }, () => addArticle({ author })));
    const response = await call("/api/articles");
    expect(await response.json()).toHaveLength(100);
    expect(await (await call(nextPath(response) ?? "")).json()).toHaveLength(1);
  });

  describe("with a limit of more than a hundred", () => {
    const idOf = (number: number) => number.toString(16).padStart(24, "0");
    /** Adds `count` articles of one category with texts of `length` characters, ten with the same time each. */
    const add = (count: number, length: number) =>
      importArticles(
        Array.from({ length: count }, (_, i) => ({
          id: idOf(i + 1),
          title: `Title ${i}`,
          summary: "A summary",
          category: "stocks",
          url: `https://example.org/${i}`,
          urlKey: `example.org/${i}`,
          authorId: idOf(1),
          reviewer: "Mara",
          content: "x".repeat(length),
          views: 0,
          upvotes: i % 7,
          commentCount: 0,
          commentsByOthers: 0,
          createdAt: new Date(Math.floor(i / 10)),
        })),
      );

    test("returns as many articles, with their texts", async () => {
      await add(250, 10);
      const response = await call("/api/articles?limit=200");
      const articles = (await response.json()) as { title: string; content: string }[];
      expect(articles).toHaveLength(200);
      expect(articles[0]).toMatchObject({ title: "Title 249", content: "x".repeat(10) });
      expect(await (await call(nextPath(response) ?? "")).json()).toHaveLength(50);
      expect(await (await call("/api/articles?limit=1000")).json()).toHaveLength(250);
    });

    test("ends the page when the texts are too long for one response, and links to the next", async () => {
      await add(320, 20_000);
      for (const [query, expected] of [
        ["", 320],
        ["&sort=top", 320],
        ["&sort=hot&category=stocks", 320],
        ["&q=summary", 320],
        ["&q=title+1&sort=top", 111],
      ] as const) {
        const read: string[] = [];
        const pages: number[] = [];
        for (let path: string | null = `/api/articles?limit=1000${query}`; path;) {
          const response: Response = await call(path);
          const ids = await idsOf(response);
          read.push(...ids);
          pages.push(ids.length);
          path = nextPath(response);
        }
        expect(read, query).toHaveLength(expected);
        expect(new Set(read).size, query).toBe(expected);
        // A page has at most three million characters: 150 of these texts.
        expect(pages[0], query).toBe(Math.min(expected, 150));
        expect(pages.length, query).toBe(Math.ceil(expected / 150));
      }
    });

    test("returns the first hundred articles however long they are", async () => {
      await add(101, 20_000);
      await mongoose.connection
        .collection("articles")
        .updateMany({}, { $set: { summary: "y".repeat(30_000) } });
      for (const limit of [100, 101, 1000]) {
        const response = await call(`/api/articles?limit=${limit}`);
        expect(await response.json()).toHaveLength(100);
        expect(await (await call(nextPath(response) ?? "")).json()).toHaveLength(1);
      }
    });
  });

  test.each(["new", "hot", "top"])(
    "sorted by %s, lists every article once over its pages",
    async (sort) => {
      const author = await addUser();
      const made = await Promise.all(
        Array.from({ length: 25 }, (_, i) =>
          // Five articles share each time.
          addArticle({ author, category: "stocks", createdAt: new Date(Math.floor(i / 5)) }),
        ),
      );
      await addArticle({ category: "bonds" });
      const read: string[] = [];
      let path: string | null = `/api/articles?sort=${sort}&limit=7&category=stocks`;
      let pages = 0;
      while (path) {
        const response = await call(path);
        read.push(...(await idsOf(response)));
        path = nextPath(response);
        pages += 1;
      }
      expect(pages).toBe(4);
      expect(read).toHaveLength(25);
      expect(new Set(read)).toEqual(new Set(made.map(({ id }) => id)));
    },
  );

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

  test("keeps the query parameters in its link to the next page", async () => {
    for (let i = 0; i < 3; i += 1) await addArticle({ category: "stocks", title: "a b&c" });
    const response = await call("/api/articles?q=a+b%26c&category=stocks&limit=2");
    const next = new URL(nextPath(response) ?? "", ORIGIN);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      q: "a b&c",
      category: "stocks",
      limit: "2",
      cursor: expect.any(String),
    });
    expect(await idsOf(await call(next.pathname + next.search))).toHaveLength(1);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=abc", "limit"],
    ["limit=-1", "limit"],
    ["limit=1.5", "limit"],
    ["limit=", "limit"],
    ["cursor=x", "cursor"],
    ["cursor=", "cursor"],
    [`cursor=${unknown}.99999999999999999`, "cursor"],
    [`cursor=${unknown}.1e5`, "cursor"],
    ["cursor=%00", "cursor"],
    ["sort=best", "sort"],
    ["sort[$ne]=new&sort=", "sort"],
    ["category=nothing", "category"],
    ["hub=crypto", "hub"],
    [`q=${"x".repeat(101)}`, "q"],
  ])("returns a 400 that names the field for %s", async (query, field) => {
    const response = await call(`/api/articles?${query}`);
    expect(response.status).toBe(400);
    const { error, fieldErrors } = await response.json();
    expect(error).toBe("Some fields are invalid.");
    expect(Object.keys(fieldErrors)).toEqual([field]);
  });

  test.each(["new", "hot", "top"])("accepts any well-formed cursor, sorted by %s", async (sort) => {
    await addArticle();
    for (const value of ["0", "-1", "1.5", "8640000000000000", "-8640000000000000", "-0.0"]) {
      const response = await call(`/api/articles?sort=${sort}&cursor=${unknown}.${value}`);
      expect(response.status, value).toBe(200);
    }
  });
});

describe("POST /api/articles/view", () => {
  test("counts a visitor once", async () => {
    const { id } = await addArticle();
    const view = async (address: string, token?: string) =>
      (await call("/api/articles/view", { body: { id }, address, token })).json();
    expect(await view("192.0.2.1")).toEqual({ views: 1 });
    expect(await view("192.0.2.1")).toEqual({ views: 1 });
    expect(await view("192.0.2.2")).toEqual({ views: 2 });
    const { token } = await addSignedIn();
    expect(await view("192.0.2.2", token)).toEqual({ views: 2 });
    expect(await view("192.0.2.3", token)).toEqual({ views: 2 });
    expect(await view("192.0.2.4")).toEqual({ views: 3 });
    expect(await (await call(`/api/articles/${id}`)).json()).toMatchObject({ views: 3 });
  });

  test("does not count a cross-site request without a token", async () => {
    const { id } = await addArticle();
    const headers = { "Sec-Fetch-Site": "cross-site" };
    const view = async (token?: string) =>
      (await call("/api/articles/view", { body: { id }, headers, token })).json();
    expect(await view()).toEqual({ views: 0 });
    expect(await view((await addSignedIn()).token)).toEqual({ views: 1 });
  });

  test("counts the IPv6 addresses of one /64 network as one visitor", async () => {
    const { id } = await addArticle();
    const view = async (address: string) =>
      (await call("/api/articles/view", { body: { id }, address })).json();
    expect(await view("2001:db8:1:2::1")).toEqual({ views: 1 });
    expect(await view("2001:db8:1:2:ffff::2")).toEqual({ views: 1 });
    expect(await view("2001:db8:1:3::1")).toEqual({ views: 2 });
  });

  test("returns 404 for an unknown id, and 400 for an id that is not a string", async () => {
    for (const id of [unknown, "x", ""])
      expect((await call("/api/articles/view", { body: { id } })).status).toBe(404);
    for (const id of [{ $ne: null }, [unknown], 7, null])
      expect((await call("/api/articles/view", { body: { id } })).status).toBe(400);
  });
});

describe("POST /api/articles/{id}/upvote and GET …/upvote/check", () => {
  test("count a user's upvote once and report it, without a request body", async () => {
    const { token } = await addSignedIn();
    const { id } = await addArticle();
    const check = async () => (await call(`/api/articles/${id}/upvote/check`, { token })).json();
    const upvote = () => call(`/api/articles/${id}/upvote`, { method: "POST", token });
    expect(await check()).toEqual({ hasUpvoted: false });
    for (let i = 0; i < 2; i += 1) {
      const response = await upvote();
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ upvotes: 1, hasUpvoted: true });
    }
    expect(await check()).toEqual({ hasUpvoted: true });
  });

  test("return 401 without a valid token", async () => {
    const { id } = await addArticle();
    const { browserSecret } = await addSignedIn();
    for (const token of [undefined, browserSecret]) {
      for (const response of [
        await call(`/api/articles/${id}/upvote`, { method: "POST", token }),
        await call(`/api/articles/${id}/upvote/check`, { token }),
      ]) {
        expect(response.status).toBe(401);
        expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
        expect(await response.json()).toEqual({ error: "Authentication required" });
      }
    }
  });

  test("return 404 for an unknown article", async () => {
    const { token } = await addSignedIn();
    for (const id of [unknown, "x"]) {
      const upvote = await call(`/api/articles/${id}/upvote`, { method: "POST", token });
      expect(upvote.status).toBe(404);
      const check = await call(`/api/articles/${id}/upvote/check`, { token });
      expect(check.status).toBe(404);
    }
  });
});

describe("/api/articles/{id}/comments", () => {
  test("POST returns 201 with the comment, GET lists the comments, oldest first", async () => {
    const { token } = await addSignedIn({ name: "Mara" });
    const { id } = await addArticle();
    const post = (content: string) =>
      call(`/api/articles/${id}/comments`, { token, body: { content } });
    const response = await post("  First.\r\nSecond line.  ");
    expect(response.status).toBe(201);
    const first = await response.json();
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      username: "Mara",
      content: "First.\nSecond line.",
      createdAt: expect.stringMatching(ISO),
      editedAt: null,
      removedAt: null,
    });
    const second = await (await post("<b>Second</b>")).json();
    expect(second.content).toBe("<b>Second</b>");
    expect(await (await call(`/api/articles/${id}/comments`)).json()).toEqual([first, second]);
    expect(await (await call(`/api/articles/${id}`)).json()).toMatchObject({ commentCount: 2 });
  });

  test("GET lists every comment once over its pages", async () => {
    const { token } = await addSignedIn();
    const { id } = await addArticle();
    for (let i = 0; i < 9; i += 1)
      await call(`/api/articles/${id}/comments`, { token, body: { content: `${i}` } });
    await mongoose.connection
      .collection("comments")
      .updateMany({ article: new Types.ObjectId(id) }, { $set: { createdAt: new Date(0) } });
    const read: string[] = [];
    let path: string | null = `/api/articles/${id}/comments?limit=4`;
    while (path) {
      const response = await call(path);
      for (const { content } of await response.json()) read.push(content);
      path = nextPath(response);
    }
    expect(read).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
  });

  test("GET returns up to a thousand comments on request", async () => {
    const { viewer } = await addSignedIn();
    const { id: articleId } = await addArticle();
    await importComments(
      Array.from({ length: 1001 }, (_, i) => ({
        id: (i + 1).toString(16).padStart(24, "0"),
        articleId,
        authorId: viewer.id,
        username: "Mara",
        content: `${i}`,
        createdAt: new Date(i),
      })),
    );
    const path = `/api/articles/${articleId}/comments`;
    expect(await (await call(path)).json()).toHaveLength(100);
    const response = await call(`${path}?limit=1000`);
    const comments = (await response.json()) as { content: string }[];
    expect(comments).toHaveLength(1000);
    expect(comments.at(-1)?.content).toBe("999");
    expect(await (await call(nextPath(response) ?? "")).json()).toMatchObject([
      { content: "1000" },
    ]);
  });

  test("POST refuses an empty and a too long comment", async () => {
    const { token } = await addSignedIn();
    const { id } = await addArticle();
    for (const [content, message] of [
      ["", "Required"],
      [" \n\t ", "Required"],
      [{ $gt: "" }, "Required"],
      ["x".repeat(5001), "Comment must be 5,000 characters or less."],
    ]) {
      const response = await call(`/api/articles/${id}/comments`, { token, body: { content } });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: "Some fields are invalid.",
        fieldErrors: { content: [message] },
      });
    }
  });

  test("POST needs a token", async () => {
    const { id } = await addArticle();
    const response = await call(`/api/articles/${id}/comments`, { body: { content: "Yes." } });
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  test("GET and POST return 404 for an unknown article", async () => {
    const { token } = await addSignedIn();
    for (const id of [unknown, "x"]) {
      const path = `/api/articles/${id}/comments`;
      expect((await call(path)).status).toBe(404);
      expect((await call(path, { token, body: { content: "Yes." } })).status).toBe(404);
    }
  });

  test.each(["limit=0", "limit=1001", "cursor=x", `cursor=${unknown}.99999999999999999`])(
    "%s is a 400",
    async (query) => {
      const { id } = await addArticle();
      expect((await call(`/api/articles/${id}/comments?${query}`)).status).toBe(400);
    },
  );
});
