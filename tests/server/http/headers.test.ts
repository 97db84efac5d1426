import { readdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { draftPath } from "~/domain/drafts";
import { addDraft } from "~/services/drafts/drafts.server";
import { addArticle, addSignedIn } from "../../setup/people";
import { useSharedSite, useSiteDatabase } from "../../setup/site";
import { dial, head, statusIn } from "../../setup/raw-connection";

const site = useSharedSite("empty");
useSiteDatabase(site);

const ASSETS = "build/client/assets";
const asset = `/assets/${readdirSync(ASSETS).find((name) => /^react-.*\.js$/.test(name))}`;

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(site().origin + path, { redirect: "manual", ...init });
  const text = await response.text();
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, headers: response.headers, header, text };
}
const EVIL = { Origin: "https://evil.example" };

const EXPECTED = {
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "referrer-policy": /^same-origin$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\)/,
  "content-security-policy": /frame-ancestors 'none'/,
  "x-request-id": /^[\da-f-]{36}$/,
};

describe("security headers", () => {
  it.each<[string, string, RequestInit?]>([
    ["a page", "/"],
    ["a missing page", "/nothing/here"],
    ["an asset", asset],
    ["a missing asset", "/assets/nothing.js"],
    ["an unknown path of the API", "/api/nothing"],
    ["an API response", "/api/articles"],
    ["loader data", "/_root.data"],
    ["health", "/healthz"],
    ["a refused origin", "/", { method: "POST", headers: EVIL }],
    ["a malformed path", "/%"],
    ["a method that is not allowed", "/", { method: "DELETE" }],
    ["OPTIONS", "/", { method: "OPTIONS" }],
    ["too large a body", "/", { method: "POST", body: "x".repeat(70_000) }],
    ["HEAD of a page", "/", { method: "HEAD" }],
  ])("are in %s", async (_what, path, init) => {
    const { header } = await ask(path, init);
    for (const [name, value] of Object.entries(EXPECTED)) {
      expect.soft(header(name) ?? "", name).toMatch(value);
    }
    expect.soft(header("x-powered-by")).toBeNull();
    expect.soft(header("strict-transport-security"), "not on http").toBeNull();
  });

  it("are in responses of Node itself, and to a request without a Host", async () => {
    const nonsense = await dial(site().origin, "NONSENSE\r\n\r\n").ended;
    expect(nonsense).toMatch(/X-Content-Type-Options: nosniff/);
    expect(nonsense).toMatch(/Content-Security-Policy: default-src 'none'/);
    const answer = await dial(site().origin, "GET / HTTP/1.1\r\n\r\n").until(/<\/html>/);
    for (const name of Object.keys(EXPECTED)) {
      expect.soft(answer, name).toMatch(new RegExp(`^${name}: `, "im"));
    }
  });

  it("let only pages of this site embed the whitepaper's PDF", async () => {
    const { header } = await ask("/api/whitepaper.pdf", { method: "HEAD" });
    expect(header("x-frame-options")).toBe("SAMEORIGIN");
    expect(header("content-security-policy")).toMatch(/frame-ancestors 'self'(;|$)/);
  });

  it("run scripts by the nonce of their own response, and no 'unsafe' source", async () => {
    const nonces = [];
    for (let request = 0; request < 2; request += 1) {
      // A request with a session cookie is not served from the page cache.
      const { header, text } = await ask("/", { headers: { Cookie: "session=none" } });
      const policy = header("content-security-policy") ?? "";
      expect(/style-src ([^;]+)/.exec(policy)?.[1]).not.toContain("unsafe");
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "";
      expect(scripts).not.toContain("unsafe");
      const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1];
      nonces.push(nonce);
      // Structured data is not executed, so it needs no nonce.
      const inline = (text.match(/<script(?![^>]* src=)([^>]*)>/g) ?? []).filter(
        (tag) => !tag.includes('type="application/ld+json"'),
      );
      expect(inline.length).toBeGreaterThan(0);
      for (const tag of inline) expect(tag).toContain(`nonce="${nonce}"`);
    }
    expect(nonces[0]).toBeTruthy();
    expect(nonces[0]).not.toBe(nonces[1]);
  });
});

