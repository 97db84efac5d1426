import { expect, describe, test } from "vitest";
import { pino } from "pino";
import { z } from "zod";
import { endpoint, resource } from "~/utils/http/endpoint.server";
import { useDatabase } from "../../setup/database";
import { call } from "../../setup/api";
import { addArticle, PASSWORD, addSignedIn, someReview } from "../../setup/people";

useDatabase();

const anId = "65f0c0ffee65f0c0ffee65f0";

/** Paths of the API, the methods that each allows, and whether it reads a request body. */
const paths = [
  { path: "/api/auth/login", allow: "POST", bodies: true },
  { path: "/api/auth/signup", allow: "POST", bodies: true },
  { path: "/api/auth/verify", allow: "GET, HEAD" },
  { path: "/api/articles", allow: "GET, HEAD" },
  { path: "/api/articles/create", allow: "POST", bodies: true },
  { path: "/api/articles/view", allow: "POST", bodies: true },
  { path: `/api/articles/${anId}`, allow: "GET, HEAD, PATCH, DELETE" },
  { path: `/api/comments/${anId}`, allow: "GET, HEAD, PATCH, DELETE" },
  { path: `/api/reviews/${anId}`, allow: "GET, HEAD, PATCH, DELETE" },
  { path: `/api/articles/${anId}/upvote`, allow: "POST" },
  { path: `/api/articles/${anId}/upvote/check`, allow: "GET, HEAD" },
  { path: `/api/articles/${anId}/comments`, allow: "GET, HEAD, POST", bodies: true },
  { path: "/api/research-hubs", allow: "GET, HEAD" },
  { path: "/api/reviews", allow: "GET, HEAD, POST", bodies: true },
  { path: "/api/momentum-recommendations/preview", allow: "POST" },
  { path: "/api/sentiment-recommendations/preview", allow: "POST" },
  { path: `/api/momentum-recommendations/${anId}`, allow: "GET, HEAD" },
  { path: `/api/sentiment-recommendations/${anId}`, allow: "GET, HEAD" },
  { path: "/api/ledger", allow: "GET, HEAD" },
  { path: "/api/ledger/1", allow: "GET, HEAD" },
  { path: "/api/ledger/export", allow: "GET, HEAD" },
  { path: "/api/categories/stocks", allow: "GET, HEAD" },
  { path: "/api/categories/stocks/articles", allow: "GET, HEAD" },
];

describe.each(paths)("$path", ({ path, allow }) => {
  test("answers a preflight with the methods it allows", async () => {
    const response = await call(path, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expect(response.headers.get("Access-Control-Allow-Methods")).toBe(allow);
    expect(response.headers.get("Allow")).toBe(allow);
  });

  test.each(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])(
    "with %s, returns a 405 with its methods unless it allows that method",
    async (method) => {
      const response = await call(path, { method });
      if (allow.split(", ").includes(method)) {
        expect(response.status).not.toBe(405);
      } else {
        expect(response.status).toBe(405);
        expect(response.headers.get("Allow")).toBe(allow);
        expect(await response.json()).toEqual({ error: "Method not allowed" });
      }
    },
  );
});

