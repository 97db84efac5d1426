/** Two people talk, in browsers with scripts: no page is loaded anew for it. */
import { expect, test } from "vitest";
import { openAt } from "../setup/browser";
import { mailedText } from "../setup/mail-files";
import { banner, isSameDocument, main, markDocument, status } from "../setup/pages";
import { addArticle, addSignedIn } from "../setup/people";
import { clearSiteCaches, useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

/** Not that of a headless browser, which counts as a robot, so that it reads no notices. */
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("answers, notices, upvotes, leaving a thread, saving, unsubscribing and blocking", async () => {
  const [ada, ben] = [await addSignedIn({ name: "AdaScripts" }), await addSignedIn()];
  const { id, title } = await addArticle({ author: ada.viewer });
  await clearSiteCaches();
  const url = `${site().origin}/article/${id}`;
  const benPage = await openAt(url, { cookie: ben.cookie, userAgent });
  await markDocument(benPage);
  await benPage.getByLabel("Add a comment").fill("Where are the data?");
  await benPage.getByRole("button", { name: "Post Comment" }).click();
  await benPage.getByText("Where are the data?", { exact: true }).waitFor();

  // Ada is told in the header; the notice leads to the comment, which she answers in place.
  const mail = await mailedText(site(), "adascripts@example.org", "answered your article");
  const adaPage = await openAt(`${site().origin}/research`, { cookie: ada.cookie, userAgent });
  await markDocument(adaPage);
  const notices = (page: typeof adaPage) => banner(page).getByRole("link", { name: /^Notices/ });
  await expect.poll(() => notices(adaPage).textContent()).toMatch(/unread: 1/);
  await notices(adaPage).click();
  const { name } = ben.viewer;
  await main(adaPage)
    .getByRole("link", { name: `${name} answered your article` })
    .click();
  await adaPage.waitForURL(/#comment-[0-9a-f]{24}$/);
  await adaPage.getByText("Where are the data?", { exact: true }).waitFor();
  await expect.poll(() => notices(adaPage).textContent()).toBe("Notices");
  await adaPage.getByRole("link", { name: `Reply to ${name}` }).click();
  await adaPage.getByLabel(`Reply to ${name}`).fill("In the appendix.");
  await adaPage.getByRole("button", { name: "Post Reply" }).click();
  await main(adaPage).getByText("In the appendix.", { exact: true }).waitFor();
  expect(await isSameDocument(adaPage)).toBe(true);

  // Ben is told, upvotes the answer and takes that back, saves the article, and leaves the thread.
  await expect
    .poll(async () => {
      await benPage.goto(url);
      return notices(benPage).textContent();
    })
    .toMatch(/unread: 1/);
  await markDocument(benPage);
  await notices(benPage).click();
  await main(benPage).getByRole("link", { name: "AdaScripts answered your comment" }).click();
  await main(benPage).getByText("In the appendix.", { exact: true }).waitFor();
  const upvote = (state: string) =>
    benPage.getByRole("button", { name: `Comment by AdaScripts: ${state}`, disabled: false });
  await upvote("Upvote 0").click();
  await upvote("Upvoted 1").click();
  await upvote("Upvote 0").waitFor();
  const save = main(benPage).getByRole("button", { name: /^Save/ }).first();
  await save.click();
  await main(benPage)
    .getByRole("button", { name: /^Saved/ })
    .first()
    .waitFor();
  await notices(benPage).click();
  await main(benPage).getByRole("link", { name: "Following" }).click();
  await main(benPage).getByRole("link", { name: "Discussions" }).click();
  const thread = main(benPage).getByRole("listitem").filter({ hasText: title });
  await thread.getByRole("button", { name: /^Leave/ }).click();
  await thread.waitFor({ state: "detached" });
  expect(await isSameDocument(benPage)).toBe(true);

  // The page of the mail ends such mails, and Ada blocks Ben.
  const [, unsubscribe = ""] = /List-Unsubscribe:\s*<([^>]+)>/.exec(mail) ?? [];
  const { pathname } = new URL(unsubscribe);
  const mailPage = await openAt(site().origin + pathname);
  await mailPage.getByRole("button", { name: /^Stop mailing me “Answers/ }).click();
  await status(mailPage, "Done.").waitFor();
  await adaPage.goto(`${site().origin}/people/${name}`);
  await adaPage.getByRole("button", { name: `Block ${name}` }).click();
  await adaPage.getByRole("button", { name: `Unblock ${name}` }).waitFor();
  await adaPage.goto(url);
  await expect
    .poll(() => adaPage.getByText("Where are the data?", { exact: true }).isVisible())
    .toBe(false);
  await adaPage.getByText("From somebody you blocked").first().click();
  await adaPage.getByText("Where are the data?", { exact: true }).waitFor();
});
