import type { AppLoadContext } from "@remix-run/node";
import mongoose from "mongoose";
import { describe, expect, test, vi } from "vitest";
import { describeRetryAfter } from "~/domain/retry-after";
import { action as generateMomentum } from "~/routes/api.momentum-recommendations.generate";
import { useDatabase } from "../../setup/database";
import { call, nextPath } from "../../setup/api";
import { addSignedIn } from "../../setup/people";
import { addMomentum, addSentiment, importMomentumCloses } from "../../setup/recommendations";

Object.assign(process.env, { RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" });
useDatabase();

const stored = () => mongoose.connection.collection("recommendations").countDocuments();
const at = (text: string) => new Date(`2026-${text}:00.000Z`);
const idsOf = async (response: Response) =>
  ((await response.json()) as { id: string }[]).map(({ id }) => id);
const generate = (kind: string, options: Parameters<typeof call>[1] = {}) =>
  call(`/api/${kind}-recommendations/generate`, { method: "POST", ...options });

describe("GET /api/momentum-recommendations", () => {
  test("returns an array with only the fields of the specification", async () => {
    const { id } = await addMomentum(at("02-04T10:30"));
    const response = await call("/api/momentum-recommendations");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([
      {
        id,
        weekDate: "2026-02-02",
        createdAt: "2026-02-04T10:30:00.000Z",
        rationale: "A reason.",
        btcAllocation: 20,
        solAllocation: 30,
        usdtAllocation: 50,
        btcRoc: 10,
        solRoc: 30.25,
        usdtRoc: null,
      },
    ]);
  });
});

describe("GET /api/sentiment-recommendations", () => {
  test("returns an array with only the fields of the specification", async () => {
    const { id } = await addSentiment(at("02-08T23:30"));
    const response = await call("/api/sentiment-recommendations");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual([
      {
        id,
        weekDate: "2026-02-02",
        createdAt: "2026-02-08T23:30:00.000Z",
        token: "BTC",
        mentionCount: 1234,
        allocation: { BTC: 29, SOL: 15, USDT: 56 },
        rationale: "A reason.",
      },
    ]);
  });
});

describe.each([
  ["momentum", addMomentum, addSentiment],
  ["sentiment", addSentiment, addMomentum],
] as const)("GET /api/%s-recommendations", (kind, add, addOther) => {
  const path = `/api/${kind}-recommendations`;

  test("is empty while there are only recommendations of the other engine", async () => {
    await addOther(at("02-02T09:00"));
    const response = await call(path);
    expect(await response.json()).toEqual([]);
    expect(response.headers.get("Link")).toBeNull();
  });

  test("returns the newest first, without a token or with an invalid one", async () => {
    const rows = [];
    for (const day of ["02-02", "02-09", "01-05"]) rows.push(await add(at(`${day}T09:00`)));
    const expected = [rows[1]?.id, rows[0]?.id, rows[2]?.id];
    expect(await idsOf(await call(path))).toEqual(expected);
    expect(await idsOf(await call(path, { token: "x" }))).toEqual(expected);
  });

  test("lists every recommendation once over its pages", async () => {
    for (let i = 0; i < 7; i += 1) await add(at(`02-0${1 + Math.floor(i / 2)}T09:00`));
    const whole = await idsOf(await call(path));
    expect(whole).toHaveLength(7);
    const read: string[] = [];
    let next: string | null = `${path}?limit=3`;
    for (let pages = 0; next && pages < 9; pages += 1) {
      const response: Response = await call(next);
      read.push(...(await idsOf(response)));
      next = nextPath(response);
    }
    expect(read).toEqual(whole);
  });

  test("returns 304 until there is a new recommendation", async () => {
    await add(at("02-02T09:00"));
    const first = await call(path);
    expect(first.headers.get("Cache-Control")).toBe("no-cache");
    const headers = { "If-None-Match": first.headers.get("ETag") ?? "" };
    const again = await call(path, { headers });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    await add(at("02-03T09:00"));
    expect((await call(path, { headers })).status).toBe(200);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=x", "limit"],
    ["cursor=x", "cursor"],
  ])("returns a 400 that names the field for %s", async (query, field) => {
    const response = await call(`${path}?${query}`);
    expect(response.status).toBe(400);
    const { error, fieldErrors } = await response.json();
    expect(error).toBe("Some fields are invalid.");
    expect(Object.keys(fieldErrors)).toEqual([field]);
  });

  test("returns 405 for any other method", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const response = await call(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")).toBe("GET, HEAD");
    }
    const response = await call(`${path}/generate`);
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("POST");
    expect(await response.json()).toEqual({ error: "Method not allowed" });
  });
});

describe.each(["momentum", "sentiment"])("POST /api/%s-recommendations/generate", (kind) => {
  const path = `/api/${kind}-recommendations`;

  test("needs no body, and returns 201 with the recommendation as the list then shows it", async () => {
    await importMomentumCloses();
    const { token } = await addSignedIn({ isMember: true });
    const response = await generate(kind, { token });
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const made = await response.json();
    expect(made.id).toMatch(/^[0-9a-f]{24}$/);
    expect(Date.parse(made.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(await (await call(path)).json()).toEqual([made]);
  });

  test.each([
    ["an empty one", "", {}],
    ["one that says that it is JSON", "", { "Content-Type": "application/json" }],
    ["an object", "{}", { "Content-Type": "application/json" }],
    ["anything", "limit=1&at=1999", { "Content-Type": "text/plain" }],
  ])("ignores the request body: %s", async (_, text, headers) => {
    await importMomentumCloses();
    const { token } = await addSignedIn({ isMember: true });
    expect((await generate(kind, { token, text, headers })).status).toBe(201);
  });

  test("returns 401 without a valid token", async () => {
    await importMomentumCloses();
    const { browserSecret, cookie } = await addSignedIn({ isMember: true });
    for (const token of [undefined, browserSecret, "x".repeat(43)]) {
      const response = await generate(kind, { token, headers: { Cookie: cookie } });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(await response.json()).toEqual({ error: "Authentication required" });
    }
    expect(await stored()).toBe(0);
  });

  test("returns 429 with a retry time within the same minute, and stores nothing", async () => {
    await importMomentumCloses();
    const { token } = await addSignedIn({ isMember: true });
    expect((await generate(kind, { token })).status).toBe(201);
    const response = await generate(kind, { token });
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await response.json()).toEqual({
      error: `Too many requests. ${describeRetryAfter(seconds)}`,
    });
    expect(await stored()).toBe(1);
  });

  test("makes one recommendation for twenty simultaneous requests by one user", async () => {
    await importMomentumCloses();
    const { token } = await addSignedIn({ isMember: true });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => generate(kind, { token })),
    );
    const made = responses.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(responses.filter(({ status }) => ![201, 429].includes(status))).toEqual([]);
    const ids = await Promise.all(made.map(async (response) => (await response.json()).id));
    expect(new Set(ids).size).toBe(1);
    expect(await stored()).toBe(1);
  });
});