describe.each(paths.filter(({ bodies }) => bodies))("a body for $path", ({ path }) => {
  test.each(["", "{", '{"a":', "undefined", "{'a':1}", "\0", "<xml/>", '{"a":1}}'])(
    "%j is not valid JSON: 400",
    async (text) => {
      const { token } = await addSignedIn();
      const response = await call(path, { method: "POST", token, text });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error: "The body is not valid JSON." });
    },
  );

  test.each(["null", "true", "7", '"text"', "[]", "[{}]"])(
    "%s is JSON of the wrong type: 400",
    async (text) => {
      const { token } = await addSignedIn();
      const response = await call(path, { token, text });
      expect(response.status).toBe(400);
      const answer = await response.json();
      expect(answer).toEqual({ error: expect.any(String), fieldErrors: {} });
    },
  );

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/jsonp",
    "application/xml",
    "",
  ])("sent as %j is refused: 415", async (type) => {
    const { token } = await addSignedIn();
    const headers = { "Content-Type": type };
    const response = await call(path, { token, text: "{}", headers });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({ error: "The body must be application/json." });
  });

  test.each([
    "iso-8859-1",
    "windows-1252",
    "utf-16",
    "utf-16le",
    "utf-7",
    '"utf-32"',
    "utf-80",
    "utf-8; charset=latin1",
  ])("sent in the charset %s is refused: 415", async (charset) => {
    const { token } = await addSignedIn();
    const headers = { "Content-Type": `application/json; Charset=${charset}` };
    const response = await call(path, { token, text: "{}", headers });
    expect(response.status).toBe(415);
    expect(await response.json()).toEqual({ error: "The text must be UTF-8." });
  });

  test.each([
    ["a Latin-1 letter", "", Buffer.from('{"email":"é"}', "latin1")],
    ["a letter cut in half", "; charset=utf-8", Buffer.from('{"email":"é"}').subarray(0, 11)],
    ["an overlong slash", "", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ["half a surrogate pair", "", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ["UTF-16 with its mark", "", Buffer.from("\ufeff{}", "utf16le")],
    ["UTF-8, said to be ASCII", "; charset=us-ascii", Buffer.from('{"email":"é"}')],
  ])("with %s is not the text that it claims to be: 400", async (_, charset, bytes) => {
    const { token } = await addSignedIn();
    const headers = { "Content-Type": `application/json${charset}` };
    const response = await call(path, { method: "POST", token, text: bytes, headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: "The text is not valid UTF-8." });
  });

  test("may begin with a byte order mark", async () => {
    const { token } = await addSignedIn();
    const response = await call(path, { token, text: "\ufeff{}" });
    expect((await response.json()).fieldErrors).not.toEqual({});
  });

  test.each([
    "application/json; charset=utf-8",
    "Application/JSON",
    'application/json;charset="UTF8"',
    "application/json; charset=US-ASCII; x=y",
  ])("sent as %s is read", async (type) => {
    const { token } = await addSignedIn();
    const headers = { "Content-Type": type };
    const response = await call(path, { token, text: "{}", headers });
    expect(response.status).toBe(400);
    expect((await response.json()).fieldErrors).not.toEqual({});
  });
});

test("half a surrogate pair is refused, and a replacement character that was typed is kept", async () => {
  const { token } = await addSignedIn();
  const { id } = await addArticle();
  const path = `/api/articles/${id}/comments`;
  for (const half of ["\\ud800", "a\\udc00b", "\\udc00\\ud800", "\\ud83d x", "\\u0000"]) {
    const response = await call(path, { token, text: `{"content":"One ${half} two"}` });
    expect(response.status, half).toBe(400);
    expect((await response.json()).fieldErrors).toHaveProperty("content");
  }
  const content = "One \ufffd two 😀";
  const posted = await call(path, { token, body: { content } });
  expect(await posted.json()).toMatchObject({ content });
});

