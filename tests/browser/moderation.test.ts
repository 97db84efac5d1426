/** A text is hidden, its author appeals, and another moderator brings it back: with scripts and without. */
import { expect, test } from "vitest";
import { setRole } from "~/models/user-role.server";
import { looks } from "../setup/accessibility";
import { expectPageError, openAt } from "../setup/browser";
import { alert, main } from "../setup/pages";
import { addArticle, addSignedIn } from "../setup/people";
import { clearSiteCaches, useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

/** The page as a visitor gets it, without what differs from one response to the next. */
async function publicPage(id: string) {
  const answer = await fetch(`${site().origin}/article/${id}`);
  const html = await answer.text();
  return { status: answer.status, main: /<main[^]*<\/main>/.exec(html)?.[0] };
}

test.each([true, false])("appealed and undone, with scripts: %s", async (javaScriptEnabled) => {
  const [mara, ada, walt] = [await addSignedIn(), await addSignedIn(), await addSignedIn()];
  await setRole(ada.viewer.id, "moderator");
  await setRole(walt.viewer.id, "moderator");
  const title = `Rates, with scripts: ${javaScriptEnabled}`;
  const { id } = await addArticle({ title, author: mara.viewer });
  const before = await publicPage(id);
  const as = (cookie: string, path: string) =>
    openAt(site().origin + path, { ...looks.light, cookie, javaScriptEnabled });

  const deciding = await as(ada.cookie, `/moderation/decide/article/${id}`);
  expectPageError(deciding, /status of 400/);
  await main(deciding).getByLabel("Facts").fill("It is an advertisement.");
  await main(deciding).getByRole("button", { name: "Decide" }).click();
  await main(deciding).getByText("Please choose a decision.").waitFor();
  expect(await main(deciding).getByLabel("Facts").inputValue()).toBe("It is an advertisement.");
  await main(deciding).getByLabel("Decision", { exact: true }).selectOption("hide");
  await main(deciding).getByLabel("Reason").selectOption("spam");
  await main(deciding).getByRole("button", { name: "Decide" }).click();
  await deciding.waitForURL(/\/moderation\/decisions\/[0-9a-f]{24}$/);
  expect((await publicPage(id)).status).toBe(410);
  const { pathname } = new URL(deciding.url());

  const reading = await as(mara.cookie, "/moderation/decisions");
  await main(reading)
    .getByRole("link", { name: new RegExp(`“${title}” was hidden`) })
    .click();
  await main(reading).getByText("It is an advertisement.").waitFor();
  await main(reading)
    .getByText(/It rests on rule 1/)
    .waitFor();
  await main(reading).getByLabel("Why the decision is wrong").fill("It is none.");
  await main(reading).getByRole("button", { name: "Appeal" }).click();
  await main(reading).getByText("Another moderator decides about it.").waitFor();

  const upholding = await as(walt.cookie, pathname);
  await main(upholding).getByLabel("Outcome").selectOption("upheld");
  await main(upholding).getByLabel("Why").fill("Indeed.");
  await main(upholding).getByRole("button", { name: "Decide the appeal" }).click();
  await main(upholding)
    .getByText(/It was upheld/)
    .waitFor();
  expect(await publicPage(id)).toEqual(before);

  const late = await as(walt.cookie, `/moderation/decide/article/${id}`);
  expectPageError(late, /status of 409/);
  await main(late).getByLabel("Decision", { exact: true }).selectOption("lock");
  await main(late).getByLabel("Reason").selectOption("spam");
  await main(late).getByLabel("Facts").fill("Typed in vain.");
  await deciding.goto(`${site().origin}/moderation/decide/article/${id}`);
  await main(deciding).getByLabel("Decision", { exact: true }).selectOption("warn");
  await main(deciding).getByLabel("Reason").selectOption("spam");
  await main(deciding).getByLabel("Facts").fill("First.");
  await main(deciding).getByRole("button", { name: "Decide" }).click();
  await deciding.waitForURL(/\/moderation\/decisions\/[0-9a-f]{24}$/);
  await main(late).getByRole("button", { name: "Decide" }).click();
  await alert(late, "Another moderator has decided about this meanwhile").waitFor();
  expect(await main(late).getByLabel("Facts").inputValue()).toBe("Typed in vain.");
});

test.each([true, false])(
  "flagged and decided in bulk, with scripts: %s",
  async (javaScriptEnabled) => {
    const [nils, ada] = [await addSignedIn(), await addSignedIn()];
    await setRole(ada.viewer.id, "moderator");
    const title = `Flagged, with scripts: ${javaScriptEnabled}`;
    const { id } = await addArticle({ title });
    await clearSiteCaches();
    const as = (cookie: string, path: string) =>
      openAt(site().origin + path, { ...looks.light, cookie, javaScriptEnabled });

    const flagging = await as(nils.cookie, `/article/${id}`);
    expectPageError(flagging, /status of 400/);
    await main(flagging).getByRole("link", { name: "Flag this article" }).click();
    const other = main(flagging).getByRole("radio", { name: /^Something else/ });
    await other.check();
    await main(flagging).getByRole("button", { name: "Flag" }).click();
    await main(flagging).getByText("Please say in words what is wrong.").waitFor();
    expect(await other.isChecked()).toBe(true);
    await main(flagging).getByLabel("In your words").fill("It sells a course.");
    await main(flagging).getByRole("button", { name: "Flag" }).click();
    await flagging.waitForURL(`${site().origin}/article/${id}`);
    await flagging.goto(`${site().origin}/flags`);
    await main(flagging).getByText("No moderator has decided about it yet.").waitFor();
    expect((await publicPage(id)).status).toBe(200);

    const deciding = await as(ada.cookie, "/moderation");
    expectPageError(deciding, /status of 400/);
    const select = main(deciding).getByRole("checkbox", { name: `Select article: ${title}` });
    await select.check();
    await main(deciding).getByText("It sells a course.").first().waitFor();
    await main(deciding).getByText("Decide about the selected").click();
    const note = main(deciding).getByLabel("Note, which the authors read");
    await note.fill("It is an advertisement.");
    const decide = main(deciding).getByRole("button", { name: "Decide", exact: true });
    await decide.click();
    await main(deciding).getByText("Please choose a decision.").waitFor();
    expect(await note.inputValue()).toBe("It is an advertisement.");
    expect(await select.isChecked()).toBe(true);
    await main(deciding).getByLabel("Decision", { exact: true }).selectOption("hide");
    await main(deciding).getByLabel("Reason").selectOption("spam");
    await decide.click();
    await select.waitFor({ state: "detached" });
    expect((await publicPage(id)).status).toBe(410);
    await flagging.goto(`${site().origin}/flags`);
    await main(flagging).getByText("A moderator looked at the article: hidden.").waitFor();
  },
);
