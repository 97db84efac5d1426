/** The page of a user, which by-lines link to. */
import type { Browser } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { changeProfile } from "~/services/accounts/profile.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, openPage, startBrowser } from "../setup/browser";
import { addArticle, addUser, someReview } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";

const site = useSite();
useSiteDatabase(site);

/** More comments than fit on a page. */
const COMMENTS = 26;
const LONG = "consolidation".repeat(20).slice(0, 160);

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
  const writer: Viewer = await addUser({ name: "W".repeat(20), isMember: true });
  const article = await addArticle({ author: writer, title: "The term premium" });
  await addReview(writer, someReview({ title: "A dull book" }));
  for (let i = 0; i < COMMENTS; i += 1) {
    await commentOnArticle(writer, article.id, { content: `Thought number ${i}.` });
  }
  await changeProfile(writer, {
    about: LONG,
    link: `https://example.org/${"a1b2c3d4".repeat(30)}`,
    disclosure: LONG,
    isHiddenFromSearch: false,
  });
  await deleteAccount((await addUser({ name: "Leaver" })).email);
});

test("a by-line leads to the user's page and lists", async () => {
  const page = await openPage(browser, looks.light);
  const main = page.getByRole("main");
  await page.goto(`${site().origin}/community`);
  await main.getByRole("link", { name: "W".repeat(20) }).click();
  await page.getByRole("heading", { level: 1, name: "W".repeat(20) }).waitFor();
  await main.getByText("Member of the organisation").waitFor();
  await main.getByRole("link", { name: "The term premium" }).waitFor();
  await expectAccessibleLooks(page);
  await main.getByRole("link", { name: "Reviews (1)" }).click();
  await main.getByRole("link", { name: "A dull book" }).first().waitFor();
  await expectAccessibleLooks(page);
  await main.getByRole("link", { name: `Comments (${COMMENTS})` }).click();
  await main.getByText(`Thought number ${COMMENTS - 1}.`).waitFor();
  await expectAccessibleLooks(page);
  await main.getByRole("link", { name: "Older" }).click();
  await main.getByText("Thought number 0.").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/people/${"W".repeat(20)}/comments`);
});

test("the page of a deleted account says so", async () => {
  const page = await openPage(browser, looks.light);
  expectPageError(page, /status of 410/);
  const answer = await page.goto(`${site().origin}/people/leaver`);
  expect(answer?.status()).toBe(410);
  await page.getByRole("heading", { level: 1, name: "Deleted account" }).waitFor();
  await expectAccessibleLooks(page);
});
