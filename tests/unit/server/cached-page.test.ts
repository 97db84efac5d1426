import { createHash } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { cachedPage, type CachedPage } from "../../../server/page-cache/cached-page";

const NONCE = "secret";
const POLICY = "default-src 'self';script-src 'self' 'nonce-abc';style-src 'self' 'nonce-abc'";
const hashOf = (script: string) =>
  `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

const keep = (body: string, headers: Record<string, string> = { "Content-Type": "text/html" }) =>
  cachedPage(new Response(body, { headers }), {
    common: [
      ["X-Request-Id", "of-the-first-request"],
      ["Content-Security-Policy", POLICY],
    ],
    nonce: NONCE,
    viewedArticle: null,
  });

const textOf = (page: CachedPage) => page.bodies.identity?.toString();
const headersOf = ({ headers }: CachedPage): Record<string, string> =>
  Object.fromEntries(
    headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1]!] as const] : [])),
  );

describe("scripts", () => {
  test("with the nonce are allowed by their hash, and lose the nonce", async () => {
    const page = await keep(`<script nonce="${NONCE}" async="">run()</script>`);
    expect(textOf(page)).toBe(`<script async="">run()</script>`);
    expect(headersOf(page)["Content-Security-Policy"]).toBe(
      `default-src 'self';script-src 'self' ${hashOf("run()")};style-src 'self'`,
    );
  });

  test.each([
    ["no nonce", "<script>steal()</script>"],
    ["another nonce", `<script nonce="abc">steal()</script>`],
    ["the nonce elsewhere", `<p title=' nonce="${NONCE}"'></p><script>steal()</script>`],
  ])("with %s are not allowed", async (_what, html) => {
    const page = await keep(html);
    expect(textOf(page)).toBe(html);
    const policy = headersOf(page)["Content-Security-Policy"];
    expect(policy).toBe("default-src 'self';script-src 'self';style-src 'self'");
  });

  test("from files need no hash", async () => {
    const page = await keep(`<script nonce="${NONCE}" src="/a.js"></script>`);
    expect(textOf(page)).toBe(`<script src="/a.js"></script>`);
    expect(JSON.stringify(page.headers)).not.toContain("sha256");
  });
});

it("has the headers of every response, and none of the request for which it was rendered", async () => {
  const own = { "Content-Type": "text/html", "Content-Length": "3", "Set-Cookie": "a=b" };
  const page = await keep("<p>", own);
  expect(page.contentType).toBe("text/html");
  expect(headersOf(page)).toEqual({
    "Content-Security-Policy": expect.any(String) as string,
    ETag: expect.stringMatching(/^W\/".+"$/) as string,
    "Cache-Control": "private, no-cache",
    Vary: "Cookie, Accept-Encoding",
  });
});