describe("a poll", () => {
  const paths = [
    ...["/api/articles", "/api/articles/:id", "/api/articles/:id/comments"],
    ...["/api/research-hubs", "/api/reviews", "/api/reviews?hub=bonds&q=x"],
    ...["/api/categories/stocks", "/api/categories/stocks/articles"],
  ];

  test.each(paths)("of an unchanged %s is a 304 without a body", async (pattern) => {
    const { id } = await addArticle();
    const path = pattern.replace(":id", id);
    const first = await call(path);
    const tag = first.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^(W\/)?".+"$/);
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    for (const asked of [tag, `"other", ${tag}`, "*"]) {
      const second = await call(path, { headers: { "If-None-Match": asked } });
      expect(second.status).toBe(304);
      expect(await second.text()).toBe("");
      expect(second.headers.get("ETag")).toBe(tag);
    }
    expect((await call(path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  });

  test("of a changed resource is a 200 with another ETag", async () => {
    const { id } = await addArticle();
    const { token } = await addSignedIn();
    const paths = ["/api/articles", `/api/articles/${id}`, `/api/articles/${id}/comments`];
    const tags = await Promise.all(
      paths.map(async (path) => (await call(path)).headers.get("ETag") ?? ""),
    );
    await call(`/api/articles/${id}/comments`, { token, body: { content: "Yes." } });
    for (const [i, path] of paths.entries()) {
      const response = await call(path, { headers: { "If-None-Match": tags[i] ?? "" } });
      expect(response.status, path).toBe(200);
      expect(response.headers.get("ETag"), path).not.toBe(tags[i]);
    }
  });

  test("after a new review is a 200 for the lists that have it and for the hubs, which count it", async () => {
    const { token } = await addSignedIn();
    const paths = ["/api/reviews", "/api/reviews?hub=bonds", "/api/research-hubs"];
    const other = "/api/reviews?hub=macro";
    const tagOf = async (path: string) => (await call(path)).headers.get("ETag") ?? "";
    const tags = await Promise.all([...paths, other].map(tagOf));
    const posted = await call("/api/reviews", { token, body: someReview({ category: "rates" }) });
    expect(posted.status).toBe(201);
    for (const [i, path] of [...paths, other].entries()) {
      const response = await call(path, { headers: { "If-None-Match": tags[i] ?? "" } });
      expect(response.status, path).toBe(path === other ? 304 : 200);
    }
  });

  test("with HEAD has the headers of a GET", async () => {
    const { id } = await addArticle();
    const more = ["/api/reviews", "/api/research-hubs", "/api/categories/stocks"];
    for (const path of ["/api/articles?limit=1", `/api/articles/${id}`, ...more]) {
      const [get, head] = [await call(path), await call(path, { method: "HEAD" })];
      expect(head.status).toBe(200);
      expect([...head.headers]).toEqual([...get.headers]);
    }
  });
});

describe("an unknown path", () => {
  const unknownPaths = [
    ...["/api/nothing", "/api/articles/1/2/3", "/api/auth", "/api/../api/x"],
    ...[
      "/api/reviews/1/2",
      "/api/categories",
      "/api/categories/stocks/articles/1",
      "/api/research-hub",
    ],
  ];
  test.each(unknownPaths)("such as %s is a 404 in JSON, with any method", async (path) => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await call(path, { method });
      expect(response.status).toBe(404);
      expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      expect(await response.json()).toEqual({ error: "Not found" });
    }
  });
});

