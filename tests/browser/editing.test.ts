/** Editing and removing one's own articles in a browser with scripts, and comments on removed articles. */
import { expect, test } from "vitest";
import { commentOnArticle } from "~/services/articles/comments.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openAt, signIn, waitForHydration } from "../setup/browser";
import { alert, heading, main } from "../setup/pages";
import { addArticle, addSignedIn, addUser, type SignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

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

test("shows both texts when the article was changed in another tab, and keeps what was typed", async () => {
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

  // Nor is anything lost when the session has ended.
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