describe("scripts", () => {
  const WHEN_PAINTED = "requestAnimationFrame(() => setTimeout(start))";
  const WHEN_USED = 'addEventListener("click", hold, true)';

  it.each([
    ["a page for reading", "when it is used", "/", WHEN_USED],
    ["a missing page", "when it is used", "/nothing/here", WHEN_USED],
    ["the whitepaper", "when it is used", "/whitepaper", WHEN_USED],
    ["the viewer of its PDF", "once it is painted", "/whitepaper?view=pdf", WHEN_PAINTED],
    ["the sign-in page", "once it is painted", "/login", WHEN_PAINTED],
  ])("of %s are fetched %s", async (_what, _when, path, start) => {
    const { text } = await ask(path);
    expect(text).not.toContain('<link rel="modulepreload"');
    expect(text).not.toContain('type="module"');
    expect([WHEN_PAINTED, WHEN_USED].filter((one) => text.includes(one))).toEqual([start]);
  });

  it("of a signed-in user's page are fetched once it is painted", async () => {
    const { viewer, cookie } = await addSignedIn();
    const { text } = await ask("/", { headers: { Cookie: cookie } });
    expect(text).toContain(viewer.name);
    expect(text).toContain(WHEN_PAINTED);
  });
});

describe("caching and compression", () => {
  const FORM = { method: "POST", body: new URLSearchParams({ email: "x" }) };
  const [icon] = readdirSync("public").filter((name) => name.endsWith(".png"));
  it.each<[string, string, RequestInit?]>([
    [asset, "public, max-age=31536000, immutable"],
    ["/assets/nothing.js", "no-store, no-transform"],
    [`/${icon}`, "public, max-age=3600"],
    ["/healthz", "no-store"],
    ...["/", "/community", "/nothing/here", "/_root.data", "/community.data", "/partner.data"].map(
      (path): [string, string] => [path, "private, no-cache"],
    ),
    ...["/dashboard.data", "/dashboard", "/article/65f0c0ffee65f0c0ffee65f0/comments"].map(
      (path): [string, string] => [path, "private, no-cache"],
    ),
    ["/community/feed.atom", "no-cache"],
    ["/images/category/macro.svg", "public, max-age=86400"],
    ["/manifest.webmanifest", "public, max-age=3600"],
    ["/api/articles", "no-cache"],
    ["/api/nothing", "no-store"],
    // Not even for the back button.
    ["/dashboard?test=true", "no-store"],
    ["/dashboard.data?test=true", "no-store"],
    ...["/login", "/signup", "/login.data", "/logout", "/logout.data"].map(
      (path): [string, string, RequestInit] => [path, "no-store", FORM],
    ),
  ])("%s may be stored as %s says", async (path, caching, init) => {
    expect((await ask(path, init)).header("cache-control")).toContain(caching);
  });

  it("lets no browser store what only its user may read", async () => {
    const { viewer, cookie } = await addSignedIn({ isMember: true });
    const names = ["title", "summary", "url", "category", "content", "imageUrl"] as const;
    const more = ["author", "rating", "review"] as const;
    const fields = Object.fromEntries([...names, ...more].map((name) => [name, ""])) as never;
    const article = await addDraft(viewer, { form: "article", hub: null, fields });
    const review = await addDraft(viewer, { form: "review", hub: "macro", fields });
    const { id } = await addArticle({ author: viewer });
    const unstored = [
      ...["/settings", "/settings/sign-in", "/settings/second-factor", "/settings/sessions"],
      ...["/settings/data", "/drafts", "/dashboard", "/partner", `/article/${id}/edit`],
      ...[draftPath(article), draftPath(review)],
    ];
    const stored = ["/", "/community", "/macro", `/article/${id}`, "/declaration"];
    for (const path of [...unstored, ...stored]) {
      const { status, header } = await ask(path, { headers: { Cookie: cookie } });
      const caching = unstored.includes(path) ? "no-store" : "private, no-cache";
      expect([status, header("Cache-Control")], path).toEqual([200, caching]);
    }
  });

  it.each([
    ["br", "br", ".br"],
    ["gzip", "gzip", ".gz"],
    ["gzip, br", "br", ".br"],
    ["identity", undefined, ""],
  ])("compresses pages and assets for a client that accepts %s", async (accepted, sent, ending) => {
    for (const path of ["/", asset]) {
      const request = head(`GET ${path} HTTP/1.1`, `Accept-Encoding: ${accepted}`);
      const answer = await dial(site().origin, request).ended;
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(/^Content-Encoding: (.*)\r$/m.exec(answer)?.[1]).toBe(sent);
      if (sent) expect(answer).toMatch(/^Vary: .*Accept-Encoding/m);
      // The build has compressed the assets.
      const { size } = statSync(`build/client${asset}${ending}`);
      if (path === asset) expect(answer).toMatch(new RegExp(`^Content-Length: ${size}\\r$`, "m"));
    }
  });

  it("serves no files outside the client build", async () => {
    for (const path of ["/../package.json", "/..%2fserver%2findex.js", "/.vite/manifest.json"]) {
      const answer = await dial(site().origin, head(`GET ${path} HTTP/1.1`)).ended;
      expect(answer, path).toMatch(/^HTTP\/1\.1 (400|403|404) /);
    }
  });

  it("sends a page as one document with a Content-Length", async () => {
    const { text, header } = await ask("/", { headers: { "Accept-Encoding": "identity" } });
    expect(header("content-type")).toBe("text/html; charset=utf-8");
    expect(Number(header("content-length"))).toBe(Buffer.byteLength(text));
    expect(text).toMatch(/^<!DOCTYPE html>/i);
    expect(text).toContain("__remixContext");
  });
});

