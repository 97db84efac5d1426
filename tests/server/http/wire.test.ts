/** Requests as bytes: malformed ones, methods, bodies of any size, and what the log has of them. */
import { describe, expect, it } from "vitest";
import { useSite } from "../../setup/site";
import { dial, head, statusIn } from "../../setup/raw-connection";

const site = useSite({ LOG_LEVEL: "info" });
const send = (bytes: string) => dial(site().origin, bytes).ended;
const ask = async (bytes: string) => statusIn(await send(bytes));
const get = (target: string, ...headers: string[]) => head(`GET ${target} HTTP/1.1`, ...headers);
const CLOSE = "Connection: close\r\n\r\n";
const FORM = "Content-Type: application/x-www-form-urlencoded";
const post = (path: string, type: string, length: string | number, body = "") =>
  head(
    `POST ${path} HTTP/1.1`,
    ...(type ? [type] : []),
    length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`,
  ) + body;
const chunk = (size: number) => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;

describe("the client's error is", () => {
  it.each([
    ["nonsense", "NONSENSE\r\n\r\n", 400],
    ["another protocol", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400],
    ["no Host", `GET / HTTP/1.1\r\n${CLOSE}`, 400],
    ["no Host, in an older HTTP", "GET / HTTP/1.0\r\n\r\n", 400],
    ["two Hosts", `GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n${CLOSE}`, 400],
    ...["", " a b", " a/b", " a@b", " a:99999", " \xff"].map((host): [string, string, number] => [
      `the Host${host}`,
      `GET / HTTP/1.1\r\nHost:${host}\r\n${CLOSE}`,
      400,
    ]),
    ["an enormous header", get("/", `X: ${"x".repeat(20_000)}`), 431],
    ["an enormous address", get(`/${"x".repeat(20_000)}`), 431],
    ["a negative length", post("/", "", -1), 400],
    [
      "two lengths",
      head("POST / HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked"),
      400,
    ],
    ["an invalid chunk", post("/", "", "chunked", "zz\r\n"), 400],
    ["CONNECT", head("CONNECT evil.example:443 HTTP/1.1"), undefined],
  ])("%s", async (_what, bytes, status) => {
    expect(await ask(bytes)).toBe(status);
  });

  it.each([
    "http://evil.example/",
    // Escapes that are incomplete or not UTF-8, in paths and in queries.
    ...["/%", "/%E0%A4%A", "/assets/%E0%A4%A", "/assets/%FF.js", "/search?q=%E9"],
    ...["/api/articles?q=caf%E9", "/community?%FF=1", "/?x=%C3%28", "/search?q=%C0%AF"],
    ...["/search?q=%ED%A0%80", "/search?q=%E2%82&page=2", "/search?q=caf\xe9", "/caf\xc3\xa9"],
    // A backslash, which the router reads as a slash, and a tab, which URLs leave out.
    ...["/%5C", "//%5C", "/%09/?q=a"],
    ...["/a%00b", "/community?category=%00", "/search?q=%00", "/api/articles?q=%00", "/a\0b"],
    // A data request of Remix 1.
    "/?_data=root",
  ])("the address %s", async (target) => {
    expect(await ask(get(target))).toBe(400);
  });

  const article = `/article/${"a".repeat(24)}`;
  it.each([
    ["TRACE", "/", "GET, HEAD, OPTIONS"],
    ["PATCH", "/", "GET, HEAD, OPTIONS"],
    ["POST", "/declaration.data", "GET, HEAD, OPTIONS"],
    ["POST", "/Terms/", "GET, HEAD, OPTIONS"],
    ["POST", "/?index", "GET, HEAD, OPTIONS"],
    ["POST", "/sitemap.xml", "GET, HEAD, OPTIONS"],
    ["POST", "/community/feed.rss", "GET, HEAD, OPTIONS"],
    ["POST", "/images/category/stocks.svg", "GET, HEAD, OPTIONS"],
    ["DELETE", "/favicon.ico", "GET, HEAD, OPTIONS"],
    ["PUT", "/healthz", "GET, HEAD"],
    ["POST", "/assets/none.js", "GET, HEAD"],
    ["DELETE", "/community", "GET, HEAD, POST, OPTIONS"],
    ["PATCH", article, "GET, HEAD, POST, OPTIONS"],
    ["GET", "/session/restore", "POST, OPTIONS"],
    ["HEAD", "/drafts/save", "POST, OPTIONS"],
    ["GET", "/login/passkey", "POST, OPTIONS"],
    ["PURGE", "/api/articles/create", "POST"],
    ["TRACE", `/api${article.replace("article", "articles")}`, "GET, HEAD, PATCH, DELETE"],
    ["POST", "/api/whitepaper.pdf", "GET, HEAD"],
  ])("%s %s, with the methods that it takes", async (method, path, allow) => {
    const answer = await send(head(`${method} ${path} HTTP/1.1`));
    expect(statusIn(answer)).toBe(405);
    expect(/^Allow: (.*)\r$/im.exec(answer)?.[1]).toBe(allow);
  });

  it("any method for an address without a page, and an unused method for the API", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND", "TRACE"]) {
      expect(await ask(head(`${method} /nothing-here HTTP/1.1`)), method).toBe(404);
    }
    const answer = await send(head("PROPFIND /api/articles HTTP/1.1"));
    expect(answer).toContain('{"error":"This method is not used here."}');
  });
});

it.each([
  ["an unknown expectation", get("/", "Expect: tea"), 200],
  ["an upgrade to an unknown protocol", get("/", "Upgrade: x"), 200],
  ["valid percent-encoding", get("/%C3%A4%20b"), 404],
  ["an escaped letter in the path of a text", get("/%70rivacy"), 200],
  ["an escaped letter in a query", get("/search?q=caf%C3%A9"), 200],
  ["lone percent signs in a query", get("/search?q=5%+or+5%zz%"), 200],
  ["a path that climbs with dots", get("/../../etc/passwd"), 404],
  ["two slashes", get("//evil.example/"), 404],
  ["OPTIONS for a page", head("OPTIONS / HTTP/1.1"), 204],
  ["the manifest of routes, which is not served", get("/__manifest?version=0&p=/"), 404],
  ["the mails of a demonstration, which this is not", get("/dev/outbox?key="), 404],
])("no error is %s", async (_what, bytes, status) => {
  expect(await ask(bytes)).toBe(status);
});

it.each([
  ...["/", "/community", "/dashboard", "/nothing", "/article/65f0c0ffee65f0c0ffee65f0"],
  ...["/community/feed.atom", "/robots.txt", "/api/articles", "/api/nothing", "/healthz"],
])("HEAD responds with the status of GET, even from another origin: %s", async (path) => {
  const statusOf = (method: string) =>
    ask(head(`${method} ${path} HTTP/1.1`, "Origin: https://evil.example"));
  const expected = await statusOf("GET");
  expect(expected).toBeLessThan(500);
  expect(await statusOf("HEAD")).toBe(expected);
});

const LIMIT = 64 * 1024;
describe("a body", () => {
  it.each([
    ["up to the limit is read", LIMIT, 400],
    ["over the limit is a 413", LIMIT + 1, 413],
    ["far over the limit is a 413", 3_000_000, 413],
  ])("%s, which the client can read after sending all of it", async (_, size, status) => {
    for (const [path, type, text] of [
      ["/login", FORM, "email="],
      ["/api/auth/login", "Content-Type: application/json", ""],
    ] as const) {
      const body = text + "x".repeat(size - text.length);
      const wire = dial(site().origin);
      wire.socket.pause();
      wire.send(post(path, type, size));
      await new Promise((resolve) => wire.socket.write(body, resolve));
      wire.socket.resume();
      const whole = await wire.ended;
      const chunked = await send(
        post(path, type, "chunked", `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
      );
      for (const answer of [whole, chunked]) {
        expect(statusIn(answer)).toBe(status);
        if (path === "/login")
          expect(answer).toMatch(/^content-type: text\/html; charset=utf-8\r$/im);
        else if (status === 413)
          expect(answer).toContain(
            '{"error":"More than 64 KiB were sent, which is over the limit."}',
          );
      }
    }
  });

  it("that is too large is refused by its Content-Length, before it is read", async () => {
    for (const lines of [[], ["Expect: 100-continue"]]) {
      const line = "POST /login HTTP/1.1";
      const wire = dial(site().origin, head(line, FORM, "Content-Length: 999999", ...lines));
      expect(statusIn(await wire.until(/\r\n\r\n/))).toBe(413);
      wire.socket.destroy();
    }
    const expecting = head(
      ...(["POST /login HTTP/1.1", FORM, "Content-Length: 7", "Expect: 100-continue"] as const),
    );
    const small = dial(site().origin, expecting);
    expect(statusIn(await small.until(/\r\n\r\n/))).toBe(100);
    small.send("email=x");
    expect(statusIn(await small.ended)).toBe(400);
  });

  it("without an end closes its connection, and the log has a 413 at level info", async () => {
    const wire = dial(site().origin, post("/login", FORM, "chunked", chunk(0x10000)));
    const flood = setInterval(() => wire.send(chunk(0x10000)), 1);
    const answer = await wire.ended;
    clearInterval(flood);
    expect(statusIn(answer)).toBe(413);
    expect(await loggedOf(answer)).toMatchObject({ level: "info", status: 413 });
    expect((await fetch(`${site().origin}/healthz`)).status).toBe(200);
  });

  it.each(["GET", "POST"])("that no route reads leaves the connection usable: %s", async (verb) => {
    const first = head(`${verb} /nothing-here HTTP/1.1`, FORM, "Transfer-Encoding: chunked");
    const body = `${chunk(0xa000)}0\r\n\r\n`;
    const answer = await send(first.replace(CLOSE.trim(), "X: y") + body + get("/healthz"));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 200"]);
  });

  it.each([
    [415, "Content-Type: application/json", "{}"],
    [415, "Content-Type: text/plain", "a=b"],
    [415, "", "a=b"],
    [400, "", ""],
    [400, FORM, "&a".repeat(16_000)],
    [400, "Content-Type: multipart/form-data", "a=b"],
    [400, "Content-Type: multipart/form-data; boundary=x", "--y"],
  ])("posted to a page is a %i if it is no form: %s", async (status, type, body) => {
    const first = post("/login", type, body.length, body).replace(CLOSE.trim(), "X: y");
    const answer = await send(first + get("/healthz"));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, "HTTP/1.1 200"]);
  });

  it.each(["Content-Type: text/plain", ""])("is plain text for a witness: %s", async (type) => {
    const first = post("/witness/add-checkpoint", type, 8, "old 0\n\nx");
    const answer = await send(first.replace(CLOSE.trim(), "X: y") + get("/healthz"));
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404", "HTTP/1.1 200"]);
    expect(answer).toContain("This site is a witness of no log.");
  });

  it("that comes in many pieces is read, and shown again with the refused form", async () => {
    const body = `email=${"typed".repeat(100)}&password=x`;
    const wire = dial(site().origin, post("/login", FORM, body.length));
    for (let at = 0; at < body.length; at += 50) {
      wire.send(body.slice(at, at + 50));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const answer = await wire.ended;
    expect(statusIn(answer)).toBe(400);
    expect(answer).toContain("typed".repeat(100));
  });
});

