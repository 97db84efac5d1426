import { readdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startSite, useSite } from "../../setup/site";
import { dial, head } from "../../setup/raw-connection";

const site = useSite();
const ASSETS = "build/client/assets";
const asset = () => `/assets/${readdirSync(ASSETS).find((name) => /^react-.*\.js$/.test(name))}`;

/** @returns the cookies of a new user */
async function signUp(): Promise<string> {
  const account = {
    name: "ScriptReader",
    email: "reader@example.com",
    password: "correct-horse-1!staple",
  };
  const signedUp = await fetch(`${site().origin}/api/auth/signup`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(account),
  });
  const { token } = (await signedUp.json()) as { token: string };
  const restored = await fetch(`${site().origin}/session/restore`, {
    method: "POST",
    headers: { Origin: site().origin, Authorization: `Bearer ${token}` },
  });
  return restored.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const EXPECTED = {
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "referrer-policy": /^same-origin$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\)/,
  "content-security-policy": /frame-ancestors 'none'/,
  "x-request-id": /^[\da-f-]{36}$/,
};

describe("every response has the security headers", () => {
  it.each<[string, string, RequestInit?]>([
    ["a page", "/"],
    ["a missing page", "/nothing/here"],
    ["an asset", "ASSET"],
    ["a missing asset", "/assets/nothing.js"],
    ["an unknown path of the API", "/api/nothing"],
    ["an API response", "/api/articles"],
    ["loader data", "/_root.data"],
    ["health", "/healthz"],
    ["readiness", "/readyz"],
    ["a refused origin", "/", { method: "POST", headers: { Origin: "https://evil.example" } }],
    ["a malformed path", "/%"],
    ["a method that is not allowed", "/", { method: "DELETE" }],
    ["OPTIONS", "/", { method: "OPTIONS" }],
    ["too large a body", "/", { method: "POST", body: "x".repeat(70_000) }],
    ["HEAD of a page", "/", { method: "HEAD" }],
  ])("%s", async (_what, path, init) => {
    const url = site().origin + (path === "ASSET" ? asset() : path);
    const response = await fetch(url, init);
    await response.arrayBuffer();
    for (const [name, value] of Object.entries(EXPECTED)) {
      expect.soft(response.headers.get(name) ?? "", name).toMatch(value);
    }
    expect.soft(response.headers.get("x-powered-by")).toBeNull();
    expect.soft(response.headers.get("strict-transport-security"), "not on http").toBeNull();
  });

  it("even when Node responds before the application", async () => {
    const answer = await dial(site().origin, "NONSENSE\r\n\r\n").ended;
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/X-Content-Type-Options: nosniff/);
    expect(answer).toMatch(/Content-Security-Policy: default-src 'none'/);
  });
});

it("the response to a request without a Host has all security headers", async () => {
  const answer = await dial(site().origin, "GET / HTTP/1.1\r\n\r\n").until(/<\/html>/);
  for (const name of Object.keys(EXPECTED)) {
    expect.soft(answer, name).toMatch(new RegExp(`^${name}: `, "im"));
  }
});

it("the whitepaper's PDF can be embedded by pages of this site only", async () => {
  const { headers, body } = await fetch(`${site().origin}/api/whitepaper.pdf`, { method: "HEAD" });
  await body?.cancel();
  expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'self'(;|$)/);
});

describe("scripts", () => {
  it("run by the nonce of their own response, which every inline script has", async () => {
    const pages = await Promise.all(
      [1, 2].map(async () => {
        // A request with a session cookie is not served from the page cache.
        const response = await fetch(site().origin, { headers: { Cookie: "session=none" } });
        const policy = response.headers.get("content-security-policy") ?? "";
        const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "";
        expect(scripts).not.toContain("unsafe");
        const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1];
        const all = [...(await response.text()).matchAll(/<script(?![^>]* src=)([^>]*)>/g)];
        // Structured data is not executed, so it needs no nonce.
        const inline = all.filter(([tag]) => !tag.includes('type="application/ld+json"'));
        expect(inline.length).toBeGreaterThan(0);
        for (const [tag, attributes] of inline) {
          expect(attributes, tag).toContain(`nonce="${nonce}"`);
        }
        return nonce;
      }),
    );
    expect(pages[0]).toBeTruthy();
    expect(pages[0]).not.toBe(pages[1]);
  });

  const WHEN_PAINTED = "requestAnimationFrame(() => setTimeout(start))";
  const WHEN_USED = 'addEventListener("click", hold, true)';

  it.each([
    ["a page for reading", "when it is used", "/", WHEN_USED],
    ["a missing page", "when it is used", "/nothing/here", WHEN_USED],
    ["the whitepaper", "when it is used", "/whitepaper", WHEN_USED],
    ["the viewer of its PDF", "once it is painted", "/whitepaper?view=pdf", WHEN_PAINTED],
    ["the sign-in page", "once it is painted", "/login", WHEN_PAINTED],
  ])("of %s are fetched %s", async (_what, _when, path, start) => {
    const html = await (await fetch(site().origin + path)).text();
    expect(html).not.toContain('<link rel="modulepreload"');
    expect(html).not.toContain('type="module"');
    expect([WHEN_PAINTED, WHEN_USED].filter((one) => html.includes(one))).toEqual([start]);
  });

  it("of a signed-in user's page are fetched once it is painted", async () => {
    const html = await (await fetch(site().origin, { headers: { Cookie: await signUp() } })).text();
    expect(html).toContain("ScriptReader");
    expect(html).toContain(WHEN_PAINTED);
  });

  it("and styles need no 'unsafe' source", async () => {
    const { headers } = await fetch(site().origin);
    const policy = headers.get("content-security-policy") ?? "";
    expect(/style-src ([^;]+)/.exec(policy)?.[1]).not.toContain("unsafe");
  });
});

