/** Finds the browser once for all files of a run; each starts one of its own. */
import type { TestProject } from "vitest/node";
import { findChromium, NO_CHROMIUM } from "../../scripts/lib/chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The browser's program. */
    chromium: string;
  }
}

/** `npm test` says where the browser is; a run started by itself looks for one. */
export default async function provideBrowser(project: TestProject): Promise<void> {
  const path = process.env.CHROMIUM_PATH || (await findChromium());
  if (!path) throw new Error(NO_CHROMIUM);
  project.provide("chromium", path);
}
