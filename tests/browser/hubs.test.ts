/** The hubs and the form of a review, in a browser with scripts. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectPageError, openAt } from "../setup/browser";
import {
  alert,
  isData,
  isFocused,
  isSameDocument,
  main,
  markDocument,
  status,
} from "../setup/pages";
import { addSignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

/** With the demonstration community, so that there are reviews to filter and search. */
const site = useSharedSite("demo");
useSiteDatabase(site);
const url = (path: string) => site().origin + path;
const open = (path: string, { cookie = "" } = {}) => openAt(url(path), { cookie });

const listHeading = (page: Page) => page.locator("#reviews-heading");
const cards = (page: Page) => page.locator("#reviews article");
const form = (page: Page) =>
  page.locator("#review-outcome form, section:has(> #review-form-heading) form");
const addLink = (page: Page) => main(page).getByRole("link", { name: "Add a Review", exact: true });
const search = (page: Page) => page.getByPlaceholder("Search by title, author, or keyword...");
const filter = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Filters" }).getByRole("link", { name, exact: true });
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const link = (page: Page) => page.locator("#review-url");
const submit = (page: Page) => form(page).getByRole("button", { name: "Submit Review" }).click();

async function fillReview(page: Page, title: string, review = "Read it twice.\nIt holds.") {
  await field(page, "Title").fill(title);
  await field(page, "Author").fill("Anna Berg");
  await link(page).fill(`https://example.org/papers/${encodeURIComponent(title)}`);
  await field(page, "Review").fill(review);
}

/** Records the requests for the data of routes from now on. Others, such as prefetches, happen at any time. */
function recordRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (isData(request)) asked.push(`${request.method()} ${request.url()}`);
  });
  return asked;
}

test("a filter is chosen and the list filtered while typing, without a page load or losing the focus", async () => {
  const page = await open("/macro?sort=best");
  const all = await cards(page).count();
  await markDocument(page);
  await filter(page, "Labor").click();
  await page.waitForURL(url("/macro?category=labor&sort=best"));
  await expect.poll(() => cards(page).count()).toBeLessThan(all);
  expect(await filter(page, "Labor").getAttribute("aria-current")).toBe("true");
  await search(page).pressSequentially("wren");
  await page.waitForURL(
    ({ searchParams }) =>
      searchParams.get("q") === "wren" &&
      searchParams.get("category") === "labor" &&
      searchParams.get("sort") === "best",
  );
  await expect.poll(() => listHeading(page).textContent()).toBe("Research Reviews (1)");
  expect(await isFocused(search(page))).toBe(true);
  expect(await search(page).inputValue()).toBe("wren");
  await search(page).pressSequentially("xyz");
  await page.getByText("No reviews found matching your criteria.").waitFor();
  await page.getByRole("link", { name: "Show all reviews" }).click();
  await page.waitForURL(url("/macro?sort=best"));
  await expect.poll(() => cards(page).count()).toBe(all);
  expect(await isSameDocument(page)).toBe(true);
  // Typing has added nothing to the history.
  await page.goBack();
  await page.waitForURL(({ searchParams }) => searchParams.get("q") === "wrenxyz");
  await page.goBack();
  await page.waitForURL(url("/macro?sort=best"));
  await search(page).fill("FORWARD guidance");
  await search(page).press("Enter");
  await expect.poll(() => cards(page).getByRole("heading").allInnerTexts()).toHaveLength(1);
  expect(new URL(page.url()).searchParams.get("sort")).toBe("best");
});

test("the form opens without a request and takes the focus, and returns it when it closes", async () => {
  const page = await open("/stocks?q=a", await addSignedIn());
  const asked = recordRequests(page);
  await addLink(page).click();
  await expect.poll(() => isFocused(field(page, "Title"))).toBe(true);
  await field(page, "Title").fill("Forgotten");
  await form(page).getByText("0/2000").waitFor();
  await field(page, "Review").pressSequentially("twelve chars");
  await form(page).getByText("12/2000").waitFor();
  await form(page).getByRole("link", { name: "Cancel" }).click();
  await expect.poll(() => isFocused(addLink(page))).toBe(true);
  expect(page.url()).toBe(url("/stocks?q=a"));
  await addLink(page).click();
  expect(await field(page, "Title").inputValue()).toBe("");
  expect(asked).toEqual([]);
});

test("a visitor who would add a review is asked to sign in by the dialog", async () => {
  const page = await open("/tokenomics");
  await main(page).getByRole("link", { name: "DAO Members Only" }).click();
  await page.getByRole("dialog").getByLabel("Email").waitFor();
});

test("a review is added with the keyboard alone and shown without a page load, and the next form is empty", async () => {
  const page = await open("/macro", await addSignedIn());
  await markDocument(page);
  const { keyboard } = page;
  await addLink(page).focus();
  await keyboard.press("Enter");
  await expect.poll(() => isFocused(field(page, "Title"))).toBe(true);
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await keyboard.type("By keyboard");
  await press("Tab");
  await keyboard.type("Anna Berg");
  await press("Tab");
  await keyboard.type("https://example.org/papers/keyboard");
  await press("Tab", "ArrowDown", "Tab", "Tab", "ArrowLeft", "ArrowLeft", "Tab");
  await keyboard.type("Typed without a mouse.");
  await press("Tab", "Enter");
  await status(page, "Review added successfully!").waitFor();
  const card = cards(page).first();
  await expect.poll(() => card.innerText()).toContain("By keyboard");
  expect(await card.innerText()).toContain("(3/5)");
  expect(await card.innerText()).toContain("housing");
  await card.getByText("Typed without a mouse.").waitFor();
  await status(page, "Review added successfully!").getByRole("link", { name: "View it" }).waitFor();
  await expect.poll(() => isFocused(addLink(page))).toBe(true);
  expect(await isSameDocument(page)).toBe(true);
  await addLink(page).click();
  expect(await field(page, "Title").inputValue()).toBe("");
  expect(await form(page).getByRole("radio", { name: "5 stars" }).isChecked()).toBe(true);
});

test("after the session has ended, the server refuses a review once, and the next try sends no request", async () => {
  const page = await open("/stocks?review=new", await addSignedIn());
  expectPageError(page, /status of 401/);
  await fillReview(page, "Typed in vain");
  await page.context().clearCookies();
  await submit(page);
  await alert(page, "Authentication Required").waitFor();
  await page.getByText("Please log in to add reviews.").waitFor();
  expect(await field(page, "Title").inputValue()).toBe("Typed in vain");

  const toasts = page.locator(".toast").filter({ hasText: "Authentication Required" });
  // All at once, because a toast may disappear by itself before its turn.
  await toasts.getByRole("button", { name: "Dismiss" }).evaluateAll((buttons) => {
    for (const button of buttons) button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  await expect.poll(() => toasts.count()).toBe(0);
  const asked = recordRequests(page);
  await submit(page);
  await expect.poll(() => toasts.count()).toBe(1);
  expect(asked).toEqual([]);
  expect(await field(page, "Review").inputValue()).toContain("Read it twice.");
});

test("a link within the site to a review opens the review", async () => {
  const page = await open("/bonds");
  const id = await cards(page).first().locator("[id^=review-]").getAttribute("id");
  await page.evaluate((hash) => (window.location.hash = hash), `#${id}`);
  await expect
    .poll(() => cards(page).first().locator("details").getAttribute("open"))
    .not.toBeNull();
});