test("a preflight of an unknown path lets a script read the 404", async () => {
  const response = await call("/api/nothing", { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(response.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, POST");
});

describe("an unexpected error", () => {
  const failing = resource({
    GET: endpoint({
      id: "fail",
      tag: "About the API",
      summary: "Fail",
      response: z.unknown(),
      handle: () => Promise.reject(new Error("the password is 1234")),
    }),
  });

  test("is a 500 with the id of the request, while the cause is only logged", async () => {
    const errors: object[] = [];
    const log = pino({ level: "error" }, { write: (line) => errors.push(JSON.parse(line)) });
    const context = { nonce: "", requestId: "request-7", clientAddress: "192.0.2.1", log };
    const request = new Request("https://site.example/api/anything");
    const response = await failing.loader({ request, params: {}, context });
    expect(response.status).toBe(500);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toEqual({ error: "Internal error", requestId: "request-7" });
    expect(errors).toMatchObject([{ err: { message: "the password is 1234" } }]);
  });
});

/** A seeded pseudo-random number generator (mulberry32), so that every run has the same numbers. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("300 random bodies", () => {
  const values: unknown[] = [
    ...[null, true, 0, -1, 1e308, 7.5, "", " ", "\0", "a\0b", "\ud800", "\u202e", "😀", "x"],
    ...[[], {}, [[]], { $ne: null }, { $gt: "" }, { $where: "sleep(1)" }, { $regex: "(a+)+$" }],
    ...["x".repeat(60_000), "é".repeat(20_000), Array(500).fill("x"), "__proto__", "$set"],
    ...["mara@example.org", PASSWORD, "Mara", "https://example.org/1", "stocks", anId],
    ...["https://" + "a.".repeat(900) + "org", "http://[::1]:80/%", "https://%zz", "https://a/%ff"],
    ...["https://example.org/" + "%E0%A4%A".repeat(100), "https://.", "https://xn--a/"],
    ...[{ length: 9 }, { toString: "x" }, { valueOf: 1 }, { toJSON: null }],
    ...["literature", "l1s", "5", 5, "5; drop", "\ufdfa".repeat(200), "\ufdfa\ud800".repeat(100)],
  ];
  const names = ["email", "password", "name", "title", "summary", "url", "category", "content"];
  const reviewNames = ["author", "rating", "review", "username"];
  const more = ["imageUrl", "id", "__proto__", "constructor", "$where", "_id", "length", ""];
  const good: Record<string, unknown> = {
    email: "mara@example.org",
    password: PASSWORD,
    name: "Mara",
    title: "A title",
    summary: "A summary",
    url: "https://example.org/1",
    content: "A text",
    id: anId,
    author: "Anna Berg",
    rating: 4,
    review: "A text",
  };

  /** A body that is valid except for some fields; sometimes not an object, or not JSON. */
  function oddBody(random: () => number): string {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const kind = random();
    if (kind < 0.05) return JSON.stringify(pick(values));
    if (kind < 0.1) return "[".repeat(5_000) + "]".repeat(5_000);
    const entries = new Map(random() < 0.7 ? Object.entries(good) : []);
    for (let i = Math.ceil(random() * 3); i > 0; i -= 1)
      entries.set(pick([...names, ...names, ...reviewNames, ...more]), pick(values));
    const text = `{${[...entries]
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(",")}}`;
    return kind < 0.15 ? text.slice(0, Math.floor(random() * text.length)) : text;
  }

  /** The same for a review of a book, which needs no link; sometimes in a category for members only. */
  function oddReview(random: () => number): string {
    const category = random() < 0.05 ? "l1s" : "literature";
    const text = oddBody(random);
    return text.startsWith("{") ? text.replace("{", `{"category":"${category}",`) : text;
  }

  test.each(["/api/articles/create", "/api/articles/view", "/api/articles/:id/comments"])(
    "for %s cause no server error",
    async (pattern) => {
      const { token } = await addSignedIn();
      const { id } = await addArticle();
      const path = pattern.replace(":id", id);
      const random = generator(pattern.length);
      for (let i = 0; i < 300; i += 1) {
        const text = oddBody(random);
        const { status } = await call(path, { token, text });
        expect(status, text.slice(0, 500)).toBeLessThan(500);
      }
      // What they stored can be read.
      for (const read of [
        "/api/articles",
        `/api/articles/${id}/comments`,
        "/api/articles?sort=hot",
      ])
        expect((await call(read)).status).toBe(200);
    },
  );

  test("for /api/reviews cause no server error", async () => {
    const { token } = await addSignedIn();
    const random = generator(11);
    const answers = new Map<number, number>();
    for (let i = 0; i < 300; i += 1) {
      const text = oddReview(random);
      const { status } = await call("/api/reviews", { token, text });
      expect(status, text.slice(0, 500)).toBeLessThan(500);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    // The bodies cover every kind of response: some are valid, and some of those are duplicates.
    for (const status of [201, 400, 403, 409])
      expect(answers.get(status), `${status}`).toBeDefined();
    for (const read of ["/api/reviews", "/api/reviews?sort=best&q=%00", "/api/research-hubs"])
      expect((await call(read)).status).toBe(200);
  });

  test.each(["/api/auth/login", "/api/auth/signup"])(
    "for %s cause no server error",
    async (path) => {
      const random = generator(path.length);
      for (let i = 0; i < 300; i += 1) {
        const text = oddBody(random);
        const { status } = await call(path, { text });
        expect(status, text.slice(0, 500)).toBeLessThan(500);
      }
    },
  );

  test("for an upvote are ignored", async () => {
    const { token } = await addSignedIn();
    const { id } = await addArticle();
    const random = generator(7);
    for (let i = 0; i < 30; i += 1) {
      const response = await call(`/api/articles/${id}/upvote`, { token, text: oddBody(random) });
      expect(await response.json()).toEqual({ upvotes: 1, hasUpvoted: true });
    }
  });
});
