/** Drafts: typed text is not lost, whatever happens before it is published. */
import type { Page, Route } from "playwright";
import { describe, expect, test } from "vitest";
import { createDraft, listDrafts } from "~/models/draft.server";
import { draftPath } from "~/domain/drafts";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt, signIn, waitForHydration } from "../setup/browser";
import { banner, hold, isData, isPost, main, openArticleForm } from "../setup/pages";
import { addArticle, addSignedIn, type SignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

const draftsOf = ({ viewer }: SignedIn) => listDrafts(viewer.id);

const open = async ({ cookie }: SignedIn, path: string) => {
  const page = await openAt(site().origin + path, { ...looks.light, cookie });
  if (path === "/community") await openArticleForm(page);
  return page;
};
const savedAt = (page: Page) =>
  main(page)
    .getByText(/^Draft saved at \d\d:\d\d\.$/)
    .waitFor();

describe("with scripts", () => {
  const type = async (page: Page, text: string) => {
    await page.getByRole("textbox", { name: "Title" }).fill(text);
    await page.getByLabel("Your note").fill(`${text}, at length`);
  };
  /** Saves by the button, which does what the timer does, but at once. */
  const save = (page: Page) => main(page).getByRole("button", { name: "Save draft" }).click();
  const saveAndWait = async (page: Page) => {
    await save(page);
    await savedAt(page);
  };
  const noteOf = (page: Page) => page.getByLabel("Your note").inputValue();

  test("a draft is saved automatically, is found after leaving the page, and is removed when it is posted", async () => {
    const person = await addSignedIn();
    const page = await open(person, "/community");
    await type(page, "Typed slowly");
    await savedAt(page);
    await page.goto(`${site().origin}/drafts`);
    await main(page).getByRole("link", { name: "Typed slowly", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Post an Article" }).waitFor();
    expect(await noteOf(page)).toBe("Typed slowly, at length");
    await page.getByLabel("Summary").fill("A summary");
    await page.getByLabel("Link").fill("https://example.org/drafts/scripted");
    await main(page).getByRole("button", { name: "Post Article" }).click();
    await page.getByText("Article posted!").waitFor();
    await page.waitForURL((url) => !url.searchParams.has("draft"));
    await openArticleForm(page);
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");
    expect(await draftsOf(person)).toEqual([]);
    await page.reload();
    await waitForHydration(page);
    expect(await main(page).getByText("has kept what you typed").count()).toBe(0);
  });

  test("a draft is kept in the browser without a connection, after too many saves and after the session", async () => {
    const person = await addSignedIn();
    const page = await open(person, "/community");
    expectPageError(page, /status of (401|429)|ERR_FAILED/);
    const isKept = () => main(page).getByText("Your text is kept in this browser.").waitFor();
    for (const [text, answer] of [
      ["Without a connection", (route: Route) => route.abort()],
      ["Once too often", (route: Route) => route.fulfill({ status: 429 })],
    ] as const) {
      await page.route("**/drafts/save", answer);
      await type(page, text);
      await save(page);
      await isKept();
      await page.unroute("**/drafts/save");
      await saveAndWait(page);
    }
    await page.context().clearCookies();
    await type(page, "Not to be lost");
    await save(page);
    await isKept();
    await signIn(page, site().origin, person.cookie);
    await page.goto(`${site().origin}/community/new`);
    await main(page).getByText("This browser has kept what you typed here before.").waitFor();
    await main(page).getByRole("button", { name: "Restore it" }).click();
    await expect.poll(() => noteOf(page)).toBe("Not to be lost, at length");
    await saveAndWait(page);
    expect(await draftsOf(person)).toMatchObject([{ title: "Not to be lost" }]);
  });

  test("a retried save whose response was lost updates the same draft, and the next article gets a new one", async () => {
    const person = await addSignedIn();
    const page = await open(person, "/community");
    await page.route("**/drafts/save", async (route) => {
      await route.fetch();
      await route.abort();
    });
    expectPageError(page, /ERR_FAILED/);
    await type(page, "Saved unheard");
    await save(page);
    await main(page).getByText("Your text is kept in this browser.").waitFor();
    expect(await draftsOf(person)).toHaveLength(1);
    await page.unroute("**/drafts/save");
    // Something else on the page changes meanwhile.
    await page.getByRole("button", { name: "Dark" }).click();
    await page.locator("button[name=scheme][value=dark][aria-pressed=true]").waitFor();
    await page.getByLabel("Your note").fill("Saved once more");
    await saveAndWait(page);
    expect((await draftsOf(person)).map(({ title }) => title)).toEqual(["Saved unheard"]);
    await page.getByLabel("Summary").fill("A summary");
    await page.getByLabel("Link").fill("https://example.org/drafts/unheard");
    await main(page).getByRole("button", { name: "Post Article" }).click();
    await page.getByText("Article posted!").waitFor();
    expect(await draftsOf(person)).toEqual([]);
    await type(page, "The next piece");
    await saveAndWait(page);
    expect((await draftsOf(person)).map(({ title }) => title)).toEqual(["The next piece"]);
  });

  test("text kept in the browser is not shown to another user, and signing out removes it", async () => {
    const [person, other] = [await addSignedIn(), await addSignedIn()];
    const page = await open(person, "/community");
    await page.route("**/drafts/save", (route) => route.abort());
    expectPageError(page, /ERR_FAILED/);
    await type(page, "Mine alone");
    await save(page);
    await main(page).getByText("Your text is kept in this browser.").waitFor();
    const kept = () => page.evaluate(() => localStorage.getItem("typed:article"));
    await signIn(page, site().origin, other.cookie);
    await page.goto(`${site().origin}/community`);
    await waitForHydration(page);
    expect(await kept()).toContain("Mine alone");
    expect(await main(page).getByText("has kept what you typed").count()).toBe(0);
    await page.getByRole("button", { name: "Logout" }).click();
    await banner(page).getByRole("link", { name: "Sign In" }).waitFor();
    expect(await kept()).toBeNull();
  });

  test("signing out without a connection removes no kept text", async () => {
    const [person, { id }] = [await addSignedIn(), await addArticle()];
    const page = await open(person, `/article/${id}`);
    const kept = () => page.evaluate((name) => localStorage.getItem(name), `typed:comment ${id}`);
    await page.getByLabel("Add a comment").fill("Typed in a tunnel.");
    await expect.poll(kept).toContain("Typed in a tunnel.");
    expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByText("you are still signed in").waitFor();
    expect(await kept()).toContain("Typed in a tunnel.");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByText("You are signed out.").waitFor();
    expect(await kept()).toBeNull();
  });

  test("a new review is empty after a draft was closed, and going back shows the draft as last saved", async () => {
    const person = await addSignedIn();
    await createDraft(
      { userId: person.viewer.id },
      { form: "review", hub: "bonds", fields: { title: "A long book", review: "So far" } },
    );
    const page = await open(person, "/drafts");
    await main(page).getByRole("link", { name: "Continue: A long book" }).click();
    const title = page.getByRole("textbox", { name: "Title" });
    const text = page.getByLabel("Review", { exact: true });
    await expect.poll(() => text.inputValue()).toBe("So far");
    await text.fill("So far, so good");
    await saveAndWait(page);
    await main(page).getByRole("link", { name: "Cancel" }).click();
    await main(page).getByRole("link", { name: "Add a Review" }).click();
    await title.waitFor();
    expect([await title.inputValue(), await text.inputValue()]).toEqual(["", ""]);
    await page.goBack();
    await title.waitFor({ state: "detached" });
    await page.goBack();
    await title.waitFor();
    expect(await title.inputValue()).toBe("A long book");
    expect(await text.inputValue()).toBe("So far, so good");
  });

  test("going back from one review draft to another shows the other's text", async () => {
    const person = await addSignedIn();
    for (const title of ["The first book", "The second book"]) {
      const fields = { title, review: `About ${title}` };
      await createDraft({ userId: person.viewer.id }, { form: "review", hub: "bonds", fields });
    }
    const [second, first] = await draftsOf(person);
    const page = await open(person, draftPath(first!));
    const review = page.getByLabel("Review", { exact: true });
    expect(await review.inputValue()).toBe("About The first book");
    await page.evaluate((path) => window.history.pushState(null, "", path), draftPath(second!));
    await page.reload();
    await waitForHydration(page);
    expect(await review.inputValue()).toBe("About The second book");
    await page.goBack();
    await expect.poll(() => review.inputValue()).toBe("About The first book");
    await page.goForward();
    await expect.poll(() => review.inputValue()).toBe("About The second book");
  });

  test("hiding the tab saves at once what was typed, and nothing is saved after the form was sent", async () => {
    const person = await addSignedIn();
    const page = await open(person, "/community");
    // The timer does not save meanwhile.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    let saves = 0;
    page.on("request", (request) => (saves += Number(request.url().endsWith("/drafts/save"))));
    const hide = () =>
      page.evaluate(() => {
        Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      });
    await hide();
    await type(page, "Typed before the tab is hidden");
    await hide();
    await savedAt(page);
    await hide();
    await hide();
    expect((await draftsOf(person)).map(({ title }) => title)).toEqual([
      "Typed before the tab is hidden",
    ]);
    expect(saves).toBe(1);

    await page.getByLabel("Summary").fill("A summary");
    await page.getByLabel("Link").fill("https://example.org/drafts/hidden");
    const letThrough = await hold(page, isPost);
    const isSent = page.waitForRequest((request) => isPost(request) && isData(request));
    await main(page).getByRole("button", { name: "Post Article" }).click();
    await isSent;
    await page.clock.runFor(5_000);
    letThrough();
    await page.getByText("Article posted!").waitFor();
    expect(saves, "after the form was sent").toBe(1);
    expect(await draftsOf(person)).toEqual([]);
  });

  test("the preview follows what is typed", async () => {
    const page = await open(await addSignedIn(), "/community");
    await page.getByLabel("Your note").fill("*One*");
    await main(page).getByRole("button", { name: "Preview" }).click();
    const preview = main(page).getByRole("region", { name: "Preview" });
    await preview.locator("em", { hasText: "One" }).waitFor();
    await page.getByLabel("Your note").fill("*Two*");
    await preview.locator("em", { hasText: "Two" }).waitFor();
    await expectAccessibleLooks(page);
    await main(page).getByRole("button", { name: "Close the preview" }).click();
    await preview.waitFor({ state: "detached" });
  });

  test("a comment that was not posted is still there after leaving the page", async () => {
    const [person, { id }] = [await addSignedIn(), await addArticle()];
    const page = await open(person, `/article/${id}`);
    await page.getByLabel("Add a comment").fill("Half a comment");
    await page.goto(`${site().origin}/community`);
    await page.goto(`${site().origin}/article/${id}`);
    await waitForHydration(page);
    expect(await page.getByLabel("Add a comment").inputValue()).toBe("Half a comment");
    await main(page).getByRole("button", { name: "Post Comment" }).click();
    await main(page).getByRole("listitem").getByText("Half a comment").waitFor();
    await page.reload();
    await waitForHydration(page);
    expect(await page.getByLabel("Add a comment").inputValue()).toBe("");
  });
});
