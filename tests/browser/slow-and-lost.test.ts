/** What becomes of a page, and of what was typed in it, while an answer is slow or does not come. */
import type { Browser, Page, Request } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { expectPageError, launchBrowser, openPage, signIn } from "../setup/browser";
import { addSignedIn } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

/** With the demonstration community in it, so that there is something to read and to search. */
const site = useSite({ DEMO: "1" });
useSiteDatabase(site);
const url = (path: string) => site().origin + path;
let browser: Browser;
let articleId: string;
beforeAll(async () => {
  browser = await launchBrowser();
  const top = await fetch(url("/api/articles?sort=top&limit=1"));
  articleId = ((await top.json()) as { id: string }[])[0]!.id;
});

/** @returns a page that has come alive, of somebody who is signed in */
async function open(path: string): Promise<Page> {
  const page = await openPage(browser);
  const { cookie } = await addSignedIn();
  await signIn(page, site().origin, cookie);
  await page.goto(url(path));
  await hydrated(page);
  return page;
}

const hydrated = (page: Page) =>
  page.locator('footer form input[name="redirectTo"]').waitFor({ state: "detached" });

const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const isFocused = (locator: ReturnType<Page["locator"]>) =>
  locator.evaluate((element) => element === document.activeElement);

const isData = (request: Request) => new URL(request.url()).pathname.endsWith(".data");

/** Holds back what is asked of routes, as far as it is meant. @returns what lets it through */
async function hold(page: Page, isMeant: (request: Request) => boolean): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/*.data*", async (route) => {
    if (isMeant(route.request())) await held;
    // What nobody waits for by then is gone.
    await route.continue().catch(() => {});
  });
  return letThrough;
}

/** Whether this asks for a screen with this in its query. */
const asksFor = (name: string, value: string) => (request: Request) =>
  isData(request) && new URL(request.url()).searchParams.get(name) === value;

describe("without a connection", () => {
  async function disconnect(page: Page) {
    expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
  }

  test("a comment stays as it was typed, and a toast says that it was not posted", async () => {
    const page = await open(`/article/${articleId}`);
    const comment = page.getByLabel("Add a comment");
    await comment.fill("Typed in a tunnel.");
    await disconnect(page);
    await page.getByRole("button", { name: "Post Comment" }).click();
    await alert(page, "Failed to post comment.").waitFor();
    expect(await comment.inputValue()).toBe("Typed in a tunnel.");
    await page.getByRole("button", { name: /^Upvote \d/ }).click();
    await alert(page, "Failed to upvote article.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Post Comment" }).click();
    await page.locator("#comments").getByText("Typed in a tunnel.", { exact: true }).waitFor();
  });

  test("comments that cannot be had are asked for again, and nothing else is lost", async () => {
    const page = await open("/community");
    await page.getByLabel("Title").fill("Half written");
    await disconnect(page);
    const card = page.getByRole("article").first();
    await card.getByRole("link", { name: /^Show Comments/ }).click();
    await card.getByText("Failed to load comments.").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Half written");
    await page.context().setOffline(false);
    await card.getByRole("button", { name: "Try again" }).click();
    await card.getByText("Failed to load comments.").waitFor({ state: "detached" });
    await card.getByText("Loading comments").waitFor({ state: "detached" });
  });

  test("a review stays as it was typed", async () => {
    const page = await open("/macro?review=new");
    const form = page.locator("section:has(> #review-form-heading) form");
    await form.getByLabel("Title").fill("Written on a train");
    await form.getByLabel("Author").fill("Anna Berg");
    await page.locator("#review-url").fill("https://example.org/train");
    await form.getByLabel("Review", { exact: true }).fill("It holds.");
    await disconnect(page);
    await form.getByRole("button", { name: "Submit Review" }).click();
    await alert(page, "Failed to create review").waitFor();
    expect(await form.getByLabel("Title").inputValue()).toBe("Written on a train");
    expect(await form.getByLabel("Review", { exact: true }).inputValue()).toBe("It holds.");
  });

  test("the dialog to sign in says that there was no answer, and stays open", async () => {
    const page = await openPage(browser);
    await page.goto(url("/community"));
    await hydrated(page);
    const isKnown = page.waitForResponse((response) => response.url().includes("/login.data"));
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await (await isKnown).finished();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("nobody@example.org");
    await dialog.getByLabel("Password").fill("wrong horse 2?");
    await disconnect(page);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await dialog.getByRole("alert").filter({ hasText: "There was no answer." }).waitFor();
    expect(await dialog.getByLabel("Email").inputValue()).toBe("nobody@example.org");
  });

  test("a recommendation that could not be asked for leaves the page as it is", async () => {
    const page = await open("/sentiment");
    await disconnect(page);
    await page.getByRole("button", { name: "Generate New" }).click();
    await alert(page, "Failed to generate sentiment recommendation").waitFor();
    await page.getByRole("button", { name: "Generate New" }).waitFor();
  });
});

