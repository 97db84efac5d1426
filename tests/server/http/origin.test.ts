import { createServer, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useSite } from "../../setup/site";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const FOREIGN_WORDS = "This request came from another site, so nothing was changed.";

/** Posts an unusable sign-in: an answer of the route is a 400, which no check before it gives. */
const signIn = (origin: string, headers: Record<string, string>, path = "/login") =>
  fetch(origin + path, { method: "POST", headers: { ...FORM, ...headers }, body: "email=x" });

describe("a site on its own", () => {
  const site = useSite();

  it("takes its own pages' forms", async () => {
    expect((await signIn(site().origin, { Origin: site().origin })).status).toBe(400);
    expect((await signIn(site().origin, { Origin: site().origin }, "/login.data")).status).toBe(
      400,
    );
  });

  it("takes what tells no origin: that is a program, which has no cookies of ours", async () => {
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
    ["a page that hides where it is from", { Origin: "null" }],
    ["the same host on another port", { Origin: "http://127.0.0.1:1" }],
    ["no origin at all", { Origin: "nonsense" }],
    ["a local file", { Origin: "file:///tmp/x.html" }],
    ["a cross-site request without an origin", { "Sec-Fetch-Site": "cross-site" }],
    [
      "another site that forges our name",
      { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
    ],
    [
      "another site that forges all of it",
      {
        Origin: "https://evil.example",
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        Forwarded: "host=evil.example;proto=https",
      },
    ],
  ])("refuses %s, on pages and calls alike", async (_who, headers) => {
    const page = await signIn(site().origin, headers);
    expect(page.status).toBe(403);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain(FOREIGN_WORDS);
    expect((await signIn(site().origin, headers, "/login.data")).status).toBe(403);
    const call = await signIn(site().origin, headers, "/api/auth/login");
    expect(call.status).toBe(403);
    expect(await call.json()).toEqual({ error: FOREIGN_WORDS });
  });

  it("lets every site read what all may read", async () => {
    const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await fetch(`${site().origin}/api/articles`, { headers })).status).toBe(200);
  });

  it("is not impressed by a forged X-Forwarded-Host on its own pages' forms", async () => {
    const headers = { Origin: site().origin, "X-Forwarded-Host": "evil.example" };
    expect((await signIn(site().origin, headers)).status).toBe(400);
  });

  it("does not take an id for its log from anybody", async () => {
    const { headers } = await fetch(site().origin, { headers: { "X-Request-Id": "mine" } });
    expect(headers.get("x-request-id")).not.toBe("mine");
  });
});

describe("a site behind a proxy that ends https", () => {
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

  it("takes its own pages' forms, whatever the proxy calls the host", async () => {
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

  it("refuses the address it listens on, which is not where people find it", async () => {
    expect((await signIn(site().origin, { Origin: site().origin })).status).toBe(403);
  });

  it("keeps the proxy's id of a request, if it is one", async () => {
    const idFor = async (given: string) =>
      (await fetch(front, { headers: { "X-Request-Id": given } })).headers.get("x-request-id");
    expect(await idFor("edge-42.a:b_c")).toBe("edge-42.a:b_c");
    expect(await idFor("two words")).toMatch(/^[\da-f-]{36}$/);
    expect(await idFor("x".repeat(65))).toMatch(/^[\da-f-]{36}$/);
  });
});
