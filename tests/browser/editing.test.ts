/** Editing and removing one's own articles, comments and reviews in a browser. */
import mongoose, { Types } from "mongoose";
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { postArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { removeOwnArticle } from "~/services/articles/edit-article.server";
import { addReview } from "~/services/articles/reviews.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import {
  expectPageError,
  waitForHydration,
  openPage,
  submitWithoutResponse,
  signIn,
  startBrowser,
} from "../setup/browser";
import { addArticle, addSignedIn, addUser, someReview, type SignedIn } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

const site = useSite();
useSiteDatabase(site);
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

/** Makes a text so old that an edit is marked as one; a new text can be edited without a trace. */
const age = (collection: string, id: string) =>
  mongoose.connection
    .collection(collection)
    .updateOne({ _id: new Types.ObjectId(id) }, { $set: { createdAt: new Date("2026-01-01") } });

/** Calls the API of the site, whose own process then invalidates its caches. */
async function call({ token }: SignedIn, method: string, path: string, body?: object) {
  const answer = await fetch(site().origin + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  expect(answer.ok, `${answer.status}`).toBe(true);
  return answer;
}

const removeByProgram = (author: SignedIn, id: string) =>
  call(author, "DELETE", `/api/articles/${id}`);

async function postByProgram(author: SignedIn, category: string): Promise<string> {
  const url = `https://example.org/${author.viewer.id}`;
  const fields = { title: "A title", summary: "A summary", url, category };
  const answer = await call(author, "POST", "/api/articles/create", fields);
  return ((await answer.json()) as { id: string }).id;
}

describe("a browser with scripts", () => {
  async function open(person: SignedIn, path: string): Promise<Page> {
    const page = await openPage(browser, looks.light);
    await signIn(page, site().origin, person.cookie);
    await page.goto(site().origin + path);
    await waitForHydration(page);
    return page;
  }
  const main = (page: Page) => page.getByRole("main");
  const look = async (page: Page) => {
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    await expectAccessibleLooks(page);
  };

  test("edits an article, and the page of its changes shows them", async () => {
    const person = await addSignedIn();
    const article = await addArticle({
      author: person.viewer,
      title: "Zero rates",
      summary: "Why rates stay low",
      content: "Rates stay low for a long while.",
    });
    await age("articles", article.id);
    const page = await open(person, `/article/${article.id}`);
    await main(page).getByRole("link", { name: "Edit", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Edit your article" }).waitFor();
    await look(page);
    await page.getByLabel("Title").fill("  ");
    await page.getByLabel("Your note").fill("Rates stay high for a very long while.");
    expectPageError(page, /status of 400/);
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await main(page).getByText("Required").waitFor();
    expect(await page.getByLabel("Your note").inputValue()).toContain("very long");
    await look(page);
    await page.getByLabel("Title").fill("High rates");
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "High rates" }).waitFor();
    await page.getByText("Your changes were saved.").waitFor();
    await main(page).getByRole("link", { name: "edited" }).click();
    await page.getByRole("heading", { level: 1, name: "What changed" }).waitFor();
    expect(await main(page).locator("del").allInnerTexts()).toHaveLength(2);
    expect(await main(page).locator("ins").allTextContents()).toEqual([
      expect.stringContaining("High"),
      expect.stringContaining("high"),
      expect.stringContaining("very"),
    ]);
    await look(page);
  });

  test("shows both texts when the article was changed in another tab", async () => {
    const person = await addSignedIn();
    const article = await addArticle({ author: person.viewer });
    const tabs = [
      await open(person, `/article/${article.id}/edit`),
      await open(person, `/article/${article.id}/edit`),
    ] as const;
    await tabs[0].getByLabel("Title").fill("From one tab");
    await main(tabs[0]).getByRole("button", { name: "Save changes" }).click();
    await tabs[0].getByRole("heading", { level: 1, name: "From one tab" }).waitFor();
    const [, page] = tabs;
    await page.getByLabel("Title").fill("From the other");
    expectPageError(page, /status of 412/);
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "Current version" }).waitFor();
    await main(page).getByText("From one tab").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("From the other");
    await look(page);
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "From the other" }).waitFor();
  });

  test("keeps what was typed when the session has ended", async () => {
    const person = await addSignedIn();
    const article = await addArticle({ author: person.viewer });
    const page = await open(person, `/article/${article.id}/edit`);
    await page.getByLabel("Title").fill("Typed with care");
    await page.context().clearCookies();
    expectPageError(page, /status of 401/);
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await main(page).getByText("Please log in to change what you wrote.").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Typed with care");
    await signIn(page, site().origin, person.cookie);
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Typed with care" }).waitFor();
  });

  test("removes an article, whose comments by others stay", async () => {
    const person = await addSignedIn();
    const article = await addArticle({ author: person.viewer });
    await commentOnArticle(await addUser(), article.id, { content: "An answer." });
    const page = await open(person, `/article/${article.id}/edit`);
    await main(page).getByText("Remove this article").click();
    await look(page);
    const button = main(page).getByRole("button", { name: "Remove the article" });
    await submitWithoutResponse(button);
    await button.click();
    await page.waitForURL(`${site().origin}/community`);
    await page.getByText("Your text was removed.").waitFor();
    expectPageError(page, /status of 410/);
    const answer = await page.goto(`${site().origin}/article/${article.id}`);
    expect(answer?.status()).toBe(410);
    const title = "This article was removed by its author.";
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await main(page).getByText("An answer.").waitFor();
    await look(page);
  });

  test.each([
    ["with comments by others", true],
    ["without comments by others", false],
  ])("keeps a comment on an article %s when it is removed", async (_, isAnswered) => {
    const [person, author] = [await addSignedIn(), await addSignedIn()];
    const article = await addArticle({ author: author.viewer });
    if (isAnswered) await commentOnArticle(await addUser(), article.id, { content: "An answer." });
    const page = await open(person, `/article/${article.id}`);
    const text = "What I thought\nfor an hour.";
    await page.getByLabel("Add a comment").fill(text);
    await removeByProgram(author, article.id);
    expectPageError(page, /status of 4(04|10)/);
    await main(page).getByRole("button", { name: "Post Comment" }).click();
    const message = isAnswered ? "This article was removed by its author." : "Article not found";
    await main(page).getByRole("alert").getByText(message).waitFor();
    const comment = page.getByLabel("Add a comment");
    await comment.waitFor();
    expect(await comment.inputValue()).toBe(text);
    expect(await comment.isEditable()).toBe(true);
    await look(page);
    await page.reload();
    await waitForHydration(page);
    expect(await page.getByLabel("Your comment").inputValue()).toBe(text);
    await look(page);
    await main(page).getByRole("button", { name: "Discard" }).click();
    await page.getByLabel("Your comment").waitFor({ state: "detached" });
    await page.reload();
    await waitForHydration(page);
    expect(await page.getByLabel("Your comment").count()).toBe(0);
  });

  test.each(["/community", "/category/governance"])(
    "keeps the text of a comment on a card of %s when the article is removed",
    async (path) => {
      const [person, author] = [await addSignedIn(), await addSignedIn()];
      const id = await postByProgram(author, "governance");
      const page = await open(person, `${path}?comments=${id}`);
      const card = page.locator(`#article-${id}`);
      await card.getByLabel("Add a comment").fill("What I thought for an hour.");
      await removeByProgram(author, id);
      expectPageError(page, /status of 404/);
      await card.getByRole("button", { name: "Post Comment" }).click();
      await main(page).getByRole("alert").getByText("Article not found").waitFor();
      expect(await card.getByLabel("Add a comment").inputValue()).toBe(
        "What I thought for an hour.",
      );
      await look(page);
    },
  );

  test("shows that an article was removed and posted again", async () => {
    const person = await addSignedIn();
    const article = await addArticle({ author: person.viewer });
    await commentOnArticle(await addUser(), article.id, { content: "An answer." });
    await removeOwnArticle(person.viewer, article.id);
    const { title, summary, url, category } = article;
    await postArticle(person.viewer, { title, summary, url, category });
    const page = await open(person, `/article/${article.id}`);
    await main(page).getByText("Removed by its author and posted again on").waitFor();
    await main(page).getByText("An answer.").waitFor();
    await look(page);
  });

  test("edits a comment, and leaves a placeholder when it is removed", async () => {
    const [person, other] = [await addSignedIn(), await addUser()];
    const article = await addArticle();
    const { id } = await commentOnArticle(person.viewer, article.id, {
      content: "A first thouht.",
    });
    await commentOnArticle(other, article.id, { content: "An answer." });
    const page = await open(person, `/article/${article.id}`);
    const comment = page.locator(`#comment-${id}`);
    await comment.getByRole("link", { name: "Edit" }).click();
    await look(page);
    await main(page).getByLabel("Comment").fill("A first thought.");
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await comment.getByText("A first thought.").waitFor();
    await look(page);
    await comment.getByRole("link", { name: "edited" }).click();
    expect(await main(page).locator("del").textContent()).toContain("thouht");
    await main(page).getByRole("link", { name: "Current version of the comment" }).click();
    await comment.getByRole("link", { name: "Edit", exact: true }).click();
    await main(page).getByText("Remove this comment").click();
    await main(page).getByRole("button", { name: "Remove the comment" }).click();
    await comment.getByText("The author removed this comment.").waitFor();
    await main(page).getByText("An answer.").waitFor();
    await look(page);
  });

  test("edits and removes a review", async () => {
    const person = await addSignedIn();
    const { id } = await addReview(person.viewer, someReview({ review: "A text." }));
    await age("reviews", id);
    const page = await open(person, `/bonds/reviews/${id}`);
    await main(page).getByRole("link", { name: "Edit", exact: true }).click();
    await look(page);
    await main(page).getByLabel("Review").fill("Another text.");
    await main(page).getByText("2 stars").locator("xpath=..").click();
    await main(page).getByRole("button", { name: "Save changes" }).click();
    await main(page).getByText("Another text.").waitFor();
    await main(page).getByRole("link", { name: "edited" }).click();
    await page.getByRole("heading", { level: 1, name: "What changed" }).waitFor();
    await look(page);
    await main(page).getByRole("link", { name: "Current version of the review" }).click();
    await main(page).getByRole("link", { name: "Edit", exact: true }).click();
    await main(page).getByText("Remove this review").click();
    await main(page).getByRole("button", { name: "Remove the review" }).click();
    await page.getByText("Your text was removed.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/bonds");
  });
});

test("an article of another user cannot be edited", async () => {
  const [person, article] = [await addSignedIn(), await addArticle()];
  const page = await openPage(browser, looks.light);
  await signIn(page, site().origin, person.cookie);
  await page.goto(`${site().origin}/article/${article.id}`);
  expect(
    await page.getByRole("main").getByRole("link", { name: "Edit", exact: true }).count(),
  ).toBe(0);
  expectPageError(page, /status of 403/);
  const answer = await page.goto(`${site().origin}/article/${article.id}/edit`);
  expect(answer?.status()).toBe(403);
  await page.getByRole("heading", { name: "You do not have access to this." }).waitFor();
});
