/** The list of names while typing, in a browser with scripts. */
import { beforeAll, expect, test } from "vitest";
import { expectAccessibleLooks, looks } from "../setup/accessibility";
import { openAt } from "../setup/browser";
import { addArticle, addSignedIn, type SignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

let writer: SignedIn;
let author: SignedIn;
let path: string;
beforeAll(async () => {
  writer = await addSignedIn({ name: "Wilma" });
  author = await addSignedIn({ name: "Zoran" });
  await addSignedIn({ name: "Zora" });
  await addSignedIn({ name: "Zorro", hasUnprovenEmail: true });
  path = `/article/${(await addArticle({ author: author.viewer })).id}`;
});

test("names are offered after an @ and two letters, by keyboard and pointer", async () => {
  const page = await openAt(site().origin + path, {
    ...looks["small and light"],
    cookie: writer.cookie,
  });
  const field = page.getByLabel("Add a comment");
  const options = page.getByRole("listbox", { name: "People" }).getByRole("option");
  await field.click();
  await field.pressSequentially("Thanks @");
  // What offers them is loaded with the first @.
  await page.waitForFunction(() => customElements.get("text-expander"));
  expect(await options.count()).toBe(0);
  await field.pressSequentially("zo");
  // The author, to whom the page links, comes first.
  await expect.poll(() => options.allTextContents()).toEqual(["Zoran", "Zora"]);
  const place = await page.getByRole("listbox").boundingBox();
  expect(place!.x).toBeGreaterThanOrEqual(0);
  expect(place!.x + place!.width).toBeLessThanOrEqual(375);
  expect(place!.y + place!.height).toBeLessThanOrEqual(740);
  expect(await field.getAttribute("aria-activedescendant")).toBe(
    await options.first().getAttribute("id"),
  );
  // Another size of the window would scroll the page, which closes the list.
  await expectAccessibleLooks(page, ["small and light", "small and dark"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await field.inputValue()).toBe("Thanks @Zora ");
  await field.pressSequentially("and @zor");
  await expect.poll(() => options.count()).toBe(2);
  await page.keyboard.press("Escape");
  expect(await options.count()).toBe(0);
  await field.pressSequentially("an @Zo");
  await options.first().click();
  expect(await field.inputValue()).toBe("Thanks @Zora and @zoran @Zoran ");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await page.locator(".comment").getByRole("link", { name: "@Zora", exact: true }).click();
  await page.waitForURL("**/people/Zora");
});