const printed = () => site().logs().split("\n").filter(Boolean);
const lines = () =>
  printed()
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function loggedOf(answer: string | Response) {
  const id =
    typeof answer === "string"
      ? /^X-Request-Id: (\S+)\r$/m.exec(answer)?.[1]
      : answer.headers.get("x-request-id");
  const found = () => lines().filter((line) => line.msg === "request" && line.requestId === id);
  await expect.poll(found).toHaveLength(1);
  return found()[0]!;
}

describe("the log", () => {
  it("has one line for a request, with its path but no query, headers or body", async () => {
    const query = "secret-query=secret-value&redirectTo=%2Fx";
    const response = await fetch(`${site().origin}/login?${query}`, {
      method: "POST",
      headers: {
        Cookie: "session=secret-cookie",
        Authorization: "Bearer secret-token",
        Origin: site().origin,
        "User-Agent": "secret-agent",
      },
      body: new URLSearchParams({ email: "secret@example.org", password: "secret-password" }),
    });
    expect(await loggedOf(response)).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      pid: site().pid,
      requestId: response.headers.get("x-request-id"),
      method: "POST",
      path: "/login",
      status: response.status,
      durationMs: expect.any(Number),
      msg: "request",
    });
    expect(site().logs()).not.toContain("secret");
    const checks = lines().filter((line) => line.path === "/healthz" && line.status === 200);
    expect(checks, "health checks").toEqual([]);
  });

  it.each([
    ["/login", FORM],
    ["/login.data", FORM],
    ["/login", "Content-Type: multipart/form-data; boundary=x"],
    ["/api/auth/login", "Content-Type: application/json"],
  ])("has an aborted upload as no error: %s, %s", async (path, type) => {
    for (const [length, body] of [
      [1000, "email=x"],
      ["chunked", "7\r\nemail=x\r\n"],
    ] as const) {
      const aborted = () =>
        lines().filter((line) => line.path === path && line.msg === "request aborted");
      const before = aborted().length;
      const wire = dial(site().origin, post(path, type, length, body));
      await new Promise((resolve) => wire.socket.once("connect", resolve));
      // Ensures that the server has started on the upload: it answers this later request after that.
      await fetch(`${site().origin}/healthz`);
      wire.socket.destroy();
      await expect.poll(aborted).toHaveLength(before + 1);
      expect(aborted().at(-1)).toMatchObject({ level: "info", status: null });
    }
  });

  it("has a warning about a request that was refused for its origin, with the reason", async () => {
    const headers = { Origin: "https://evil.example" };
    await fetch(`${site().origin}/login?x=secret`, { method: "POST", headers });
    await expect
      .poll(() => lines().find(({ event }) => event === "foreign-origin"))
      .toMatchObject({
        level: "warn",
        origin: "https://evil.example",
        own: new URL(site().origin).host,
        address: "127.0.0.0/24",
      });
    expect(site().logs()).not.toMatch(/127\.0\.0\.1"|secret/);
  });

  const SECRET = "q3l9Jb0yTnX7dK2vR8sW5uZ1aE6cG4fH0iM9oP2tYwQ";
  it.each([
    ...["", "/", ".data", "?_data=routes%2Freset"].map((end) => [
      `/reset/:secret${end}`,
      "/reset/…",
    ]),
    ...["/prove-email/", "/change-email/", "/restore-email/"].map((at) => [
      `${at}:secret`,
      `${at}…`,
    ]),
    ["/unsubscribe/:secret.digest", "/unsubscribe/…"],
    ["//RESET/:secret", "//RESET/…"],
    ["/x/../reset/:secret", "/x/../reset/…"],
    ["/./reset/./:secret", "/./reset/./…"],
    ...["/%72eset/", "/change%2Demail/", "/reset%2F", "/reset;x/", "/reset\\"].map((at) => [
      `${at}:secret`,
      "/…",
    ]),
    [`/reset/%20${SECRET.slice(0, 20)}%20${SECRET.slice(20)}`, "/reset/…"],
    [`/reset/${SECRET.slice(0, 20)}=${SECRET.slice(20)}`, "/reset/…"],
    ["/api/auth/reset/:secret", "/api/auth/reset/…"],
    ["/nothing-like-it/:secret/more", "/nothing-like-it/…"],
    ["/dev/outbox?key=:secret", "/dev/outbox"],
    ["/login?redirectTo=/reset/:secret", "/login"],
    ["http://127.0.0.1/reset/:secret", "/…"],
    // The path of a page or a call is not changed.
    ...[
      "/article/65f0c0ffee65f0c0ffee65f0/changes/2",
      "/api/account/second-factor/recovery-codes",
      "/momentum/track-record.csv.data",
      "/ledger/key",
    ].map((path) => [path, path]),
  ])("has no secret of a mailed link: %s", async (target, path) => {
    const referer = `Referer: ${site().origin}/reset/${SECRET}`;
    const answer = await send(get(target!.replace(":secret", SECRET), referer));
    expect((await loggedOf(answer)).path).toBe(path);
    expect(site().logs()).not.toContain(SECRET.slice(20));
  });

  it("has no errors, and the site's address as its only line that is not JSON", async () => {
    // A library used to warn about this.
    const body = new URLSearchParams({ scheme: "dark" });
    await fetch(`${site().origin}/theme`, { method: "POST", body });
    expect(printed().filter((line) => !line.startsWith("{"))).toEqual([site().origin]);
    expect(lines().filter(({ level }) => level === "error" || level === "fatal")).toEqual([]);
  });
});
