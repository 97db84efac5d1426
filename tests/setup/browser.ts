/** A browser for the tests, and pages that tell when something went wrong in them. */
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "playwright";
import { inject } from "vitest";
import { chromiumArgs } from "../../scripts/lib/chromium.mjs";

/** Longer than anything takes, also on a machine that has other work. */
const PATIENCE_MS = 120_000;
const LAUNCH_MS = 180_000;

/** Playwright's, for contexts that ask for none. */
const VIEWPORT = { width: 1280, height: 720 };

let shared: Promise<Browser> | undefined;

interface Context {
  context: BrowserContext;
  /** Where its pages have been, and may have stored something. */
  origins: Set<string>;
  /** Whether a test has changed it in a way that outlasts its page: nobody gets it again. */
  isChanged: boolean;
  /** A page that another test may go on with. */
  spare?: Watched | undefined;
}

interface Watched {
  page: Page;
  /** Whether a test has changed it in a way that outlasts what it shows: nobody gets it again. */
  isChanged: boolean;
  problems: string[];
  expected: RegExp[];
}

interface Opened {
  context: Context;
  watched: Watched;
  options: BrowserContextOptions;
  /** Where its context is kept until another test asks for one of the kind. */
  idle: Context[];
}

let opened: Opened[] = [];

/** Contexts that no test has at the moment, by the options they were opened with. */
const contexts = new Map<Browser, Map<string, Context[]>>();

/** The browser that the files of a worker share; it ends with the worker. */
export const startBrowser = (): Promise<Browser> => (shared ??= launch());

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    ...{ executablePath: inject("chromium"), args: chromiumArgs(), timeout: LAUNCH_MS },
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
  });
  browser.on("disconnected", () => (shared = undefined));
  contexts.set(browser, new Map());
  return browser;
}

/**
 * A page in a context of its own: nobody is signed in and nothing is stored. After the test it is
 * put away, and an error in its console or a script that failed in it fails the test.
 *
 * A later test may get the context, emptied, because it still has the site's scripts and fonts in
 * its cache, and the page, because its process has read them: it then shows something in half the time.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const idle = idleContexts(browser, options);
  const context = idle.pop() ?? (await newContext(browser, options));
  const watched = context.spare ?? (await newPage(context, options));
  context.spare = undefined;
  watched.problems = [];
  watched.expected = [];
  opened.push({ context, watched, options, idle });
  await empty(context, watched.page);
  return watched.page;
}

function idleContexts(browser: Browser, options: BrowserContextOptions): Context[] {
  const ofBrowser = contexts.get(browser);
  if (!ofBrowser) throw new Error("This browser was not started with startBrowser().");
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

async function newPage(
  { context, origins }: Context,
  { javaScriptEnabled = true }: BrowserContextOptions,
): Promise<Watched> {
  const page = await context.newPage();
  if (javaScriptEnabled) waitForScripts(page);
  const entry: Watched = { page, isChanged: false, problems: [], expected: [] };
  page.on("framenavigated", (frame) => origins.add(new URL(frame.url()).origin));
  page.on("pageerror", (error) => entry.problems.push(`uncaught: ${error.stack ?? error}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    entry.problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  const note = () => (entry.isChanged = true);
  afterCalling(page, ["addInitScript", "exposeBinding", "exposeFunction", "route"], note);
  afterCalling(page, ["on", "once", "setExtraHTTPHeaders"], note);
  return entry;
}

/** Has `goto` wait until the page it shows has come alive, unless it is told what to wait for. */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await hydrated(page);
    return response;
  };
}

/** Has a page come alive, as it does when it is used, so that what needs scripts can be tried. */
export async function hydrated(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("keydown")));
  await page.locator('footer form input[name="redirectTo"]').waitFor({ state: "detached" });
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
  const entry = opened.find(({ watched }) => watched.page === page);
  if (!entry) throw new Error("This page was not opened with openPage().");
  entry.watched.expected.push(pattern);
}

/**
 * Sends the form of a button without showing the answer, as the first click of a double click does. A click on
 * the button then sends the same form again.
 */
export async function sendUnseen(button: Locator): Promise<void> {
  const { url, origin, form } = await button.evaluate((element: HTMLButtonElement) => ({
    url: element.form!.action,
    origin: location.origin,
    form: Object.fromEntries(new FormData(element.form!, element)) as Record<string, string>,
  }));
  const { request } = button.page().context();
  const answer = await request.post(url, { form, headers: { Origin: origin }, maxRedirects: 0 });
  if (answer.status() >= 400) throw new Error(`The form was answered with ${answer.status()}.`);
}

/** After each test: puts its pages away. @throws Error with what went wrong in them */
export async function putPagesAway(): Promise<void> {
  const finished = opened;
  opened = [];
  const problems = await Promise.all(finished.map(giveBack));
  const surprises = finished.flatMap(({ watched }, index) =>
    problems[index]!.filter((text) => !watched.expected.some((pattern) => pattern.test(text))),
  );
  if (surprises.length > 0) {
    throw new Error(`The page reported errors during the test:\n${surprises.join("\n")}`);
  }
}

/**
 * Puts a test's page away for another test, with its context, unless the test has changed them.
 *
 * @returns what went wrong in the page
 */
async function giveBack({ context, watched, options, idle }: Opened): Promise<string[]> {
  if (context.isChanged) {
    await context.context.close();
    return watched.problems;
  }
  const isReusable = !watched.isChanged && isShowing(watched.page);
  const others = context.context.pages().filter((page) => !isReusable || page !== watched.page);
  await Promise.all(others.map((page) => page.close()));
  const problems = isReusable ? await leave(watched, options) : watched.problems;
  if (isReusable) context.spare = watched;
  idle.push(context);
  return problems;
}

const isShowing = (page: Page) => !page.isClosed() && page.url().startsWith("http");

/** Leaves what a page shows, and makes the page as it was when it was opened. */
async function leave(watched: Watched, options: BrowserContextOptions): Promise<string[]> {
  const { page } = watched;
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = "";
  });
  // What it reports from here on comes of its being left.
  const { problems } = watched;
  watched.problems = [];
  // The page goes by itself: sent there, it would get another process.
  await page.evaluate(() => location.replace("about:blank"));
  await page.waitForURL("about:blank");
  const { colorScheme = "light", reducedMotion = "no-preference", forcedColors = "none" } = options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
  await page.setViewportSize(options.viewport ?? VIEWPORT);
  await page.mouse.move(-1, -1);
  return problems;
}
