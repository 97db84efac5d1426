/** The frame around every screen, and the static pages of the site. */
import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { colors } from "~/styles/tokens";
import { expectPageError, openPage, waitForHydration } from "../setup/browser";
import { banner, isFocused, isSameDocument, markDocument } from "../setup/pages";
import { useSharedSite } from "../setup/site";

const site = useSharedSite("empty");
const wide = { viewport: { width: 1280, height: 900 } };
const small = { viewport: { width: 375, height: 740 } };
const url = (path: string) => site().origin + path;
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(", ")})`;
const PAPER = { light: rgb(colors.paper.light), dark: rgb(colors.paper.dark) };

/** Sets the cookie with which the previous page passes on a toast; it contains only the key of the message. */
const leaveToast = (page: Page, key: string) =>
  page
    .context()
    .addCookies([{ name: "toast", value: btoa(JSON.stringify(key)), url: site().origin }]);

describe("the frame", () => {
  test("on a small screen the navigation is a menu, which closes on Escape, on a click elsewhere and on a choice", async () => {
    const page = await openPage(small);
    await page.goto(url("/"));
    const header = banner(page);
    const declaration = header.getByRole("link", { name: "Declaration of Principles" });
    expect(await declaration.count()).toBe(0);
    const menu = header.locator("details");
    const summary = menu.locator("summary");
    await summary.click();
    await declaration.waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    expect(await menu.getAttribute("open")).toBeNull();
    expect(await isFocused(summary)).toBe(true);
    await summary.click();
    expect(await menu.getAttribute("open")).toBe("");
    // In the margin, where there is no link.
    await page.mouse.click(4, 700);
    expect(await menu.getAttribute("open")).toBeNull();

    await summary.click();
    await header.getByRole("link", { name: "Research" }).click();
    await page.waitForURL(url("/research"));
    await declaration.waitFor({ state: "hidden" });
  });

  test("the colour scheme is the system's until another is chosen, which takes effect at once and is remembered", async () => {
    const page = await openPage(wide);
    // With scripts a choice shows before the server has responded, so the cookie is waited for.
    const haveCookies = (count: number) =>
      expect.poll(async () => (await page.context().cookies()).length).toBe(count);
    await page.goto(url("/whitepaper?view=html"));
    await markDocument(page);
    expect(await page.context().cookies()).toEqual([]);
    expect(await ground(page)).toBe(PAPER.light);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await ground(page)).toBe(PAPER.dark);

    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route(/\/theme/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "Light" }).click();
    await page.locator('html[data-scheme="light"]').waitFor();
    expect(await ground(page)).toBe(PAPER.light);
    const answered = page.waitForResponse(/\/theme/);
    letThrough();
    await (await answered).finished();
    expect(await ground(page)).toBe(PAPER.light);
    expect(await isSameDocument(page)).toBe(true);
    expect(page.url()).toBe(url("/whitepaper?view=html"));
    await page.locator('meta[name="color-scheme"][content="light"]').waitFor({ state: "attached" });
    await haveCookies(1);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["scheme"]);
    await page.goto(url("/stay-tuned"));
    expect(await ground(page)).toBe(PAPER.light);
    expect(await page.getByRole("button", { name: "Light" }).getAttribute("aria-pressed")).toBe(
      "true",
    );

    await page.getByRole("button", { name: "System" }).click();
    await page.locator("html:not([data-scheme])").waitFor();
    expect(await ground(page)).toBe(PAPER.dark);
    await haveCookies(0);
  });

  test("a menu that was opened before hydration stays open", async () => {
    const page = await openPage(small);
    let fetchScripts = () => {};
    const isOpened = new Promise<void>((resolve) => (fetchScripts = resolve));
    await page.route("**/assets/entry.client-*", async (route) => {
      await isOpened;
      await route.continue();
    });
    await page.goto(url("/"), { waitUntil: "load" });
    await page.locator("header summary").click();
    fetchScripts();
    await waitForHydration(page);
    expect(await page.locator("header details").getAttribute("open")).toBe("");
  });

  test("a key press as soon as React listens finds the page's data decoded", async () => {
    const page = await openPage(wide);
    await page.addInitScript(() => {
      const listen = document.addEventListener.bind(document);
      const press = () =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
      document.addEventListener = (...args: Parameters<typeof listen>) => {
        listen(...args);
        if (args[0] === "keydown") queueMicrotask(press);
      };
    });
    await page.goto(url("/login"));
  });

  test("a toast is shown once, can be dismissed, and disappears by itself unless the pointer is on it", async () => {
    const page = await openPage(wide);
    await page.clock.install();
    const toast = page.getByRole("status").locator(".toast");
    await page.goto(url("/stay-tuned"));
    await leaveToast(page, "upvote.done");
    await page.goto(url("/stay-tuned?x=1"));
    await toast.getByText("Article upvoted!").waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await toast.waitFor({ state: "hidden" });
    expect(page.url().split("#")[0]).toBe(url("/stay-tuned?x=1"));

    await leaveToast(page, "upvote.done");
    await page.goto(url("/stay-tuned"));
    await toast.hover();
    await page.clock.runFor(60_000);
    expect(await toast.count()).toBe(1);
    await page.mouse.move(10, 10);
    await page.clock.runFor(5_000);
    expect(await toast.count()).toBe(1);
    await page.clock.runFor(2_000);
    await toast.waitFor({ state: "detached" });
  });

  test("a navigation moves the focus to the main content, and so does the skip link", async () => {
    const page = await openPage(wide);
    await page.goto(url("/"));
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    expect(await isFocused(skip)).toBe(true);
    await page.keyboard.press("Enter");
    const inMain = () => page.evaluate(() => document.activeElement?.id);
    expect(await inMain()).toBe("main");

    await banner(page).getByRole("link", { name: "Community" }).click();
    await page.getByRole("heading", { level: 1 }).filter({ hasText: "Community" }).waitFor();
    expect(await inMain()).toBe("main");
  });

  test("a document without its root element is not hydrated, and reports an error", async () => {
    const page = await openPage(wide);
    expectPageError(page, /Root element not found/);
    const failed = page.waitForEvent("pageerror");
    await page.route(url("/stay-tuned"), async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('id="root"', 'id="torn"');
      await route.fulfill({ response, body });
    });
    await page.goto(url("/stay-tuned"), { waitUntil: "load" });
    await page.keyboard.press("Tab");
    expect((await failed).message).toBe("Root element not found");
  });
});

test("the response of an aborted navigation is not reported as an error of the page", async () => {
  const page = await openPage(wide);
  await page.goto(url("/login"));
  await waitForHydration(page);
  const isReported = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        addEventListener("unhandledrejection", (event) => resolve(!event.defaultPrevented));
        void Promise.reject(new DOMException("BodyStreamBuffer was aborted", "AbortError"));
      }),
  );
  expect(isReported).toBe(false);
});
