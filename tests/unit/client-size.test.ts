/** How much JavaScript a browser fetches to read a page, and what it must not fetch for that. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { clientManifest } from "../setup/client-manifest";

const { entry, routes } = clientManifest();

/** The files of the document of these routes. */
function filesOf(ids: readonly string[]): string[] {
  const parts = [entry, ...["root", ...ids].map((id) => routes[id]!)];
  return [...new Set(parts.flatMap(({ module, imports }) => [module, ...imports]))];
}

const read = (file: string) => readFileSync(`build/client${file}`);
const gzipped = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);

/** Bytes of gzip; React and Remix alone are 81 kB of each, the forms with conform another 10. */
const pages: Record<string, { ids: string[]; limit: number }> = {
  "/": { ids: ["routes/_index"], limit: 109_000 },
  "/community": { ids: ["routes/community"], limit: 124_000 },
  "/article/:id": {
    ids: ["routes/article/layout", "routes/article/discussion"],
    limit: 119_000,
  },
  "a hub": { ids: ["routes/hubs/layout", "hub:macro"], limit: 125_000 },
  "/momentum": { ids: ["recommendations:momentum", "routes/momentum/list"], limit: 123_000 },
  "/category/:slug": { ids: ["routes/category.$slug"], limit: 120_000 },
};

describe.each(Object.entries(pages))("%s", (_name, { ids, limit }) => {
  test("is read with few scripts", () => {
    expect(gzipped(filesOf(ids))).toBeLessThan(limit);
  });

  test("brings no library that only a dialog or a form needs", () => {
    const found = filesOf(ids).filter((file) => /headlessui|pdfjs/i.test(read(file).toString()));
    expect(found).toEqual([]);
  });
});
