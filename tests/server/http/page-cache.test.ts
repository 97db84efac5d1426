import { describe, expect, it, test } from "vitest";
import { addArticle, addSignedIn } from "../../setup/people";
import { dial, head } from "../../setup/raw-connection";
import { useSite, useSiteDatabase } from "../../setup/site";

const site = useSite({ LOG_LEVEL: "info" });
useSiteDatabase(site);

let count = 0;
const freshPath = () => `/community?after=${Date.now() + (count += 1)}.6790a1f2c3d4e5f60718293a`;

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(site().origin + path, { headers, method, redirect: "manual" });

const linesOf = (path: string) =>
  site()
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes(`"path":"${path}"`))
    .map((line) => JSON.parse(line) as { fromCache?: boolean; requestId: string; status: number });

const isCached = async (path: string, headers: Record<string, string> = {}) => {
  const response = await ask(path, headers);
  await response.text();
  const id = response.headers.get("x-request-id");
  for (;;) {
    const line = linesOf(path.split("?")[0]!).find(({ requestId }) => requestId === id);
    if (line) return line.fromCache === true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

test("the remembered view of articles is shown from the cache, without affecting other pages and visitors", async () => {
  const path = freshPath();
  const chosen = await fetch(`${site().origin}/community/view`, {
    method: "POST",
    body: new URLSearchParams({ view: "cards", redirectTo: path }),
    redirect: "manual",
  });
  expect([chosen.status, chosen.headers.get("location")]).toEqual([302, path]);
  const Cookie = chosen.headers.get("set-cookie")!.split(";")[0]!;
  const isCards = async (asked: string, headers?: Record<string, string>) =>
    (await (await ask(asked, headers)).text()).includes('value="cards" aria-pressed="true"');
  expect(await isCards(path)).toBe(false);
  expect(await isCards(path, { Cookie })).toBe(true);
  expect(await isCached(path, { Cookie })).toBe(true);
  expect(await isCached(path)).toBe(true);
  expect(await isCards(path)).toBe(false);
  // The address takes precedence, and then all visitors share the page.
  const listed = `${path}&view=list`;
  expect(await isCards(listed)).toBe(false);
  expect(await isCached(listed, { Cookie })).toBe(true);
  await ask("/declaration");
  expect(await isCached("/declaration", { Cookie })).toBe(true);
});

describe("a page is the same for every visitor", () => {
  /** Headers that a visitor may send, and the text that must not appear in the page of the next visitor. */
  test.each<[Record<string, string>, string]>([
    [{ Cookie: "tracker=poison; session=poison; scheme=poison" }, "poison"],
    // A toast.
    [{ Cookie: "toast=InVwdm90ZS5mYWlsZWQi" }, "Failed to upvote article."],
    [{ Cookie: "view=ImNhcmRzIg%3D%3D" }, 'value="cards" aria-pressed="true"'],
    [{ Cookie: "scheme=ImRhcmsi; scheme=ImxpZ2h0Ig%3D%3D" }, "data-scheme"],
    [{ "X-Forwarded-Host": "poison.example", Forwarded: "host=poison.example" }, "poison"],
    [{ "X-Forwarded-Proto": "https" }, "https://127.0.0.1"],
    [{ "X-HTTP-Method-Override": "DELETE" }, "poison"],
    [{ "X-Original-URL": "/poison", "X-Rewrite-URL": "/poison" }, "poison"],
    [{ Range: "bytes=0-9" }, "poison"],
    [{ "Accept-Encoding": "poison", "Accept-Language": "poison" }, "poison"],
    [{ "X-Request-Id": "poison" }, "poison"],
  ])("after a first request with %o", async (headers, poison) => {
    const path = freshPath();
    await (await ask(path, headers)).text();
    const second = await ask(path);
    const text = await second.text();
    expect(second.status).toBe(200);
    expect(text).toMatch(/^<!DOCTYPE html>[^]*<\/html>/);
    expect(text).not.toContain(poison);
    expect(JSON.stringify([...second.headers])).not.toContain(poison);
    expect(second.headers.get("set-cookie")).toBeNull();
  });

  test("after a first request with HEAD or with a body", async () => {
    const path = freshPath();
    const first = await ask(path, {}, "HEAD");
    expect(first.headers.get("content-length")).toMatch(/^\d+$/);
    expect((await (await ask(path)).text()).length).toBeGreaterThan(1_000);
    const other = freshPath();
    await dial(site().origin, `${head(`GET ${other} HTTP/1.1`, "Content-Length: 6")}poison`).ended;
    expect(await (await ask(other)).text()).not.toContain("poison");
  });

  test("after a request with another Host, which alone gets addresses with that host", async () => {
    const path = "/macro/feed.json";
    const request = `GET ${path} HTTP/1.1\r\nHost: poison.example\r\nConnection: close\r\n\r\n`;
    expect(await dial(site().origin, request).ended).toContain("http://poison.example/");
    expect(await (await ask(path)).text()).not.toContain("poison");
    const twice = request.replace("\r\nHost", "\r\nHost: 127.0.0.1\r\nHost");
    expect(await dial(site().origin, twice).ended).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("after a signed-in user's request, whose own page is not cached", async () => {
    const { cookie, viewer, token } = await addSignedIn();
    const path = freshPath();
    const own = await ask(path, { Cookie: cookie });
    expect(await own.text()).toContain(viewer.name);
    expect(own.headers.get("content-security-policy")).toContain("'nonce-");
    const others = await ask(path);
    expect(await others.text()).not.toContain(viewer.name);
    const program = { Authorization: `Bearer ${token}` };
    const list = "/api/articles?limit=7";
    for (const headers of [program, program, {}]) expect(await isCached(list, headers)).toBe(false);
    expect(await isCached(list)).toBe(true);
  });
});

describe("a cached page", () => {
  it.each(["/declaration", "/community/feed.atom", "/sitemap.xml", "/api/articles?limit=3"])(
    "is a 304 for a client that has it: %s",
    async (path) => {
      const tag = (await ask(path)).headers.get("etag")!;
      for (const condition of [tag, `"x", ${tag}`, "*"]) {
        const response = await ask(path, { "If-None-Match": condition });
        expect(response.status, condition).toBe(304);
        expect(response.headers.get("content-type")).toBeNull();
        expect(response.headers.get("content-security-policy")).toBeTruthy();
        expect(await response.text()).toBe("");
      }
      expect((await ask(path, { "If-None-Match": '"other"' })).status).toBe(200);
    },
  );

  it("is never an error or a missing page", async () => {
    for (const path of ["/article/6790a1f2c3d4e5f60718293a", "/api/articles?limit=x"]) {
      expect((await ask(path)).status).toBeGreaterThanOrEqual(400);
      expect(await isCached(path), path).toBe(false);
    }
  });

  it("has each inline script allowed by its hash", async () => {
    const response = await ask("/");
    const policy = response.headers.get("content-security-policy")!;
    expect(policy).not.toContain("nonce");
    expect(policy.match(/'sha256-/g)!.length).toBeGreaterThan(1);
    expect(await response.text()).not.toContain("nonce=");
  });
});

it("answers a hundred simultaneous requests with the same page, each with a request id of its own", async () => {
  const path = freshPath();
  const responses = await Promise.all(Array.from({ length: 100 }, () => ask(path)));
  const bodies = await Promise.all(responses.map((response) => response.text()));
  expect(new Set(bodies).size).toBe(1);
  const ids = responses.map(({ headers }) => headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(100);
});

test("views of a cached page count once for each visitor", async () => {
  const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const viewsOf = async (id: string) =>
    ((await (await ask(`/api/articles/${id}`)).json()) as { views: number }).views;
  const [first, second] = [await addArticle(), await addArticle()];
  const view = (id: string, headers: Record<string, string>) =>
    ask(`/article/${id}`, { "User-Agent": FIREFOX, ...headers });
  // The first request renders the page and caches it.
  await view(first.id, { "User-Agent": "Googlebot/2.1" });
  await view(first.id, { "Sec-Purpose": "prefetch" });
  await view(second.id, {});
  await view(second.id, { "User-Agent": FIREFOX.replaceAll("140", "141") });
  await expect.poll(() => viewsOf(second.id)).toBe(1);
  expect(await viewsOf(first.id), "counted before that, if at all").toBe(0);
  await view(first.id, { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" });
  await expect.poll(() => viewsOf(first.id)).toBe(1);
  expect(await (await ask(`/article/${first.id}`)).text()).toMatch(/\b1(<!-- -->)? view\b/);
});
