/** The browser for the tests of one file, and pages that tell when something went wrong in them. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright";
import { afterAll, afterEach, inject } from "vitest";

/** Longer than anything takes, also on a machine that has other work. */
const PATIENCE_MS = 120_000;

const browsers = new Set<Browser>();

interface Context {
  context: BrowserContext;
  /** Where its pages have been, and may have stored something. */
  origins: Set<string>;
  /** Whether a test has changed it in a way that outlasts its page: nobody gets it again. */
  isChanged: boolean;
}

interface Watched {
  page: Page;
  context: Context;
  /** Where its context is kept until another test asks for one of the kind. */
  idle: Context[];
  problems: string[];
  expected: RegExp[];
}

let watched: Watched[] = [];

/** Contexts that no test has at the moment, by the options they were opened with. */
const contexts = new Map<Browser, Map<string, Context[]>>();

/** Connects to the browser of the run. */
export async function connectBrowser(): Promise<Browser> {
  const browser = await chromium.connect(inject("browserEndpoint"));
  browsers.add(browser);
  contexts.set(browser, new Map());
  return browser;
}

/**
 * A new page in a context of its own: nobody is signed in and nothing is stored. It is closed after
 * the test, and an error in its console or a script that failed in it fails the test.
 *
 * A later test may get the context, emptied, because it still has the site's scripts and fonts in
 * its cache: with them a page is there in half the time.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const idle = idleContexts(browser, options);
  const context = idle.pop() ?? (await newContext(browser, options));
  const page = await context.context.newPage();
  const entry: Watched = { page, context, idle, problems: [], expected: [] };
  watched.push(entry);
  await empty(context, page);
  page.on("framenavigated", (frame) => context.origins.add(new URL(frame.url()).origin));
  page.on("pageerror", (error) => entry.problems.push(`uncaught: ${error.stack ?? error}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    entry.problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  return page;
}

function idleContexts(browser: Browser, options: BrowserContextOptions): Context[] {
  const ofBrowser = contexts.get(browser);
  if (!ofBrowser) throw new Error("This browser was not started with connectBrowser().");
  const key = JSON.stringify(options);
  const idle = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, idle);
  return idle;
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<Context> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const entry: Context = { context, origins: new Set(), isChanged: false };
  const note = () => (entry.isChanged = true);
  // What these do cannot be undone. A page's clock is its context's.
  afterCalling(context.clock, ["install", "setFixedTime", "setSystemTime"], note);
  afterCalling(context, ["addInitScript", "exposeBinding", "exposeFunction", "route"], note);
  afterCalling(context, ["grantPermissions", "setExtraHTTPHeaders", "setOffline"], note);
  return entry;
}

/** Has `note` called whenever one of these methods is. */
function afterCalling<Owner extends object>(
  owner: Owner,
  names: (keyof Owner)[],
  note: () => void,
): void {
  for (const name of names) {
    const method = owner[name] as (...values: unknown[]) => unknown;
    const noting = (...values: unknown[]) => {
      note();
      return method.apply(owner, values);
    };
    Object.assign(owner, { [name]: noting });
  }
}

/** Takes out of a context what the test before has left in it, all but what is cached. */
async function empty({ context, origins }: Context, page: Page): Promise<void> {
  if (origins.size === 0) return;
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,cache_storage,service_workers";
  for (const origin of origins) {
    if (origin === "null") continue; // such as about:blank
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes });
  }
  await session.detach();
  origins.clear();
}

/** Signs a page's visitor in: `cookie` is as the browser would send it, `name=value`. */
export async function signIn(page: Page, origin: string, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: "Lax" }]);
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
  await Promise.all(finished.map(giveBack));
  const surprises = finished.flatMap(({ problems, expected }) =>
    problems.filter((text) => !expected.some((pattern) => pattern.test(text))),
  );
  if (surprises.length > 0) {
    throw new Error(`The page reported errors during the test:\n${surprises.join("\n")}`);
  }
});

/** Closes a test's pages, and keeps their context for another test unless it was changed. */
async function giveBack({ context, idle }: Watched): Promise<void> {
  if (context.isChanged) return context.context.close();
  await Promise.all(context.context.pages().map((page) => page.close()));
  idle.push(context);
}

afterAll(async () => {
  await Promise.all([...browsers].map((browser) => browser.close()));
  browsers.clear();
  contexts.clear();
});
