import { afterAll, describe, expect, it } from "vitest";
import { useSite } from "../../setup/site";
import { dial, head, statusIn } from "../../setup/raw-connection";

const site = useSite();
const ask = async (bytes: string) => statusIn(await dial(site().origin, bytes).ended);
const CLOSE = "Connection: close\r\n\r\n";

describe("the client's error is", () => {
  it.each([
    ["nonsense", "NONSENSE\r\n\r\n", 400],
    ["another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    ["no Host", `GET / HTTP/1.1\r\n${CLOSE}`, 400],
    ["no Host, in an older HTTP", "GET / HTTP/1.0\r\n\r\n", 400],
    ["an empty Host", `GET / HTTP/1.1\r\nHost:\r\n${CLOSE}`, 400],
    ["two Hosts", `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n${CLOSE}`, 400],
    ["a Host with a space", `GET / HTTP/1.1\r\nHost: a b\r\n${CLOSE}`, 400],
    ["a Host with a path", `GET / HTTP/1.1\r\nHost: a/b\r\n${CLOSE}`, 400],
    ["a Host with a user", `GET / HTTP/1.1\r\nHost: a@b\r\n${CLOSE}`, 400],
    ["a Host with an invalid port", `GET / HTTP/1.1\r\nHost: a:99999\r\n${CLOSE}`, 400],
    ["a Host that is not ASCII", `GET / HTTP/1.1\r\nHost: \xff\r\n${CLOSE}`, 400],
    ["the address of another site", head("GET http://evil.example/ HTTP/1.1"), 400],
    ["an incomplete percent-encoding", head("GET /% HTTP/1.1"), 400],
    ["a percent-encoding that is not UTF-8", head("GET /%E0%A4%A HTTP/1.1"), 400],
    ["the same under /assets", head("GET /assets/%E0%A4%A HTTP/1.1"), 400],
    ["an escaped backslash, which the router reads as //", head("GET /%5C HTTP/1.1"), 400],
    ["the same after two slashes", head("GET //%5C HTTP/1.1"), 400],
    ["an escaped tab, which URLs leave out", head("GET /%09/?q=a HTTP/1.1"), 400],
    ["a query that is not UTF-8", head("GET /search?q=%E9 HTTP/1.1"), 400],
    ["the same of a call", head("GET /api/articles?q=caf%E9 HTTP/1.1"), 400],
    ["the same in a name", head("GET /community?%FF=1 HTTP/1.1"), 400],
    ["the same in a parameter that nobody reads", head("GET /?x=%C3%28 HTTP/1.1"), 400],
    ["an overlong slash in a query", head("GET /search?q=%C0%AF HTTP/1.1"), 400],
    ["half a surrogate pair in a query", head("GET /search?q=%ED%A0%80 HTTP/1.1"), 400],
    ["half a letter in a query", head("GET /search?q=%E2%82&page=2 HTTP/1.1"), 400],
    ["bytes in a query that are not escaped", head("GET /search?q=caf\xe9 HTTP/1.1"), 400],
    ["the same in a path", head("GET /caf\xc3\xa9 HTTP/1.1"), 400],
    ["the same of a file", head("GET /assets/%FF.js HTTP/1.1"), 400],
    ["a null byte", head("GET /a%00b HTTP/1.1"), 400],
    ["a null byte in a query", head("GET /community?category=%00 HTTP/1.1"), 400],
    ["a null byte in a search", head("GET /search?q=%00 HTTP/1.1"), 400],
    ["a null byte in a search by the API", head("GET /api/articles?q=%00 HTTP/1.1"), 400],
    ["a raw null byte", head("GET /a\0b HTTP/1.1"), 400],
    ["a data request of Remix 1", head("GET /?_data=root HTTP/1.1"), 400],
    ["an enormous header", head("GET / HTTP/1.1", `X: ${"x".repeat(20_000)}`), 431],
    ["an enormous address", head(`GET /${"x".repeat(20_000)} HTTP/1.1`), 431],
    ["a negative length", head("POST / HTTP/1.1", "Content-Length: -1"), 400],
    [
      "two lengths",
      head("POST / HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked"),
      400,
    ],
    ["an invalid chunk", `${head("POST / HTTP/1.1", "Transfer-Encoding: chunked")}zz\r\n`, 400],
  ])("%s", async (_what, bytes, status) => {
    expect(await ask(bytes)).toBe(status);
  });

  it.each(["TRACE", "PROPFIND", "PURGE", "DELETE", "PUT", "PATCH"])(
    "%s for a page",
    async (method) => {
      const answer = await dial(site().origin, head(`${method} / HTTP/1.1`)).ended;
      expect(statusIn(answer)).toBe(405);
      expect(answer).toMatch(/^Allow: GET, HEAD, OPTIONS\r$/m);
    },
  );

  const article = `/article/${"a".repeat(24)}`;
  it.each([
    ["POST", "/declaration", "GET, HEAD, OPTIONS"],
    ["POST", "/declaration.data", "GET, HEAD, OPTIONS"],
    ["POST", "/Terms/", "GET, HEAD, OPTIONS"],
    ["POST", "/?index", "GET, HEAD, OPTIONS"],
    ["POST", "/search?q=x", "GET, HEAD, OPTIONS"],
    ["POST", "/sitemap.xml", "GET, HEAD, OPTIONS"],
    ["POST", "/robots.txt", "GET, HEAD, OPTIONS"],
    ["POST", "/community/feed.rss", "GET, HEAD, OPTIONS"],
    ["POST", "/manifest.webmanifest", "GET, HEAD, OPTIONS"],
    ["POST", "/images/category/stocks.svg", "GET, HEAD, OPTIONS"],
    ["POST", "/momentum/track-record.csv", "GET, HEAD, OPTIONS"],
    ["POST", "/people/Mara/feed.atom", "GET, HEAD, OPTIONS"],
    ["POST", "/favicon.ico", "GET, HEAD, OPTIONS"],
    ["DELETE", "/favicon.ico", "GET, HEAD, OPTIONS"],
    ["PUT", "/healthz", "GET, HEAD"],
    ["POST", "/readyz", "GET, HEAD"],
    ["POST", "/assets/none.js", "GET, HEAD"],
    ["DELETE", "/community", "GET, HEAD, POST, OPTIONS"],
    ["PUT", "/bonds", "GET, HEAD, POST, OPTIONS"],
    ["PATCH", article, "GET, HEAD, POST, OPTIONS"],
    ["TRACE", "/login", "GET, HEAD, POST, OPTIONS"],
    ["GET", "/session/restore", "POST, OPTIONS"],
    ["DELETE", "/session/restore", "POST, OPTIONS"],
    ["HEAD", "/drafts/save", "POST, OPTIONS"],
    ["GET", "/login/passkey", "POST, OPTIONS"],
    ["PROPFIND", "/api/articles", "GET, HEAD"],
    ["PURGE", "/api/articles/create", "POST"],
    ["TRACE", `/api${article.replace("article", "articles")}`, "GET, HEAD, PATCH, DELETE"],
    ["POST", "/api/whitepaper.pdf", "GET, HEAD"],
  ])("%s %s, with the methods that it takes", async (method, path, allow) => {
    const answer = await dial(site().origin, head(`${method} ${path} HTTP/1.1`)).ended;
    expect(statusIn(answer)).toBe(405);
    expect(/^Allow: (.*)\r$/im.exec(answer)?.[1]).toBe(allow);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND", "TRACE"])(
    "%s for an address without a page",
    async (method) => {
      expect(await ask(head(`${method} /nothing-here HTTP/1.1`))).toBe(404);
    },
  );

  it("an unused method for the API", async () => {
    const answer = await dial(site().origin, head("PROPFIND /api/articles HTTP/1.1")).ended;
    expect(statusIn(answer)).toBe(405);
    expect(answer).toContain('{"error":"This method is not used here."}');
  });

  it("CONNECT", async () => {
    expect(await ask(head("CONNECT evil.example:443 HTTP/1.1"))).toBeUndefined();
  });
});

describe("no error is", () => {
  it.each([
    ["an unknown expectation", head("GET / HTTP/1.1", "Expect: tea"), 200],
    ["an upgrade to an unknown protocol", head("GET / HTTP/1.1", "Upgrade: x"), 200],
    ["valid percent-encoding", head("GET /%C3%A4%20b HTTP/1.1"), 404],
    ["an escaped letter in a query", head("GET /search?q=caf%C3%A9 HTTP/1.1"), 200],
    ["a replacement character in a query", head("GET /search?q=%EF%BF%BD HTTP/1.1"), 200],
    ["lone percent signs in a query", head("GET /search?q=5%+or+5%zz% HTTP/1.1"), 200],
    ["a path that climbs with dots", head("GET /../../etc/passwd HTTP/1.1"), 404],
    ["two slashes", head("GET //evil.example/ HTTP/1.1"), 404],
    ["OPTIONS for a page", head("OPTIONS / HTTP/1.1"), 204],
    ["OPTIONS for a file", head("OPTIONS /favicon.ico HTTP/1.1"), 204],
    [
      "the manifest of routes, which is not served",
      head("GET /__manifest?version=0&p=/ HTTP/1.1"),
      404,
    ],
  ])("%s", async (_what, bytes, status) => {
    expect(await ask(bytes)).toBe(status);
  });
});

afterAll(() => {
  // All of these are errors of the client, so the site logs none.
  expect(site().logs()).not.toMatch(/"level":"(error|fatal)"/);
});
