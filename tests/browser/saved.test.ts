/** Saving something and finding it again, in a browser with scripts. */
import { expect, test } from "vitest";
import { commentOnArticle } from "~/services/articles/comments.server";
import { openAt } from "../setup/browser";
import { main } from "../setup/pages";
import { addArticle, addSignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

test("what was saved is found again by a word of its note, and removed", async () => {
  const { viewer, cookie } = await addSignedIn();
  const title = "Bills and coupons";
  const { id } = await addArticle({ title });
  await commentOnArticle(viewer, id, { content: "A thought about them" });
  const article = `${site().origin}/article/${id}`;
  const page = await openAt(article, { cookie });
  await main(page).getByRole("button", { name: "Save", exact: true }).click();
  await main(page).getByRole("button", { name: "Saved (remove)", exact: true }).waitFor();
  await main(page)
    .getByRole("button", { name: /^Save ?: comment/ })
    .click();
  await main(page)
    .getByRole("button", { name: /^Saved \(remove\): comment/ })
    .waitFor();
  await page.goto(`${site().origin}/saved?kind=article`);
  const entry = main(page).getByRole("listitem").filter({ hasText: title }).last();
  await entry.getByText("Add a note").click();
  await entry.getByLabel("Your note").fill("For the weekend");
  await entry.getByRole("button", { name: "Save the note" }).click();
  await entry.getByText("Edit your note").waitFor();
  expect(new URL(page.url()).search).toBe("?kind=article");
  await page.getByRole("searchbox", { name: "Words in the texts" }).fill("weekend");
  await main(page).getByRole("button", { name: "Search" }).click();
  await page.waitForURL(/q=weekend/);
  await entry.getByText("Your note: For the weekend").waitFor();
  await entry.getByRole("button", { name: "Remove" }).click();
  await main(page).getByText("Nothing saved has all of these words.").waitFor();
  await page.goto(`${site().origin}/saved`);
  await main(page)
    .getByRole("link", { name: `On “${title}”` })
    .waitFor();
});