describe("caching and compression", () => {
  it("caches assets for a year, other files for an hour, and neither missing files nor pages", async () => {
    const caching = async (path: string) => {
      const response = await fetch(site().origin + path);
      await response.arrayBuffer();
      return [response.status, response.headers.get("cache-control")];
    };
    const [icon] = readdirSync("public").filter((name) => !name.startsWith("."));
    expect(await caching(asset())).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(await caching("/assets/nothing.js")).toEqual([404, "no-store, no-transform"]);
    if (icon) expect(await caching(`/${icon}`)).toEqual([200, "public, max-age=3600"]);
    expect(await caching("/healthz")).toEqual([200, "no-store"]);
    expect((await caching("/"))[1]).toMatch(/no-cache|no-store/);
  });

  it.each([
    ["a page", "/community"],
    ["a missing page", "/nothing/here"],
    ["the data of the root route", "/_root.data"],
    ["the data of a page", "/community.data"],
    ["the data of the members' page", "/partner.data"],
    ["the data of a page that redirects", "/dashboard.data"],
    ["a page that redirects", "/dashboard"],
    ["the comments of a card", "/article/65f0c0ffee65f0c0ffee65f0/comments"],
  ])("%s may not be stored by shared caches", async (_what, path) => {
    const response = await fetch(site().origin + path, { redirect: "manual" });
    await response.arrayBuffer();
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
  });

  it.each(["/login", "/signup", "/login.data", "/logout", "/logout.data"])(
    "the response to a form posted to %s may not be stored",
    async (path) => {
      const body = new URLSearchParams({ email: "x" });
      const response = await fetch(site().origin + path, {
        method: "POST",
        redirect: "manual",
        body,
      });
      await response.arrayBuffer();
      expect(response.headers.get("cache-control")).toContain("no-store");
    },
  );

  it.each(["/dashboard?test=true", "/dashboard.data?test=true"])(
    "%s may not be stored, not even for the back button",
    async (path) => {
      const response = await fetch(site().origin + path);
      await response.arrayBuffer();
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );

  it.each([
    ["a feed", "/community/feed.atom", "no-cache"],
    ["a generated picture", "/images/category/macro.svg", "public, max-age=86400"],
    ["the manifest", "/manifest.webmanifest", "public, max-age=3600"],
    ["an API response", "/api/articles", "no-cache"],
    ["an unknown path of the API", "/api/nothing", "no-store"],
  ])("%s sets its own Cache-Control", async (_what, path, caching) => {
    const response = await fetch(site().origin + path);
    await response.arrayBuffer();
    expect(response.headers.get("cache-control")).toBe(caching);
  });

  it.each(["br", "gzip"])("compresses with %s", async (encoding) => {
    for (const path of ["/", asset()]) {
      const answer = await dial(
        site().origin,
        head(`GET ${path} HTTP/1.1`, `Accept-Encoding: ${encoding}`),
      ).ended;
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toMatch(new RegExp(`^Content-Encoding: ${encoding}\\r$`, "m"));
      expect(answer).toMatch(/^Vary: .*Accept-Encoding/m);
    }
  });

  it("sends assets as the build compressed them, or uncompressed if the client accepts nothing else", async () => {
    const path = asset();
    for (const [encoding, ending] of [
      ["gzip, br", ".br"],
      ["gzip", ".gz"],
      ["identity", ""],
    ]) {
      const answer = await dial(
        site().origin,
        head(`GET ${path} HTTP/1.1`, `Accept-Encoding: ${encoding}`),
      ).ended;
      const { size } = statSync(`build/client${path}${ending}`);
      expect(answer).toMatch(new RegExp(`^Content-Length: ${size}\\r$`, "m"));
      expect(answer).toMatch(/^Content-Type: application\/javascript/m);
    }
  });

  it("serves no files outside the client build", async () => {
    for (const path of ["/../package.json", "/..%2fserver%2findex.js", "/.vite/manifest.json"]) {
      const answer = await dial(site().origin, head(`GET ${path} HTTP/1.1`)).ended;
      expect(answer, path).toMatch(/^HTTP\/1\.1 (400|403|404) /);
    }
  });
});

describe("pages", () => {
  it("are sent as one document with a Content-Length", async () => {
    const response = await fetch(site().origin, { headers: { "Accept-Encoding": "identity" } });
    const text = await response.text();
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(Number(response.headers.get("content-length"))).toBe(Buffer.byteLength(text));
    expect(text).toMatch(/^<!DOCTYPE html>/i);
    expect(text).toContain("__remixContext");
  });
});

it("sends Strict-Transport-Security if the site's origin is https", async () => {
  const secure = await startSite({ APP_ORIGIN: "https://community.example" });
  const { headers } = await fetch(secure.origin);
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  expect(await secure.stop()).toBe(0);
});
