/** Finds the browser once for all files of a run; each worker starts it by itself. */
import type { TestProject } from "vitest/node";
import { findChromium, NO_CHROMIUM } from "../../scripts/lib/chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the browser's executable. */
    chromium: string;
  }
}

/** `npm test` sets CHROMIUM_PATH; a run that is started without it looks for a browser. */
export default async function provideBrowser(project: TestProject): Promise<void> {
  const path = process.env.CHROMIUM_PATH || (await findChromium());
  if (!path) throw new Error(NO_CHROMIUM);
  project.provide("chromium", path);
}
