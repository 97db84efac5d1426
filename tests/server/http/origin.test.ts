import { createServer, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestHandler } from "express";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "~/config/env.server";
import { createApplication } from "../../../server/application";
import { testLoadLimits } from "../../setup/load-limits";
import { addArticle, addSignedIn } from "../../setup/people";
import { useSite, useSiteDatabase } from "../../setup/site";
import { dial, head, statusIn } from "../../setup/raw-connection";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const FOREIGN_WORDS = "This request came from another site, so nothing was changed.";

/** Posts an invalid sign-in. If it reaches the route, the response is a 400, which no earlier check returns. */
const signIn = (origin: string, headers: Record<string, string>, path = "/login") =>
  fetch(origin + path, { method: "POST", headers: { ...FORM, ...headers }, body: "email=x" });

describe("a site without a proxy", () => {
  const site = useSite();

  it("accepts forms from its own pages", async () => {
    expect((await signIn(site().origin, { Origin: site().origin })).status).toBe(400);
    expect((await signIn(site().origin, { Origin: site().origin }, "/login.data")).status).toBe(
      400,
    );
  });

  it("accepts requests without an origin, which come from programs and not from browsers", async () => {
    expect((await signIn(site().origin, {})).status).toBe(400);
    const call = await fetch(`${site().origin}/api/articles/create`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer none" },
      body: "{}",
    });
    expect(call.status).toBe(401);
  });

  it.each([
    ["another site", { Origin: "https://evil.example" }],
    ["a page with an opaque origin", { Origin: "null" }],
    ["the same host on another port", { Origin: "http://127.0.0.1:1" }],
    ["an invalid origin", { Origin: "nonsense" }],
    ["a local file", { Origin: "file:///tmp/x.html" }],
    ["a cross-site request without an origin", { "Sec-Fetch-Site": "cross-site" }],
    [
      "another site with a forged X-Forwarded-Host",
      { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
    ],
    [
      "another site with all forwarding headers forged",
      {
        Origin: "https://evil.example",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        Forwarded: "host=evil.example;proto=https",
      },
    ],
  ])("refuses a form from %s", async (_who, headers) => {
    const page = await signIn(site().origin, headers);
    expect(page.status).toBe(403);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
    expect(await page.text()).toContain(FOREIGN_WORDS);
    expect((await signIn(site().origin, headers, "/login.data")).status).toBe(403);
  });

  it.each([
    ...["/logout", "/theme", "/session/restore", "/signup", "/community", "/partner", "/macro"],
    ...["/api/auth/login.data", "/api/articles/create.data", "/API/auth/login.data?index"],
    ...["//api/auth/login", "/api%2fauth%2flogin", "/apis/auth/login", "/login/api/auth"],
    // Browsers resolve these before they send them; other clients may not.
    ...[
      "/api/../login",
      "/api/%2e%2e/login",
      "/api/.%2E/login",
      "/api\\..\\login",
      "/api/x/../../login",
    ],
  ])("refuses another site's POST to %s", async (path) => {
    const lines = ["Origin: https://evil.example", `Content-Type: ${FORM["Content-Type"]}`];
    const request = head(`POST ${path} HTTP/1.1`, ...lines, "Content-Length: 7");
    const answer = await dial(site().origin, `${request}email=x`).ended;
    expect(statusIn(answer)).toBe(403);
    expect(answer).toContain(FOREIGN_WORDS);
    expect(answer).not.toMatch(/^Access-Control-/im);
  });

  it.each(["/api", "/api/", "/API", "/api.data", "/api?index", "/api?/api/articles"])(
    "treats %s as a page, which takes no posts",
    async (path) => {
      const lines = ["Origin: https://evil.example", `Content-Type: ${FORM["Content-Type"]}`];
      const answer = await dial(site().origin, head(`POST ${path} HTTP/1.1`, ...lines)).ended;
      expect(statusIn(answer)).toBe(405);
      expect(answer).not.toMatch(/^Access-Control-/im);
    },
  );

  it("ignores a forged X-Forwarded-Host on forms from its own pages", async () => {
    const headers = { Origin: site().origin, "X-Forwarded-Host": "evil.example" };
    expect((await signIn(site().origin, headers)).status).toBe(400);
  });

  it("ignores a request id sent by the client", async () => {
    const { headers } = await fetch(site().origin, { headers: { "X-Request-Id": "mine" } });
    expect(headers.get("x-request-id")).not.toBe("mine");
  });
});

