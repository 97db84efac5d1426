import { beforeAll, describe, expect, test } from "vitest";
import { site } from "~/config/site";
import { call } from "../../setup/api";
import { saveText, useDatabase } from "../../setup/database";

useDatabase();

let bytes: Buffer;
let headers: Record<string, string>;

beforeAll(async () => {
  const response = await call("/api/whitepaper.pdf");
  headers = Object.fromEntries(response.headers);
  bytes = Buffer.from(await response.arrayBuffer());
});

const get = (asked: Record<string, string>, method = "GET") =>
  call("/api/whitepaper.pdf", { method, headers: asked });

describe("GET /api/whitepaper.pdf", () => {
  test("returns a PDF to be shown inline and revalidated on each use", () => {
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(headers).toMatchObject({
      "content-type": "application/pdf",
      "content-length": String(bytes.length),
      "content-disposition": `inline; filename="${site.name.toLowerCase()}-whitepaper.pdf"`,
      "cache-control": "no-cache",
      "accept-ranges": "bytes",
      etag: expect.stringMatching(/^"[^"]+"$/),
      "last-modified": expect.stringMatching(/ GMT$/),
    });
  });

  test.each<[string, () => Record<string, string>, number]>([
    ["the same tag", () => ({ "If-None-Match": headers.etag! }), 304],
    ["one of several", () => ({ "If-None-Match": `"a", W/${headers.etag}` }), 304],
    ["another tag", () => ({ "If-None-Match": '"other"' }), 200],
    ["the same date", () => ({ "If-Modified-Since": headers["last-modified"]! }), 304],
    ["an older date", () => ({ "If-Modified-Since": new Date(0).toUTCString() }), 200],
    [
      "another tag beside the same date",
      () => ({ "If-None-Match": '"other"', "If-Modified-Since": headers["last-modified"]! }),
      200,
    ],
    [
      "the same tag and a range",
      () => ({ "If-None-Match": headers.etag!, Range: "bytes=0-1" }),
      304,
    ],
  ])("answers a conditional request with %s", async (_what, asked, status) => {
    for (const method of ["GET", "HEAD"]) {
      const response = await get(asked(), method);
      expect(response.status).toBe(status);
      expect(response.headers.get("ETag")).toBe(headers.etag);
      expect(response.headers.get("Last-Modified")).toBe(headers["last-modified"]);
      if (status === 304) expect((await response.arrayBuffer()).byteLength).toBe(0);
    }
  });

  test.each<[string, (size: number) => [number, number]]>([
    ["bytes=0-99", () => [0, 99]],
    ["bytes=100-100", () => [100, 100]],
    ["bytes=5000-", (size) => [5000, size - 1]],
    ["bytes=-10", (size) => [size - 10, size - 1]],
    ["bytes=10-99999999", (size) => [10, size - 1]],
    ["bytes=0-9,10-19", () => [0, 19]],
  ])("returns the range %s, and the whole for HEAD", async (Range, expected) => {
    const [start, end] = expected(bytes.length);
    const response = await get({ Range });
    expect(response.status).toBe(206);
    expect(response.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/${bytes.length}`);
    expect(response.headers.get("Content-Length")).toBe(String(end - start + 1));
    const part = Buffer.from(await response.arrayBuffer());
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
    const head = await get({ Range }, "HEAD");
    expect([head.status, Object.fromEntries(head.headers)]).toEqual([200, headers]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test("returns the whole file for a range that it cannot send", async () => {
    for (const Range of ["bytes=0-9,100-109", "lines=1-2", "bytes", "bytes=b-a"]) {
      const response = await get({ Range });
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBe(bytes.length);
    }
  });

  test("returns 416 for a range beyond the end", async () => {
    const response = await get({ Range: `bytes=${bytes.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get("Content-Range")).toBe(`bytes */${bytes.length}`);
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  test("returns a range if If-Range names the current version, and else the whole file", async () => {
    const Range = "bytes=0-9";
    const status = async (condition: string) =>
      (await get({ Range, "If-Range": condition })).status;
    expect(await status(headers.etag!)).toBe(206);
    expect(await status(headers["last-modified"]!)).toBe(206);
    expect(await status('"other"')).toBe(200);
    expect(await status(`W/${headers.etag}`)).toBe(200);
    expect(await status(new Date(0).toUTCString())).toBe(200);
  });
});

test("GET /api/pdf-content returns the text as HTML", async () => {
  const response = await call("/api/pdf-content");
  expect(response.status).toBe(200);
  expect(response.headers.get("ETag")).toBeTruthy();
  const { content, ...rest } = (await response.json()) as { content: string };
  expect(rest).toEqual({});
  expect(content).toMatch(/^<h2 id="what-this-is">What this is<\/h2>/);
  expect(content).toContain('<p class="formula">');
  expect(content).not.toMatch(/<script|\sstyle=|\son\w+=/);
});

test("when the text cannot be read, the 500 hides the cause and the PDF is still served", async () => {
  await saveText("whitepaper", "No front matter.");
  const response = await call("/api/pdf-content");
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ error: "Internal error", requestId: "request-1" });
  expect((await get({})).status).toBe(200);
});
