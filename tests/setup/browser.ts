/** A Chromium for the tests of one file, and pages that tell when something went wrong in them. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright";
import { afterAll, afterEach } from "vitest";
import { chromiumArgs, findChromium, NO_CHROMIUM } from "../../scripts/lib/chromium.mjs";

const browsers = new Set<Browser>();

interface Watched {
  page: Page;
  problems: string[];
  expected: RegExp[];
}

let watched: Watched[] = [];

/** `npm test` says where the browser is; a test started by itself looks for one. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH || (await findChromium());
  if (!executablePath) throw new Error(NO_CHROMIUM);
  const browser = await chromium.launch({ executablePath, args: chromiumArgs() });
  browsers.add(browser);
  return browser;
}

/**
 * A page in a context of its own: nobody is signed in and nothing is stored. It is closed after the
 * test, and an error in its console or a script that failed in it fails the test.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const entry: Watched = { page, problems: [], expected: [] };
  watched.push(entry);
  page.on("pageerror", (error) => entry.problems.push(`uncaught: ${error.stack ?? error}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    entry.problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  return page;
}

/**
 * Says that this test makes the page report an error whose text matches. A refused request is one:
 * Chromium reports every answer of 400 and above (`/status of 401/`).
 */
export function expectPageError(page: Page, pattern: RegExp): void {
  const entry = watched.find((candidate) => candidate.page === page);
  if (!entry) throw new Error("This page was not opened with openPage().");
  entry.expected.push(pattern);
}

afterEach(async () => {
  const finished = watched;
  watched = [];
  await Promise.all(finished.map(({ page }) => page.context().close()));
  const surprises = finished.flatMap(({ problems, expected }) =>
    problems.filter((text) => !expected.some((pattern) => pattern.test(text))),
  );
  if (surprises.length > 0) {
    throw new Error(`The page reported errors during the test:\n${surprises.join("\n")}`);
  }
});

afterAll(async () => {
  await Promise.all([...browsers].map((browser) => browser.close()));
  browsers.clear();
});
