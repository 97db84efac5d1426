/** One Chromium for all files of a run, each of which has contexts of its own in it. */
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { chromiumArgs, findChromium, NO_CHROMIUM } from "../../scripts/lib/chromium.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the browser is connected to. */
    browserEndpoint: string;
  }
}

const LAUNCH_MS = 180_000;

/** `npm test` says where the browser is; a run started by itself looks for one. */
export default async function startBrowser(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = process.env.CHROMIUM_PATH || (await findChromium());
  if (!executablePath) throw new Error(NO_CHROMIUM);
  const server = await chromium.launchServer({
    ...{ executablePath, args: chromiumArgs(), timeout: LAUNCH_MS },
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
  });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
