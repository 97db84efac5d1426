/** How much JavaScript a browser loads for a page, and what it must not load. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { clientManifest } from "../setup/build";

const { entry, routes } = clientManifest();

/** The scripts of a document with these routes. */
function filesOf(ids: readonly string[]): string[] {
  const parts = [entry, ...["root", ...ids].map((id) => routes[id]!)];
  return [...new Set(parts.flatMap(({ module, imports }) => [module, ...imports]))];
}

const read = (file: string) => readFileSync(`build/client${file}`);
const gzipped = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);

/** Limits in bytes after gzip. React and Remix alone are 81 kB of each, and conform for forms another 10 kB. */
const pages: Record<string, { ids: string[]; limit: number }> = {
  "/": { ids: ["routes/_index"], limit: 113_500 },
  "/community": { ids: ["routes/community"], limit: 136_000 },
  "/article/:id": {
    ids: ["routes/article/layout", "routes/article/discussion"],
    limit: 131_000,
  },
  "a hub": { ids: ["routes/hubs/layout", "hub:macro"], limit: 131_000 },
  "/momentum": { ids: ["recommendations:momentum", "routes/momentum/list"], limit: 128_500 },
  "/category/:slug": { ids: ["routes/category.$slug"], limit: 130_000 },
};

describe.each(Object.entries(pages))("%s", (_name, { ids, limit }) => {
  test("loads scripts within its limit", () => {
    expect(gzipped(filesOf(ids))).toBeLessThan(limit);
  });

  test("loads no library that only a dialog or the PDF viewer needs", () => {
    const found = filesOf(ids).filter((file) => /headlessui|pdfjs/i.test(read(file).toString()));
    expect(found).toEqual([]);
  });
});
