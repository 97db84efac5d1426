/** How the server handles a request around its routes, which are replaced by test handlers. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestHandler } from "express";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { readEnvironment } from "~/config/env.server";
import { createApplication } from "../../../server/application";
import { sendError } from "../../../server/error-pages";
import type { PageCache } from "../../../server/page-cache/page-cache";
import { testLoadLimits } from "../../setup/load-limits";

const pass: RequestHandler = (_req, _res, next) => next();
const silent = pino({ level: "silent" });

interface Served {
  env?: Record<string, string>;
  routes?: RequestHandler;
  pageCache?: PageCache;
}

/** Sends a request to an application. */
async function ask(
  { env = {}, routes = pass, pageCache }: Served,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const environment = readEnvironment(env);
  const isReady = () => true;
  const site = {
    environment,
    siteName: () => "A site",
    log: silent,
    isReady,
    loadLimits: testLoadLimits({ env }),
  };
  const server = createServer(createApplication({ ...site, files: pass, routes, pageCache }));
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return new Response(await response.text(), response);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe("the address of the client", () => {
  const tell: RequestHandler = ({ headers }, res) =>
    void res.json({ address: res.locals.clientAddress, header: headers["x-forwarded-for"] });
  const forwarded = { "X-Forwarded-For": "192.0.2.66, 198.51.100.1, 203.0.113.7" };

  test.each([
    ["is that of the connection if no proxy is trusted", "0", "127.0.0.1"],
    ["comes from the single trusted proxy", "1", "203.0.113.7"],
    ["comes from the farther of two trusted proxies", "2", "198.51.100.1"],
  ])("%s, whatever else the header contains", async (_, TRUST_PROXY, address) => {
    const answer = await ask({ env: { TRUST_PROXY }, routes: tell }, "/", forwarded);
    expect(await answer.json()).toEqual({ address });
  });
});

describe("the address from a proxy", () => {
  const tell: RequestHandler = (_req, res) => void res.json(res.locals.clientAddress);
  const addressFor = async (header: string, TRUST_PROXY = "1") => {
    const headers = { "X-Forwarded-For": header };
    return (await ask({ env: { TRUST_PROXY }, routes: tell }, "/", headers)).json();
  };

  test.each([
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["[::ffff:203.0.113.7]:80", "203.0.113.7"],
    ["198.51.100.1:1, 203.0.113.7:2", "203.0.113.7"],
  ])("may have a port: %s", async (header, address) => {
    expect(await addressFor(header)).toBe(address);
  });

  test.each(["unknown", "", "999.1.1.1"])(
    "is the proxy's own if the header has none: %s",
    async (header) => {
      expect(await addressFor(header)).toBe("127.0.0.1");
    },
  );

  test("is the nearest known one if a farther proxy sends none", async () => {
    expect(await addressFor("unknown, 203.0.113.7:80", "2")).toBe("203.0.113.7");
    expect(await addressFor("198.51.100.1, unknown", "2")).toBe("198.51.100.1");
  });
});

describe("Strict-Transport-Security", () => {
  const https = "https://community.example";
  test.each([
    ["is not sent on http", { HSTS_SUBDOMAINS: "1" }, null],
    ["is sent for this host", { APP_ORIGIN: https }, "max-age=31536000"],
    [
      "includes subdomains if the operator says so",
      { APP_ORIGIN: https, HSTS_SUBDOMAINS: "1" },
      "max-age=31536000; includeSubDomains",
    ],
  ])("%s", async (_, env: Record<string, string>, expected) => {
    const { headers } = await ask({ env, routes: (_req, res) => void res.send("ok") }, "/");
    expect(headers.get("strict-transport-security")).toBe(expected);
  });
});

describe("objects such as a PDF", () => {
  const sourcesOn = async (path: string) => {
    const { headers } = await ask({ routes: (_req, res) => void res.send("ok") }, path);
    return /object-src ([^;]+)/.exec(headers.get("content-security-policy") ?? "")?.[1];
  };

  test.each(["/whitepaper", "/whitepaper?view=pdf", "/api/whitepaper.pdf"])(
    "may be shown on %s",
    async (path) => expect(await sourcesOn(path)).toBe("'self'"),
  );

  test.each(["/", "/community?/whitepaper", "/api/articles"])(
    "may not be shown on %s",
    async (path) => expect(await sourcesOn(path)).toBe("'none'"),
  );
});

test("a failure of the page cache leaves the request to the routes", async () => {
  const error = vi.spyOn(silent, "error");
  const pageCache: PageCache = {
    serveCached() {
      throw new Error("it broke");
    },
    renderAndCache: pass,
    close: () => Promise.resolve(),
  };
  const answer = await ask({ pageCache, routes: (_req, res) => void res.send("ok") }, "/");
  expect(await answer.text()).toBe("ok");
  expect(error).toHaveBeenCalledOnce();
});

test.each([
  ["/" + "a".repeat(2_048), 414],
  ["/" + "a".repeat(2_047), 200],
  ["/" + "a/".repeat(33), 414],
  ["/a".repeat(32), 200],
  ["/?" + "a".repeat(4_096), 414],
  ["/?" + "a".repeat(4_095), 200],
])("an address that is too long is refused (%.10s…, %i)", async (path, status) => {
  expect((await ask({ routes: (_req, res) => void res.send("ok") }, path)).status).toBe(status);
});

describe("the response to an error", () => {
  test("is a page with the message as escaped text", async () => {
    const said = `<img src=x onerror="alert(1)"> & so on`;
    const answer = await ask({ routes: (req, res) => sendError(req, res, 400, said) }, "/");
    const html = await answer.text();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).not.toContain("<img");
    expect(html).toMatch(/<p>&(#60|lt);img [^<>"]*&(#62|gt); &(#38|amp); so on<\/p>/);
  });
});

test("the type of a tree's size has no charset, unlike other types of text", async () => {
  const typeOf = async (type: string) => {
    const routes: RequestHandler = (_req, res) => void res.set("Content-Type", type).send("3\n");
    return (await ask({ routes }, "/")).headers.get("Content-Type");
  };
  expect(await typeOf("text/x.tlog.size")).toBe("text/x.tlog.size");
  expect(await typeOf("text/csv")).toBe("text/csv; charset=utf-8");
});