describe("a page of another site", () => {
  const site = useSite();
  useSiteDatabase(site);

  const METHODS = {
    "/api/articles": "GET, HEAD",
    "/api/articles/create": "POST",
    "/API/Articles/create": "POST",
    "/api/articles/65f0c0ffee65f0c0ffee65f0/comments": "GET, HEAD, POST",
    "/api/whitepaper.pdf": "GET, HEAD",
    "/api/openapi.json": "GET, HEAD",
    "/api/nothing/here": "GET, HEAD, POST",
  };

  /** Expects the CORS headers that every API response has. */
  function expectReadable({ headers }: Response) {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-allow-credentials")).toBeNull();
    const exposed = headers.get("access-control-expose-headers")?.split(",");
    for (const name of ["Link", "ETag", "Retry-After", "WWW-Authenticate"])
      expect(exposed).toContain(name);
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  }

  it.each(Object.entries(METHODS))("may send a preflight for %s", async (path, methods) => {
    const response = await fetch(site().origin + path, {
      method: "OPTIONS",
      headers: {
        Origin: "https://elsewhere.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type",
      },
    });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expectReadable(response);
    const { headers } = response;
    expect(headers.get("access-control-allow-methods")).toBe(methods);
    expect(headers.get("allow")).toBe(methods);
    const allowed = headers.get("access-control-allow-headers")?.split(",");
    for (const name of ["Authorization", "Content-Type", "If-None-Match"])
      expect(allowed).toContain(name);
    expect(Number(headers.get("access-control-max-age"))).toBeGreaterThan(0);
  });

  it("gets no CORS headers in a preflight of a page", async () => {
    for (const path of ["/", "/api", "/login", "/session/restore", "/api/articles.data"]) {
      const headers = { Origin: "https://elsewhere.example" };
      const response = await fetch(site().origin + path, { method: "OPTIONS", headers });
      expect(response.status, path).toBe(204);
      expect(response.headers.get("access-control-allow-origin"), path).toBeNull();
      expect(response.headers.get("access-control-allow-methods"), path).toBeNull();
      expect(response.headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    }
  });

  it.each(["https://elsewhere.example", "null", "http://127.0.0.1:1", "nonsense"])(
    "may use the API with a token: %s",
    async (Origin) => {
      const { token } = await addSignedIn();
      const { id } = await addArticle();
      const headers = {
        Origin,
        "Sec-Fetch-Site": "cross-site",
        Authorization: `Bearer ${token}`,
        "Content-Type": "application/json",
      };
      const post = (path: string, body: object) =>
        fetch(site().origin + path, { method: "POST", headers, body: JSON.stringify(body) });
      const comment = await post(`/api/articles/${id}/comments`, { content: "From elsewhere." });
      expect(comment.status).toBe(201);
      expectReadable(comment);
      expect((await post(`/API/articles/${id}/upvote/`, {})).status).toBe(200);
      expect((await post(`/%61pi/articles/view`, { id })).status).toBe(200);
      const read = await fetch(`${site().origin}/api/articles`, { headers });
      expect(read.status).toBe(200);
      expectReadable(read);
    },
  );

  it("cannot use a visitor's cookie for the API", async () => {
    const { cookie } = await addSignedIn();
    const { id } = await addArticle();
    const headers = { Cookie: cookie, "Content-Type": "application/json" };
    const body = JSON.stringify({ content: "Not mine." });
    for (const [path, Origin] of [
      [`/api/articles/${id}/comments`, "https://elsewhere.example"],
      [`/api/articles/${id}/comments`, site().origin],
      [`/api/articles/${id}/upvote`, "null"],
      ["/api/articles/create", "https://elsewhere.example"],
      ["/api/sentiment-recommendations/generate", "https://elsewhere.example"],
    ] as const) {
      const sent = { method: "POST", headers: { ...headers, Origin }, body };
      const response = await fetch(site().origin + path, sent);
      expect(response.status, path).toBe(401);
      expect(response.headers.get("set-cookie")).toBeNull();
    }
    const verified = await fetch(`${site().origin}/api/auth/verify`, { headers });
    expect(verified.status).toBe(401);
    // The cookie is valid: a page accepts it.
    const page = await fetch(`${site().origin}/dashboard`, { headers, redirect: "manual" });
    expect(page.status).toBe(200);
  });

  const JSON_TYPE = { "Content-Type": "application/json" };
  it.each<[number, string, RequestInit]>([
    [200, "/api/whitepaper.pdf", { method: "HEAD" }],
    [304, "/api/articles", { headers: { "If-None-Match": "*" } }],
    [400, "/api/articles?limit=0", {}],
    [400, "/api/articles?q=%00", {}],
    [400, "/api/%", {}],
    [401, "/api/auth/verify", {}],
    [404, "/api/nothing", {}],
    [404, "/api/articles/1", {}],
    [404, "/api/nothing", { method: "POST", headers: JSON_TYPE, body: "{}" }],
    [405, "/api/articles", { method: "DELETE" }],
    [405, "/api/articles", { method: "PROPFIND" }],
    [413, "/api/auth/login", { method: "POST", headers: JSON_TYPE, body: " ".repeat(70_000) }],
    [415, "/api/auth/login", { method: "POST", body: "x=1" }],
    [503, "/api/momentum-recommendations/generate", { method: "POST" }],
  ])("can read a %d of %s", async (status, path, init) => {
    const { token } = await addSignedIn({ isMember: true });
    const headers = new Headers(init.headers);
    headers.set("Origin", "https://elsewhere.example");
    if (status === 503) headers.set("Authorization", `Bearer ${token}`);
    const response = await fetch(site().origin + path, { ...init, headers });
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    expectReadable(response);
  });
});

describe("a route", () => {
  const environment = readEnvironment({});
  const echo: RequestHandler = (req, res) => void res.json({ cookie: req.headers.cookie ?? null });
  const application = createApplication({
    environment,
    siteName: "Test",
    log: pino({ level: "silent" }),
    isReady: () => true,
    loadLimits: testLoadLimits(),
    files: (_req, _res, next) => next(),
    routes: echo,
  });
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer(application);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it("receives cookies for a page, and none for the API", async () => {
    const cookieFor = async (path: string) =>
      (await fetch(origin + path, { headers: { Cookie: "session=x" } })).json();
    expect(await cookieFor("/api")).toEqual({ cookie: "session=x" });
    expect(await cookieFor("/api/articles.data")).toEqual({ cookie: "session=x" });
    expect(await cookieFor("/api/articles")).toEqual({ cookie: null });
    expect(await cookieFor("/API/nothing")).toEqual({ cookie: null });
  });
});

describe("a site behind a proxy that terminates TLS", () => {
  const site = useSite({ APP_ORIGIN: "https://community.example", TRUST_PROXY: "1" });
  let proxy: Server;
  let front: string;

  beforeAll(async () => {
    proxy = createServer((req, res) => {
      const upstream = send(
        site().origin + req.url,
        {
          method: req.method,
          headers: {
            ...req.headers,
            host: "upstream:3000",
            "x-forwarded-host": "internal-name",
            "x-forwarded-proto": "https",
            "x-forwarded-for": `${req.headers["x-forwarded-for"] ?? "198.51.100.1"}, 203.0.113.7`,
          },
        },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(res);
        },
      );
      req.pipe(upstream);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    front = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterAll(() => proxy.close());

  it("accepts forms from its own pages, whatever host the proxy sends", async () => {
    const own = { Origin: "https://community.example", "Sec-Fetch-Site": "same-origin" };
    expect((await signIn(front, own)).status).toBe(400);
    expect((await signIn(front, own, "/login.data")).status).toBe(400);
  });

  it.each(["https://evil.example", "http://community.example", "https://internal-name", "null"])(
    "refuses %s",
    async (Origin) => {
      expect((await signIn(front, { Origin })).status).toBe(403);
    },
  );

  it("refuses the address it listens on, which is not its public origin", async () => {
    expect((await signIn(site().origin, { Origin: site().origin })).status).toBe(403);
  });

  it("keeps the request id of the proxy if it is well-formed", async () => {
    const idFor = async (given: string) =>
      (await fetch(front, { headers: { "X-Request-Id": given } })).headers.get("x-request-id");
    expect(await idFor("edge-42.a:b_c")).toBe("edge-42.a:b_c");
    expect(await idFor("two words")).toMatch(/^[\da-f-]{36}$/);
    expect(await idFor("x".repeat(65))).toMatch(/^[\da-f-]{36}$/);
  });
});
