/** Forged proxy headers, and that they have no effect. */
import { describe, expect, it } from "vitest";
import { readArticle } from "~/services/articles/articles.server";
import { addArticle } from "../setup/people";
import { dial, statusIn } from "../setup/raw-connection";
import { useSite, useSiteDatabase, type Site } from "../setup/site";

/** Sends a request with exactly these headers. */
const ask = (site: Site, line: string, headers: readonly string[], body = "") =>
  dial(site.origin, [`${line} HTTP/1.1`, "Connection: close", ...headers, "", body].join("\r\n"))
    .ended;

const hostOf = (site: Site) => `Host: ${new URL(site.origin).host}`;

/** The lines of the log about a path. */
const linesAbout = (site: Site, path: string) =>
  site
    .logs()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { path?: string; fromCache?: true })
    .filter((line) => line.path === path);

describe("behind a proxy that passes on forged headers, without APP_ORIGIN", () => {
  const site = useSite({ TRUST_PROXY: "1" });
  useSiteDatabase(site);

  it.each([
    "/community/feed.atom",
    "/macro/feed.json",
    "/sitemap.xml",
    "/robots.txt",
    "/community",
  ])("a forged X-Forwarded-Host appears in no links: %s", async (path) => {
    const own = [hostOf(site())];
    for (const forged of [
      "X-Forwarded-Host: evil.example",
      "X-Forwarded-Host: evil.example, evil.example",
      "Forwarded: host=evil.example",
    ]) {
      const first = await ask(site(), `GET ${path}`, [...own, forged]);
      expect(statusIn(first)).toBe(200);
      expect(first).not.toContain("evil.example");
    }
    expect(await ask(site(), `GET ${path}`, own)).not.toContain("evil.example");
  });

  it("pages for unknown hosts are served, but not cached", async () => {
    const path = "/terms";
    // Only compressed pages are cached.
    const GZIP = "Accept-Encoding: gzip";
    const { port } = new URL(site().origin);
    const invented = Array.from({ length: 5 }, (_, i) => `Host: evil-${i}.example`);
    const alike = [`Host: 127.0.0.1:${Number(port) + 1}`, "Host: 127.0.0.1", "Host: 127.0.0.2:80"];
    for (const host of [...invented, ...alike]) {
      for (const _again of [1, 2]) {
        expect(statusIn(await ask(site(), `GET ${path}`, [host, GZIP]))).toBe(200);
      }
    }
    const lines = () => linesAbout(site(), path);
    const asked = 2 * (invented.length + alike.length);
    await expect.poll(() => lines().length).toBe(asked);
    expect(lines().filter(({ fromCache }) => fromCache)).toEqual([]);
    // Pages for the site's own address, and for localhost, are cached.
    for (const host of [hostOf(site()), `Host: localhost:${port}`]) {
      await ask(site(), `GET ${path}`, [host, GZIP]);
      await ask(site(), `GET ${path}`, [host, GZIP]);
    }
    await expect.poll(() => lines().filter(({ fromCache }) => fromCache).length).toBe(2);
  });

  it("all readers of an IPv6 network count as one of a cached article", async () => {
    const { id } = await addArticle();
    const own = [hostOf(site()), "Accept-Encoding: gzip", "User-Agent: Mozilla/5.0 Firefox/140.0"];
    const read = (address: string) =>
      ask(site(), `GET /article/${id}`, [...own, `X-Forwarded-For: ${address}`]);
    for (let i = 0; i < 5; i += 1) await read(`2001:db8:0:1:${i}::${i}`);
    await read("2001:db8:0:2::1");
    await expect.poll(async () => (await readArticle(id)).views).toBe(2);
  });
});
