/** The size of documents: repeated markup makes each render and each download slower. */
import { expect, test } from "vitest";
import { useSite } from "../../setup/site";

const site = useSite({ DEMO: "1" });

/** In bytes before compression, with the demonstration content. */
const limits: Record<string, number> = {
  "/": 33_000,
  "/community": 47_000,
  "/macro": 68_000,
  "/research": 18_500,
  "/momentum": 77_500,
  "/sentiment": 68_500,
  "/momentum/track-record": 125_000,
  "/sentiment/track-record": 47_000,
  "/whitepaper": 81_000,
  "/category/crypto": 41_500,
};

test.each(Object.entries(limits))("%s stays below its limit", async (path, limit) => {
  const page = await fetch(site().origin + path);
  expect(page.status).toBe(200);
  expect((await page.arrayBuffer()).byteLength).toBeLessThan(limit);
});

test("pages refer to icons in a sprite file that browsers cache", async () => {
  const page = await (await fetch(`${site().origin}/community`)).text();
  const uses = [...page.matchAll(/<use href="(?<file>[^"#]+)#(?<name>[^"]+)"/g)];
  const [file] = new Set(uses.map(({ groups }) => groups!.file!));
  const sprite = await fetch(site().origin + file);
  expect(sprite.headers.get("content-type")).toContain("image/svg+xml");
  expect(sprite.headers.get("cache-control")).toContain("immutable");
  const drawn = await sprite.text();
  for (const { groups } of uses) expect(drawn).toContain(`id="${groups!.name}"`);
});
