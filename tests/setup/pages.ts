/** What tests look for and do on any page in a browser. */
import type { Locator, Page, Request } from "playwright";

export const main = (page: Page) => page.getByRole("main");
export const banner = (page: Page) => page.getByRole("banner");
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });
/** The toasts and messages of success with a text. */
export const status = (page: Page, text: string) =>
  page.getByRole("status").filter({ hasText: text });
/** The first of the toasts and messages of a form with a text. */
export const alert = (page: Page, text: string) =>
  page.getByRole("alert").filter({ hasText: text }).first();
/** Finds a form by its button, because fields of several forms of a page have the same names. */
export const formWith = (page: Page, button: string) =>
  page.locator("form", { has: page.getByRole("button", { name: button, exact: true }) });

/** Opens the form to post an article, which is behind a button on the page of articles. */
export const openArticleForm = (page: Page) =>
  page.locator("summary", { hasText: "Post an Article" }).click();

export const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);

/** The texts that belong to a field by `aria-describedby`. */
export const describedBy = (field: Locator) =>
  field.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );

/** Sets a property of the window, which the load of another document removes; `isSameDocument` checks it. */
export const markDocument = (page: Page) =>
  page.evaluate(() => void Object.assign(window, { isMarked: true }));
export const isSameDocument = (page: Page) => page.evaluate(() => "isMarked" in window);

export const isPost = (request: Request) => request.method() === "POST";
/** Whether a script asks for the data of a route, or posts to it. */
export const isData = (request: Request) => new URL(request.url()).pathname.endsWith(".data");

/** Holds back matching requests of scripts to routes. @returns a function that lets them through */
export async function hold(
  page: Page,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/*.data*", async (route) => {
    if (isHeld(route.request())) await held;
    // A request that was aborted meanwhile cannot be continued.
    await route.continue().catch(() => {});
  });
  return letThrough;
}