describe("on a slow line", () => {
  const search = (page: Page) => page.getByPlaceholder("Search by title, author, or keyword...");
  const heading = (page: Page) => page.locator("#reviews-heading");

  test("a search that is cleared while its answer is on its way is not shown", async () => {
    const page = await open("/macro");
    const all = await heading(page).textContent();
    const letThrough = await hold(page, asksFor("q", "wren"));
    const isAsked = page.waitForRequest(asksFor("q", "wren"));
    await search(page).fill("wren");
    await isAsked;
    const isAskedAnew = page.waitForRequest(
      (request) => isData(request) && !new URL(request.url()).searchParams.has("q"),
    );
    await search(page).fill("");
    await isAskedAnew;
    letThrough();
    await expect.poll(() => page.url()).toBe(url("/macro"));
    expect(await heading(page).textContent()).toBe(all);
    expect(await search(page).inputValue()).toBe("");
  });

  test("a filter that is chosen while one types is kept, and so is what was typed", async () => {
    const page = await openPage(browser);
    await page.clock.install();
    await page.goto(url("/macro"));
    await hydrated(page);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const letThrough = await hold(page, asksFor("category", "labor"));
    await search(page).fill("wren");
    const isAsked = page.waitForRequest(asksFor("category", "labor"));
    await page
      .getByRole("navigation", { name: "Filters" })
      .getByRole("link", { name: "Labor", exact: true })
      .click();
    await isAsked;
    await page.clock.runFor(1_000);
    letThrough();
    await page.waitForURL(url("/macro?category=labor&q=wren"));
    await expect.poll(() => heading(page).textContent()).toBe("Research Reviews (1)");
    expect(await search(page).inputValue()).toBe("wren");
  });

  test("an upvote that is stored stays shown while the page is read anew", async () => {
    const page = await open(`/article/${articleId}`);
    const letThrough = await hold(page, (request) => request.method() === "GET");
    const isReadAnew = page.waitForRequest(
      (request) => isData(request) && request.method() === "GET",
    );
    const button = page.getByRole("button", { name: /^Upvote/ });
    const before = Number(/\d+/.exec(await button.innerText())?.[0]);
    await button.click();
    await isReadAnew;
    await page.getByText("Article upvoted!").waitFor();
    expect(await button.innerText()).toMatch(new RegExp(`^Upvoted\\s+${before + 1}$`));
    letThrough();
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await button.innerText()).toMatch(new RegExp(`^Upvoted\\s+${before + 1}$`));
  });
});

test("who has posted a comment by the keyboard can write another one", async () => {
  const page = await open(`/article/${articleId}`);
  const comment = page.getByLabel("Add a comment");
  await comment.fill("The first of two.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Comment posted!").waitFor();
  await expect.poll(() => comment.inputValue()).toBe("");
  await expect.poll(() => isFocused(comment)).toBe(true);
});