describe("a page of another site", () => {
  const FOREIGN_WORDS = "This request came from another site, so nothing was changed.";
  /** Posts an invalid sign-in. If it reaches the route, the response is a 400, which no earlier check returns. */
  const signIn = (headers: Record<string, string>, path = "/login") =>
    ask(path, { method: "POST", headers, body: new URLSearchParams({ email: "x" }) });

  it.each([
    ["its own pages", () => ({ Origin: site().origin }), 400],
    ["a program, which sends no origin", () => ({}), 400],
    [
      "its own pages with a forged host",
      () => ({ Origin: site().origin, "X-Forwarded-Host": "evil.example" }),
      400,
    ],
    ["another site", () => EVIL, 403],
    ["a page with an opaque origin", () => ({ Origin: "null" }), 403],
    ["the same host on another port", () => ({ Origin: "http://127.0.0.1:1" }), 403],
    ["an invalid origin", () => ({ Origin: "nonsense" }), 403],
    ["a cross-site request without an origin", () => ({ "Sec-Fetch-Site": "cross-site" }), 403],
    [
      "another site with all forwarding headers forged",
      () => ({
        ...EVIL,
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        Forwarded: "host=evil.example;proto=https",
      }),
      403,
    ],
  ])("is told apart by a form: %s", async (_who, headers, status) => {
    const page = await signIn(headers());
    expect(page.status).toBe(status);
    expect(page.header("content-type")).toBe("text/html; charset=utf-8");
    expect(page.header("access-control-allow-origin")).toBeNull();
    expect(page.text.includes(FOREIGN_WORDS)).toBe(status === 403);
    expect((await signIn(headers(), "/login.data")).status).toBe(status);
  });

  it.each([
    ...["/logout", "/theme", "/session/restore", "/signup", "/community", "/partner", "/macro"],
    ...["/api/auth/login.data", "/api/articles/create.data", "/API/auth/login.data?index"],
    ...["//api/auth/login", "/api%2fauth%2flogin", "/apis/auth/login", "/login/api/auth"],
    // Browsers resolve these before they send them; other clients may not.
    ...["/api/../login", "/api/%2e%2e/login", "/api/.%2E/login", "/api\\..\\login"],
  ])("cannot post to %s", async (path) => {
    const lines = ["Origin: https://evil.example", "Content-Length: 0"];
    const answer = await dial(site().origin, head(`POST ${path} HTTP/1.1`, ...lines)).ended;
    expect(statusIn(answer)).toBe(403);
    expect(answer).toContain(FOREIGN_WORDS);
    expect(answer).not.toMatch(/^Access-Control-/im);
  });

  it.each(["/", "/api", "/api/", "/API", "/api.data", "/api?/api/articles", "/api/articles.data"])(
    "gets no CORS headers of the page %s",
    async (path) => {
      const preflight = await ask(path, { method: "OPTIONS", headers: EVIL });
      expect(preflight.status).toBe(204);
      expect(preflight.header("access-control-allow-origin")).toBeNull();
      expect(preflight.header("access-control-allow-methods")).toBeNull();
      expect(preflight.header("cross-origin-resource-policy")).toBe("same-origin");
      if (path.includes("articles")) return;
      const lines = ["Origin: https://evil.example", "Content-Length: 0"];
      const posted = await dial(site().origin, head(`POST ${path} HTTP/1.1`, ...lines)).ended;
      expect(statusIn(posted)).toBe(405);
      expect(posted).not.toMatch(/^Access-Control-/im);
    },
  );

  /** Expects the CORS headers that every API response has. */
  function expectReadable({ header }: Awaited<ReturnType<typeof ask>>) {
    expect(header("access-control-allow-origin")).toBe("*");
    expect(header("access-control-allow-credentials")).toBeNull();
    const exposed = header("access-control-expose-headers")?.split(",");
    expect(exposed).toEqual(
      expect.arrayContaining(["Link", "ETag", "Retry-After", "WWW-Authenticate"]),
    );
    expect(header("cross-origin-resource-policy")).toBe("cross-origin");
  }

  it.each([
    ["/api/articles", "GET, HEAD"],
    ["/API/Articles/create", "POST"],
    ["/api/whitepaper.pdf", "GET, HEAD"],
    ["/api/nothing/here", "GET, HEAD, POST"],
  ])("may send a preflight for %s", async (path, methods) => {
    const response = await ask(path, { method: "OPTIONS", headers: EVIL });
    expect(response.status).toBe(204);
    expectReadable(response);
    expect(response.header("access-control-allow-methods")).toBe(methods);
    const allowed = response.header("access-control-allow-headers")?.split(",");
    expect(allowed).toEqual(
      expect.arrayContaining(["Authorization", "Content-Type", "If-None-Match"]),
    );
    expect(Number(response.header("access-control-max-age"))).toBeGreaterThan(0);
  });

  const JSON_TYPE = { "Content-Type": "application/json" };
  it.each(["https://elsewhere.example", "null", "nonsense"])(
    "may use the API with a token: %s",
    async (Origin) => {
      const { token } = await addSignedIn();
      const { id } = await addArticle();
      const own = { Origin, "Sec-Fetch-Site": "cross-site", Authorization: `Bearer ${token}` };
      const headers = { ...own, ...JSON_TYPE };
      const post = (path: string, body: object) =>
        ask(path, { method: "POST", headers, body: JSON.stringify(body) });
      const comment = await post(`/api/articles/${id}/comments`, { content: "From elsewhere." });
      expect(comment.status).toBe(201);
      expectReadable(comment);
      expect((await post(`/API/articles/${id}/upvote/`, {})).status).toBe(200);
      expect((await post(`/%61pi/articles/view`, { id })).status).toBe(200);
    },
  );

  it("cannot use a visitor's cookie for the API", async () => {
    const { cookie } = await addSignedIn();
    const { id } = await addArticle();
    for (const [path, Origin] of [
      [`/api/articles/${id}/comments`, "https://elsewhere.example"],
      [`/api/articles/${id}/comments`, site().origin],
      [`/API/articles/${id}/upvote`, "null"],
    ] as const) {
      const headers = { ...JSON_TYPE, Origin, Cookie: cookie };
      const response = await ask(path, {
        method: "POST",
        headers,
        body: '{"content":"Not mine."}',
      });
      expect(response.status, path).toBe(401);
      expect(response.header("set-cookie")).toBeNull();
    }
    // The cookie is valid: a page accepts it.
    expect((await ask("/dashboard", { headers: { Cookie: cookie } })).status).toBe(200);
  });

  const posted = { method: "POST", headers: JSON_TYPE };
  it.each<[number, string, RequestInit]>([
    [200, "/api/articles", {}],
    [304, "/api/articles", { headers: { "If-None-Match": "*" } }],
    [400, "/api/articles?limit=0", {}],
    [400, "/api/articles?q=%00", {}],
    [400, "/api/%", {}],
    [401, "/api/auth/verify", {}],
    [404, "/api/articles/1", {}],
    [404, "/api/nothing", { ...posted, body: "{}" }],
    [405, "/api/articles", { method: "DELETE" }],
    [405, "/api/articles", { method: "PROPFIND" }],
    [413, "/api/auth/login", { ...posted, body: " ".repeat(70_000) }],
    [415, "/api/auth/login", { method: "POST", body: "x=1" }],
  ])("can read a %d of %s", async (status, path, init) => {
    const headers = { ...(init.headers as Record<string, string>), ...EVIL };
    const response = await ask(path, { ...init, headers });
    expect(response.status).toBe(status);
    expectReadable(response);
  });
});
