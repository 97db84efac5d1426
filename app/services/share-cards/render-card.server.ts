/** Renders cards as PNG. It takes a tenth of a second, so it runs in a worker thread. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Card } from "./card";
import { drawCard } from "./draw-card";
import { createTypeset, type Typeset } from "./typeset.server";

const require = createRequire(import.meta.url);

/** Kept by the thread: the module can be initialized only once. */
let ready: Promise<Typeset> | undefined;

async function prepare(): Promise<Typeset> {
  await initWasm(await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  return createTypeset();
}

/** @returns the PNG file */
export async function renderCard(card: Card): Promise<Uint8Array> {
  const typeset = await (ready ??= prepare());
  const resvg = new Resvg(drawCard(card, typeset), {
    font: { fontBuffers: typeset.buffers, defaultFontFamily: "Public Sans" },
  });
  const image = resvg.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    resvg.free();
  }
}