describe("POST /api/momentum-recommendations/generate", () => {
  test("returns 403 to a user who is not a member, once there is a recommendation", async () => {
    await importMomentumCloses();
    const [first, second] = [await addSignedIn(), await addSignedIn()];
    expect((await generate("momentum", { token: first.token })).status).toBe(201);
    const response = await generate("momentum", { token: second.token });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      error: "Only members of the organisation can generate momentum recommendations.",
    });
    expect(await stored()).toBe(1);
    expect((await generate("sentiment", { token: second.token })).status).toBe(201);
  });

  test("without prices returns 503, stores nothing and does not count against the limit", async () => {
    const { token } = await addSignedIn({ isMember: true });
    const response = await generate("momentum", { token });
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ error: "Failed to generate momentum recommendation" });
    for (const name of ["recommendations", "recommendation-inputs", "scheduled-recommendations"])
      expect(await mongoose.connection.collection(name).countDocuments(), name).toBe(0);
    await importMomentumCloses();
    expect((await generate("momentum", { token })).status).toBe(201);
  });

  test("without prices logs the providers' error, and keeps it out of the response", async () => {
    const { token } = await addSignedIn({ isMember: true });
    const warn = vi.fn();
    const response = (await generateMomentum({
      request: new Request("http://localhost/api/momentum-recommendations/generate", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
      }),
      params: {},
      context: { log: { warn } } as unknown as AppLoadContext,
    })) as Response;
    expect(Object.keys(await response.json())).toEqual(["error"]);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { err: new Error("no provider is asked for prices") },
      "Failed to generate momentum recommendation",
    );
  });
});

