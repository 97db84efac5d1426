/** Finds or installs the browser, once for all files of a run; each worker starts it by itself. */
import type { TestProject } from "vitest/node";
import { ensureChromium } from "../../scripts/lib/chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the browser's executable. */
    chromium: string;
  }
}

export default async function provideBrowser(project: TestProject): Promise<void> {
  project.provide("chromium", await ensureChromium());
}
