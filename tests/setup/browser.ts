/** A browser for the tests, and pages whose errors fail the test. */
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

/** Longer than any step takes, even on a busy machine. */
const PATIENCE_MS = 120_000;
const LAUNCH_MS = 180_000;

/** Playwright's default. */
const VIEWPORT = { width: 1280, height: 720 };

let shared: Promise<Browser> | undefined;

interface Context {
  context: BrowserContext;
  /** Origins that its pages have visited, and may have stored data for. */
  origins: Set<string>;
  /** Whether a test has changed it in a way that cannot be undone, so that it is not reused. */
  isChanged: boolean;
  /** A page that another test may reuse. */
  spare?: Watched | undefined;
}

interface Watched {
  page: Page;
  /** Whether a test has changed it in a way that a navigation does not undo, so that it is not reused. */
  isChanged: boolean;
  problems: string[];
  expected: RegExp[];
}

interface Opened {
  context: Context;
  watched: Watched;
  /** The idle contexts with the same options, to which its context is returned after the test. */
  idle: Context[];
}

let opened: Opened[] = [];

/** Contexts that no test uses at the moment, by the options with which they were opened. */
const contexts = new Map<string, Context[]>();

/** The browser that the files of a worker share; it ends with the worker. */
export const startBrowser = (): Promise<Browser> => (shared ??= launch());

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: inject("chromium"),
    args: chromiumArgs(),
    timeout: LAUNCH_MS,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  browser.on("disconnected", () => {
    shared = undefined;
    contexts.clear();
  });
  return browser;
}

/**
 * Opens a page in a context of its own: nobody is signed in and nothing is stored. An error in its
 * console or an uncaught exception fails the test.
 *
 * After the test the context is emptied and reused, because the site's scripts and fonts are still in its
 * cache, and so is the page, because its process has compiled them: a page then loads in half the time.
 * For the same reason pages of any size and colour scheme share a context.
 */
export async function openPage({
  viewport,
  colorScheme = "light",
  reducedMotion = "no-preference",
  forcedColors = "none",
  ...options
}: BrowserContextOptions = {}): Promise<Page> {
  const idle = idleContexts(options);
  const context = idle.pop() ?? (await newContext(options));
  const watched = context.spare ?? (await newPage(context, options));
  context.spare = undefined;
  watched.problems = [];
  watched.expected = [];
  opened.push({ context, watched, idle });
  const { page } = watched;
  await empty(context, page);
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
  await page.setViewportSize(viewport ?? VIEWPORT);
  return page;
}

/** Opens an address as a visitor, or signed in with a cookie, and waits until its scripts have started. */
export async function openAt(
  url: string,
  { cookie, ...options }: BrowserContextOptions & { cookie?: string } = {},
): Promise<Page> {
  const page = await openPage(options);
  if (cookie) await signIn(page, new URL(url).origin, cookie);
  await page.goto(url);
  return page;
}

function idleContexts(options: BrowserContextOptions): Context[] {
  const key = JSON.stringify(options);
  const idle = contexts.get(key) ?? [];
  contexts.set(key, idle);
  return idle;
}

async function newContext(options: BrowserContextOptions): Promise<Context> {
  const context = await (await startBrowser()).newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const entry: Context = { context, origins: new Set(), isChanged: false };
  const note = () => (entry.isChanged = true);
  // The effects of these methods cannot be undone. Pages share the clock of their context.
  afterCalling(context.clock, ["install", "setFixedTime", "setSystemTime"], note);
  afterCalling(context, ["addInitScript", "exposeBinding", "exposeFunction", "route"], note);
  afterCalling(context, ["grantPermissions", "setExtraHTTPHeaders"], note);
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
  afterCalling(page, ["addInitScript", "exposeBinding", "exposeFunction"], note);
  afterCalling(page, ["setExtraHTTPHeaders"], note);
  afterCalling(page, ["on", "once"], (event) => event === "request" || note());
  return entry;
}

/** Makes `goto` wait for hydration, unless its options say what to wait for. */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await waitForHydration(page);
    return response;
  };
}

/** Triggers hydration as a key press does, and waits until it has finished. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("keydown")));
  await page.locator('footer form input[name="redirectTo"]').waitFor({ state: "detached" });
}

/** Calls `note` with the first argument whenever one of these methods is called. */
function afterCalling<Owner extends object>(
  owner: Owner,
  names: (keyof Owner)[],
  note: (argument: unknown) => void,
): void {
  for (const name of names) {
    const method = owner[name] as (...values: unknown[]) => unknown;
    const noting = (...values: unknown[]) => {
      note(values[0]);
      return method.apply(owner, values);
    };
    Object.assign(owner, { [name]: noting });
  }
}

/** Removes what the previous test has stored in a context, except the HTTP cache. */
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

/** Signs the visitor of a page in. @param cookie `name=value`, as in the `Cookie` header */
export async function signIn(page: Page, origin: string, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: "Lax" }]);
}

/**
 * Declares that this test makes the page report an error whose text matches. Chromium also reports
 * every response with a status of 400 or above (`/status of 401/`).
 */
export function expectPageError(page: Page, pattern: RegExp): void {
  const entry = opened.find(({ watched }) => watched.page === page);
  if (!entry) throw new Error("This page was not opened with openPage().");
  entry.watched.expected.push(pattern);
}

/**
 * Submits the form of a button without showing the response, like the first click of a double click. A click on
 * the button then submits the same form again.
 */
export async function submitWithoutResponse(button: Locator): Promise<void> {
  const { url, origin, form } = await button.evaluate((element: HTMLButtonElement) => ({
    url: element.form!.action,
    origin: location.origin,
    form: Object.fromEntries(new FormData(element.form!, element)) as Record<string, string>,
  }));
  const { request } = button.page().context();
  const answer = await request.post(url, { form, headers: { Origin: origin }, maxRedirects: 0 });
  if (answer.status() >= 400) throw new Error(`The form was answered with ${answer.status()}.`);
}

/** Runs after each test: closes its pages or keeps them for reuse. @throws Error with their unexpected errors */
export async function releasePages(): Promise<void> {
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
 * Keeps the page and the context of a test for another test, unless the test has changed them.
 *
 * @returns the errors of the page
 */
async function giveBack({ context, watched, idle }: Opened): Promise<string[]> {
  if (context.isChanged) {
    await context.context.close();
    return watched.problems;
  }
  const isReusable = !watched.isChanged && isShowing(watched.page);
  const others = context.context.pages().filter((page) => !isReusable || page !== watched.page);
  await Promise.all(others.map((page) => page.close()));
  await context.context.setOffline(false);
  const problems = isReusable ? await leave(watched) : watched.problems;
  if (isReusable) context.spare = watched;
  idle.push(context);
  return problems;
}

const isShowing = (page: Page) => !page.isClosed() && page.url().startsWith("http");

/** Leaves a page as if it were new. @returns its errors so far */
async function leave(watched: Watched): Promise<string[]> {
  const { page } = watched;
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = "";
  });
  // Errors from here on come from leaving the page.
  const { problems } = watched;
  watched.problems = [];
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.removeAllListeners("request");
  // The page navigates by script, because `page.goto()` would give it a new process.
  await page.evaluate(() => location.replace("about:blank"));
  await page.waitForURL("about:blank");
  await page.mouse.move(-1, -1);
  return problems;
}
