import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { expect, test } from "vitest";
import { precompress } from "../../../scripts/lib/precompress.mjs";
import { assets } from "../../../server/middleware/assets";

const SCRIPT = `export const words = "${"a word ".repeat(500)}";\n`;

/** Serves a directory as that of the build, with one asset. */
async function withAssets(work: (origin: string, directory: string) => Promise<void>) {
  const directory = await mkdtemp(join(tmpdir(), "test-assets-"));
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "assets/long-1.js"), SCRIPT);
  await precompress(join(directory, "assets"));
  const server = express().use(assets(directory)).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, directory);
  } finally {
    server.close();
    server.closeAllConnections();
    await rm(directory, { recursive: true });
  }
}

const ask = (address: string) => fetch(address, { headers: { "Accept-Encoding": "br" } });

test("a file that was deleted after the start is an uncompressed 404", () =>
  withAssets(async (origin, directory) => {
    await rm(join(directory, "assets/long-1.js.br"));
    const answer = await ask(`${origin}/assets/long-1.js`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toContain("<title>Error</title>");
  }));