describe("POST /api/sentiment-recommendations/generate", () => {
  test("returns an unstored preview to a user who is not a member, once there is a recommendation", async () => {
    const [first, second] = [await addSignedIn(), await addSignedIn()];
    const made = await generate("sentiment", { token: first.token });
    expect(made.status).toBe(201);
    const listed = await made.json();
    expect(listed).not.toHaveProperty("isPreview");
    const response = await generate("sentiment", { token: second.token });
    expect(response.status).toBe(201);
    const preview = await response.json();
    expect(preview).toEqual({
      ...listed,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      createdAt: expect.any(String),
      rationale: expect.any(String),
      isPreview: true,
    });
    expect(preview.id).not.toBe(listed.id);
    expect(await (await call("/api/sentiment-recommendations")).json()).toEqual([listed]);
  });
});

describe.each(["momentum", "sentiment"])("POST /api/%s-recommendations/preview", (kind) => {
  const path = `/api/${kind}-recommendations`;
  const preview = (token?: string) => call(`${path}/preview`, { method: "POST", token });

  test("returns a recommendation that is marked as a preview and not listed", async () => {
    await importMomentumCloses();
    const member = await addSignedIn({ isMember: true });
    const made = await (await generate(kind, { token: member.token })).json();
    const response = await preview((await addSignedIn()).token);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const shown = await response.json();
    expect(Object.keys(shown)).toEqual([...Object.keys(made), "isPreview"]);
    expect(shown.isPreview).toBe(true);
    expect(await (await call(path)).json()).toEqual([made]);
  });

  test("returns 401 without a token, and 429 within the same minute", async () => {
    await importMomentumCloses();
    expect((await preview()).status).toBe(401);
    const { token } = await addSignedIn();
    expect((await preview(token)).status).toBe(200);
    const response = await preview(token);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await stored()).toBe(0);
  });

  test("allows only POST", async () => {
    const response = await call(`${path}/preview`);
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("POST");
  });
});

test("POST /api/momentum-recommendations/preview without prices returns 503 and does not count against the limit", async () => {
  const { token } = await addSignedIn();
  const path = "/api/momentum-recommendations/preview";
  expect((await call(path, { method: "POST", token })).status).toBe(503);
  await importMomentumCloses();
  expect((await call(path, { method: "POST", token })).status).toBe(200);
});

describe("an attempt of new accounts to sway the sentiment", () => {
  const words = "Solana is bullish, great, the best, and going to the moon!";
  const write = async (path: string, token: string, body: object) => {
    const response = await call(path, { method: "POST", token, body });
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string };
  };
  const article = (i: number, fields: object) => ({
    title: `A title ${i}`,
    summary: "A summary",
    category: "general",
    url: `https://example.org/attack/${i}`,
    content: "",
    ...fields,
  });

  test("allocates nothing for two accounts that comment and upvote each other", async () => {
    const both = [await addSignedIn(), await addSignedIn()];
    for (const [i, { token }] of both.entries()) {
      const { id } = await write("/api/articles/create", token, article(i, { summary: words }));
      for (const other of both) {
        await call(`/api/articles/${id}/upvote`, { method: "POST", token: other.token });
        for (const n of [1, 2, 3]) {
          const content = `${words} ${n}`;
          await write(`/api/articles/${id}/comments`, other.token, { content });
        }
      }
    }
    const made = await generate("sentiment", { token: both[0]!.token });
    expect(await made.json()).toMatchObject({ token: "SOL", allocation: { USDT: 100 } });
  });

  test("does not count words that are not visible on the page", async () => {
    const { token } = await addSignedIn();
    const hidden = [`<!-- ${words} -->`, `![${words}](https://example.org/a.png)`];
    for (const [i, content] of hidden.entries()) {
      await write("/api/articles/create", token, article(i, { content }));
    }
    const made = await generate("sentiment", { token });
    expect(await made.json()).toMatchObject({ token: "N/A", mentionCount: 0 });
  });
});
