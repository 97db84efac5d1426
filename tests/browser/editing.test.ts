/** Editing and removing one's own articles in a browser with scripts, and comments on removed articles. */
import mongoose, { Types } from "mongoose";
import { expect, test } from "vitest";
import { commentOnArticle } from "~/services/articles/comments.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import {
  expectPageError,
  openAt,
  signIn,
  submitWithoutResponse,
  waitForHydration,
} from "../setup/browser";
import { alert, heading, main } from "../setup/pages";
import { addArticle, addSignedIn, addUser, type SignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

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

const open = ({ cookie }: SignedIn, path: string) =>
  openAt(site().origin + path, { ...looks.light, cookie });

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
  await heading(page, "Edit your article").waitFor();
  await page.getByRole("textbox", { name: "Title" }).fill("  ");
  await page.getByLabel("Your note").fill("Rates stay high for a very long while.");
  expectPageError(page, /status of 400/);
  await main(page).getByRole("button", { name: "Save changes" }).click();
  await main(page).getByText("Required").waitFor();
  expect(await page.getByLabel("Your note").inputValue()).toContain("very long");
  await page.getByRole("textbox", { name: "Title" }).fill("High rates");
  await main(page).getByRole("button", { name: "Save changes" }).click();
  await heading(page, "High rates").waitFor();
  await page.getByText("Your changes were saved.").waitFor();
  await main(page).getByRole("link", { name: "edited" }).click();
  await heading(page, "What changed").waitFor();
  expect(await main(page).locator("del").allInnerTexts()).toHaveLength(2);
  expect(await main(page).locator("ins").allTextContents()).toEqual([
    expect.stringContaining("High"),
    expect.stringContaining("high"),
    expect.stringContaining("very"),
  ]);
});

test("shows both texts when the article was changed in another tab", async () => {
  const person = await addSignedIn();
  const article = await addArticle({ author: person.viewer });
  const tabs = [
    await open(person, `/article/${article.id}/edit`),
    await open(person, `/article/${article.id}/edit`),
  ] as const;
  await tabs[0].getByRole("textbox", { name: "Title" }).fill("From one tab");
  await main(tabs[0]).getByRole("button", { name: "Save changes" }).click();
  await heading(tabs[0], "From one tab").waitFor();
  const [, page] = tabs;
  await page.getByRole("textbox", { name: "Title" }).fill("From the other");
  expectPageError(page, /status of 412/);
  await main(page).getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("heading", { name: "Current version" }).waitFor();
  await main(page).getByText("From one tab").waitFor();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("From the other");
  await expectAccessibleLooks(page);
  await main(page).getByRole("button", { name: "Save changes" }).click();
  await heading(page, "From the other").waitFor();
});

test("keeps what was typed when the session has ended", async () => {
  const person = await addSignedIn();
  const article = await addArticle({ author: person.viewer });
  const page = await open(person, `/article/${article.id}/edit`);
  await page.getByRole("textbox", { name: "Title" }).fill("Typed with care");
  await page.context().clearCookies();
  expectPageError(page, /status of 401/);
  await main(page).getByRole("button", { name: "Save changes" }).click();
  await main(page).getByText("Please log in to change what you wrote.").waitFor();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Typed with care");
  await signIn(page, site().origin, person.cookie);
  await main(page).getByRole("button", { name: "Save changes" }).click();
  await heading(page, "Typed with care").waitFor();
});

test("removes an article, whose comments by others stay", async () => {
  const person = await addSignedIn();
  const article = await addArticle({ author: person.viewer });
  await commentOnArticle(await addUser(), article.id, { content: "An answer." });
  const page = await open(person, `/article/${article.id}/edit`);
  await main(page).getByText("Remove this article").click();
  const button = main(page).getByRole("button", { name: "Remove the article" });
  await submitWithoutResponse(button);
  await button.click();
  await page.waitForURL(`${site().origin}/community`);
  await page.getByText("Your text was removed.").waitFor();
  expectPageError(page, /status of 410/);
  const answer = await page.goto(`${site().origin}/article/${article.id}`);
  expect(answer?.status()).toBe(410);
  const title = "This article was removed by its author.";
  await heading(page, title).waitFor();
  await main(page).getByText("An answer.").waitFor();
});

test("keeps a comment on an article that is removed, also after a reload", async () => {
  const [person, author] = [await addSignedIn(), await addSignedIn()];
  const article = await addArticle({ author: author.viewer });
  await commentOnArticle(await addUser(), article.id, { content: "An answer." });
  const page = await open(person, `/article/${article.id}`);
  const text = "What I thought\nfor an hour.";
  await page.getByLabel("Add a comment").fill(text);
  await removeByProgram(author, article.id);
  expectPageError(page, /status of 410/);
  await main(page).getByRole("button", { name: "Post Comment" }).click();
  await alert(page, "This article was removed by its author.").waitFor();
  const comment = page.getByLabel("Add a comment");
  await comment.waitFor();
  expect(await comment.inputValue()).toBe(text);
  expect(await comment.isEditable()).toBe(true);
  await page.reload();
  await waitForHydration(page);
  expect(await page.getByLabel("Your comment").inputValue()).toBe(text);
  await main(page).getByRole("button", { name: "Discard" }).click();
  await page.getByLabel("Your comment").waitFor({ state: "detached" });
  await page.reload();
  await waitForHydration(page);
  expect(await page.getByLabel("Your comment").count()).toBe(0);
});

test("keeps the text of a comment on a card when the article is removed", async () => {
  const [person, author] = [await addSignedIn(), await addSignedIn()];
  const id = await postByProgram(author, "governance");
  const page = await open(person, `/community?comments=${id}`);
  const card = page.locator(`#article-${id}`);
  await card.getByLabel("Add a comment").fill("What I thought for an hour.");
  await removeByProgram(author, id);
  expectPageError(page, /status of 404/);
  await card.getByRole("button", { name: "Post Comment" }).click();
  await alert(page, "Article not found").waitFor();
  expect(await card.getByLabel("Add a comment").inputValue()).toBe("What I thought for an hour.");
});
