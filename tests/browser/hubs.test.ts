/** The research room, the hubs and their reviews, and the categories: with scripts. */
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { grantMembership } from "~/services/accounts/admin.server";
import { expectAccessible, expectAccessibleLooks, looks } from "../setup/accessibility";
import { expectPageError, startBrowser, openPage, signIn } from "../setup/browser";
import { addSignedIn } from "../setup/people";
import { startSite, useSite, useSiteDatabase } from "../setup/site";

/** With the demonstration community, so that there are reviews to filter and search. */
const site = useSite({ DEMO: "1" });
useSiteDatabase(site);
const url = (path: string) => site().origin + path;
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

let made = 0;

interface Person {
  email: string;
  name: string;
  token: string;
  cookie: string;
}

/** Creates a user with an open session; other files test signing in. */
async function newPerson(): Promise<Person> {
  const name = `Reviewer${(made += 1)}`;
  const { token, cookie } = await addSignedIn({ name });
  return { email: `${name.toLowerCase()}@example.org`, name, token, cookie };
}

async function send<Answer>(path: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(url(path), {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function openAs(person: Person, path: string, options: BrowserContextOptions = {}) {
  const page = await openPage(browser, options);
  await signIn(page, site().origin, person.cookie);
  await page.goto(url(path));
  return page;
}

const main = (page: Page) => page.getByRole("main");
const listHeading = (page: Page) => page.locator("#reviews-heading");
const cards = (page: Page) => page.locator("#reviews article");
const titles = (page: Page) => page.locator("#reviews article h3").allInnerTexts();
const form = (page: Page) =>
  page.locator("#review-outcome form, section:has(> #review-form-heading) form");
const addLink = (page: Page) => main(page).getByRole("link", { name: "Add a Review", exact: true });
const search = (page: Page) => page.getByPlaceholder("Search by title, author, or keyword...");
const filter = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Filters" }).getByRole("link", { name, exact: true });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });

/** Sets a property of the window, which a reload removes; `stayed()` checks it. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { stays: true }));
const stayed = (page: Page) => page.evaluate(() => "stays" in window);

/** Clicks all at once, because a toast may disappear by itself before its turn. */
const pressAll = (buttons: (HTMLElement | SVGElement)[]) => {
  for (const button of buttons) button.dispatchEvent(new MouseEvent("click", { bubbles: true }));
};

/**
 * Records the requests of a page to loaders and actions from now on. Other requests, such as prefetches
 * of links, happen at any time.
 */
function recordRouteRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".data")) asked.push(`${request.method()} ${request.url()}`);
  });
  return asked;
}

const paper = (title: string) => ({
  title,
  author: "Anna Berg",
  url: `https://example.org/papers/${encodeURIComponent(title)}`,
});

async function fillReview(page: Page, title: string, review = "Read it twice.\nIt holds.") {
  const { author, url: link } = paper(title);
  await field(page, "Title").fill(title);
  await field(page, "Author").fill(author);
  await page.locator("#review-url").fill(link);
  await field(page, "Review").fill(review);
}

const submit = (page: Page) => form(page).getByRole("button", { name: "Submit Review" }).click();

async function describedBy(page: Page, selector: string): Promise<string> {
  const ids = (await page.locator(selector).getAttribute("aria-describedby"))?.split(" ") ?? [];
  const texts = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
  return texts.join(" ");
}

describe("the research room", () => {
  test("shows six skeletons while it is loading", async () => {
    const page = await openPage(browser);
    await page.goto(url("/declaration"));
    const letThrough = await hold(page, "/research.data");
    await page.getByRole("banner").getByRole("link", { name: "Research" }).click();
    await page.getByText("Loading the topics").waitFor({ state: "attached" });
    expect(await main(page).locator("[aria-busy=true] > div").count()).toBe(6);
    letThrough();
    await main(page).getByRole("heading", { name: "Macro" }).waitFor();
    expect(await main(page).locator("[aria-busy=true]").count()).toBe(0);
  });
});

/** Holds back the data of a screen, but not that of the frame. @returns a function that lets it through */
async function hold(page: Page, path: string): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  const isDataOfScreen = ({ pathname, searchParams }: URL) =>
    pathname === path && searchParams.get("_routes") !== "root";
  await page.route(isDataOfScreen, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

test("a card shows the reviewed work, its author, the reviewer, the rating and the text", async () => {
  const person = await newPerson();
  await send(
    "/api/reviews",
    {
      ...paper("A card"),
      rating: 3,
      category: "money-markets",
      review: "First line.\nhttps://example.org/more\n<b>not bold</b>",
    },
    person.token,
  );
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(url("/bonds"));
  const card = cards(page).filter({ has: page.getByRole("heading", { name: /^A card/ }) });
  const link = card.getByRole("link", { name: "A card (opens in a new tab)" });
  expect(await link.getAttribute("href")).toBe(paper("A card").url);
  expect(await link.getAttribute("target")).toBe("_blank");
  expect(await link.getAttribute("rel")).toContain("noopener");
  const text = await card.innerText();
  expect(text).toContain("Author: Anna Berg");
  expect(text).toContain("(3/5)");
  expect(text).toContain(`Reviewed by ${person.name}`);
  expect(text).toContain("money markets");
  expect(text).not.toContain("First line.");
  await card.locator("summary").click();
  await card.getByText("First line.").waitFor();
  await card.getByText("<b>not bold</b>").waitFor();

  // An address with its fragment opens the review.
  const id = await card.locator("[id^=review-]").getAttribute("id");
  await page.goto(url("/"));
  await page.goto(url(`/bonds#${id}`));
  await card.getByText("First line.").waitFor();
});

describe("with scripts", () => {
  const open = async (path: string) => {
    const page = await openPage(browser);
    await page.goto(url(path));
    return page;
  };

  test("filter, search and order are combined in the address", async () => {
    const page = await open("/macro");
    const all = await cards(page).count();
    await filter(page, "Monetary Policy").click();
    await page.waitForURL(url("/macro?category=monetary-policy"));
    await expect.poll(() => cards(page).count()).toBeLessThan(all);
    expect(await filter(page, "Monetary Policy").getAttribute("aria-current")).toBe("true");
    const badges = await cards(page).getByText("monetary policy", { exact: true }).count();
    expect(badges).toBe(await cards(page).count());
    expect(await listHeading(page).textContent()).toBe(`Research Reviews (${badges})`);

    await main(page).getByRole("link", { name: "Best", exact: true }).click();
    await page.waitForURL(url("/macro?category=monetary-policy&sort=best"));
    await search(page).fill("FORWARD guidance");
    await search(page).press("Enter");
    await page.waitForURL(/q=FORWARD(\+|%20)guidance/);
    await expect.poll(() => titles(page)).toEqual([expect.stringMatching(/^Forward Guidance/)]);
    const query = new URL(page.url()).searchParams;
    expect(query.get("category")).toBe("monetary-policy");
    expect(query.get("sort")).toBe("best");

    await filter(page, "Labor").click();
    await page.waitForURL(/category=labor/);
    await page
      .getByText("No reviews found matching your criteria. Please check back later.")
      .waitFor();
    await page.getByRole("link", { name: "Show all reviews" }).click();
    await page.waitForURL(url("/macro?sort=best"));
    await expect.poll(() => cards(page).count()).toBe(all);
  });

  test("the order “best” is that of the API", async () => {
    const page = await open("/stocks?sort=best");
    const api = await fetch(url("/api/reviews?hub=stocks&sort=best"));
    const best = (await api.json()) as { title: string }[];
    const shown = (await titles(page)).map((title) => title.split("\u00a0")[0]);
    expect(shown).toEqual(best.map(({ title }) => title));
  });

  test("invalid values in an address are ignored", async () => {
    const page = await open("/stocks?category=nonsense&sort=nonsense&after=nonsense&q=");
    expect(await filter(page, "All").getAttribute("aria-current")).toBe("true");
    expect(await cards(page).count()).toBeGreaterThan(1);
  });

  test("opens and closes the form, adds a review and shows it", async () => {
    const person = await newPerson();
    const page = await openAs(person, "/asset-allocation");
    await mark(page);
    await addLink(page).click();
    await field(page, "Title").fill("Forgotten");
    await form(page).getByRole("link", { name: "Cancel" }).click();
    await form(page).waitFor({ state: "detached" });
    await addLink(page).click();
    expect(await field(page, "Title").inputValue()).toBe("");
    expect(await field(page, "Username").inputValue()).toBe(person.name);
    expect(await field(page, "Username").getAttribute("readonly")).not.toBeNull();
    expect(await field(page, "Category").inputValue()).toBe("stocks");
    expect(await form(page).getByRole("radio", { name: "5 stars" }).isChecked()).toBe(true);
    expect(await field(page, "Review").getAttribute("placeholder")).toContain("300 words");
    expect(await field(page, "Review").getAttribute("maxlength")).toBeNull();

    const title = "Added";
    await fillReview(page, title);
    await field(page, "Category").selectOption("real-estate");
    await form(page).getByText("4", { exact: true }).click();
    await submit(page);
    const said = toast(page, "Review added successfully!");
    await said.waitFor();
    expect(await said.textContent()).toContain("Success");
    await form(page).waitFor({ state: "detached" });
    await page.waitForURL(({ pathname, search }) => pathname + search === "/asset-allocation");
    const card = cards(page).first();
    expect(await card.innerText()).toContain(title);
    expect(await card.innerText()).toContain("(4/5)");
    expect(await card.innerText()).toContain("real estate");
    expect(await stayed(page)).toBe(true);
    await addLink(page).click();
    expect(await field(page, "Title").inputValue()).toBe("");
    expect(await field(page, "Category").inputValue()).toBe("stocks");
    expect(await form(page).getByRole("radio", { name: "5 stars" }).isChecked()).toBe(true);
  });

  test("a rejected review keeps everything that was typed, with each message at its field", async () => {
    const page = await openAs(await newPerson(), "/bonds?review=new");
    expectPageError(page, /status of 400/);
    expect(await field(page, "Category").inputValue()).toBe("credit");
    await field(page, "Title").fill("Kept");
    await page.locator("#review-url").fill("ftp://example.org/kept");
    await field(page, "Category").selectOption("rates");
    await form(page).getByText("2", { exact: true }).click();
    await field(page, "Review").fill("x".repeat(2001));
    await submit(page);
    await form(page).getByText("Please enter a valid URL.").waitFor();
    expect(await describedBy(page, "#review-url")).toContain("Please enter a valid URL.");
    expect(await describedBy(page, "#review-author")).toContain("Required");
    expect(await describedBy(page, "#review-review")).toContain(
      "Review must be 2,000 characters or less.",
    );
    expect(await field(page, "Title").inputValue()).toBe("Kept");
    expect(await page.locator("#review-url").inputValue()).toBe("ftp://example.org/kept");
    expect(await field(page, "Category").inputValue()).toBe("rates");
    expect(await form(page).getByRole("radio", { name: "2 stars" }).isChecked()).toBe(true);
    expect(await field(page, "Review").inputValue()).toBe("x".repeat(2001));
    await form(page).getByText("2001/2000").waitFor();
    await page.locator("#review-url").fill("");
    await submit(page);
    await expect.poll(() => describedBy(page, "#review-url")).toContain("Required");
    await expectAccessible(page);
  });

  test("a second review of a work can replace the first", async () => {
    const person = await newPerson();
    const title = "Twice";
    const review = { ...paper(title), rating: 1, category: "tech", review: "No." };
    await send("/api/reviews", review, person.token);
    const page = await openAs(person, "/stocks?review=new");
    expectPageError(page, /status of 409/);
    expect(await field(page, "Category").inputValue()).toBe("consumer");
    await fillReview(page, title, "On second thoughts, yes.");
    await field(page, "Title").press("Enter");
    await form(page).getByText("You have already reviewed this work.").waitFor();
    expect(await field(page, "Review").inputValue()).toBe("On second thoughts, yes.");
    await expectAccessible(page);
    await form(page).getByRole("button", { name: "Replace my earlier review" }).click();
    await toast(page, "Review added successfully!").waitFor();
    await form(page).waitFor({ state: "detached" });
    const own = cards(page).filter({ hasText: title });
    await expect.poll(() => own.count()).toBe(1);
    expect(await own.innerText()).toContain("(5/5)");
    expect(await own.innerText()).toContain("consumer");
  });

  test("in tokenomics only members can add a review", async () => {
    const person = await newPerson();
    const page = await open("/tokenomics");
    await page.getByText("Please log in to add reviews.").waitFor();
    const gate = main(page).getByRole("link", { name: "DAO Members Only" });
    await gate.click();
    await page.getByRole("dialog").getByLabel("Email").waitFor();

    const own = await openAs(person, "/tokenomics");
    expect(await addLink(own).count()).toBe(0);
    expect(await own.getByText("Please log in to add reviews.").count()).toBe(0);
    await own.goto(url("/tokenomics?review=new"));
    expect(await form(own).count()).toBe(0);
    await main(own).getByRole("link", { name: "DAO Members Only" }).click();
    await own.waitForURL(url("/partner"));

    await grantMembership(person.email, true);
    await own.goto(url("/tokenomics"));
    await addLink(own).click();
    expect(await field(own, "Category").inputValue()).toBe("l1s");
    await fillReview(own, "By a member");
    await submit(own);
    await toast(own, "Review added successfully!").waitFor();
    await expect.poll(() => titles(own)).toContainEqual(expect.stringContaining("By a member"));
  });
});

describe("with scripts", () => {
  test("the list is filtered while typing, without losing the focus or adding to the history", async () => {
    const page = await openPage(browser);
    await page.goto(url("/"));
    await page.goto(url("/macro?category=labor"));
    await mark(page);
    await search(page).pressSequentially("wren");
    await page.waitForURL(url("/macro?category=labor&q=wren"));
    await expect.poll(() => listHeading(page).textContent()).toBe("Research Reviews (1)");
    expect(await search(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await search(page).inputValue()).toBe("wren");
    await search(page).fill("");
    await page.waitForURL(url("/macro?category=labor"));
    expect(await stayed(page)).toBe(true);
    await page.goBack();
    await page.waitForURL(url("/"));
  });

  test("a hub shows three skeletons while it is loading", async () => {
    const page = await openPage(browser);
    await page.goto(url("/research"));
    const letThrough = await hold(page, "/category/bonds.data");
    await main(page).getByRole("link", { name: "Bonds" }).click();
    await page.getByText("Loading the reviews").waitFor({ state: "attached" });
    expect(await main(page).locator("[aria-busy=true] > div").count()).toBe(3);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Bonds");
    letThrough();
    await listHeading(page).waitFor();
  });

  test("the form opens without a request and takes the focus, and returns it when it closes", async () => {
    const page = await openAs(await newPerson(), "/stocks?q=a");
    const asked = recordRouteRequests(page);
    await addLink(page).click();
    const isFocused = (locator: ReturnType<Page["locator"]>) =>
      locator.evaluate((element) => element === document.activeElement);
    await expect.poll(() => isFocused(field(page, "Title"))).toBe(true);
    await form(page).getByText("0/2000").waitFor();
    await field(page, "Review").pressSequentially("twelve chars");
    await form(page).getByText("12/2000").waitFor();
    await form(page).getByRole("link", { name: "Cancel" }).click();
    await expect.poll(() => isFocused(addLink(page))).toBe(true);
    expect(page.url()).toBe(url("/stocks?q=a"));
    expect(asked).toEqual([]);
  });

  test("a review can be added with the keyboard alone", async () => {
    const page = await openAs(await newPerson(), "/macro");
    const { keyboard } = page;
    await addLink(page).focus();
    await keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("review-title");
    const said = paper("By keyboard");
    await keyboard.type(said.title);
    await keyboard.press("Tab");
    await keyboard.type(said.author);
    await keyboard.press("Tab");
    await keyboard.type(said.url);
    await keyboard.press("Tab");
    await keyboard.press("ArrowDown");
    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await keyboard.press("ArrowLeft");
    await keyboard.press("ArrowLeft");
    await keyboard.press("Tab");
    await keyboard.type("Typed without a mouse.");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await toast(page, "Review added successfully!").waitFor();
    await expect.poll(() => cards(page).first().innerText()).toContain("By keyboard");
    expect(await cards(page).first().innerText()).toContain("(3/5)");
    expect(await cards(page).first().innerText()).toContain("housing");
    await expect
      .poll(() => addLink(page).evaluate((element) => element === document.activeElement))
      .toBe(true);
  });

  test("after the session has ended, the server refuses a review once, and the next try sends no request", async () => {
    const page = await openAs(await newPerson(), "/stocks?review=new");
    expectPageError(page, /status of 401/);
    await fillReview(page, "Typed in vain");
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await submit(page);
    await alert(page, "Authentication Required").first().waitFor();
    await page.getByText("Please log in to submit a review.").first().waitFor();
    await page.getByText("Please log in to add reviews.").waitFor();
    expect(await field(page, "Title").inputValue()).toBe("Typed in vain");

    const toasts = page.locator(".toast").filter({ hasText: "Authentication Required" });
    await toasts.getByRole("button", { name: "Dismiss" }).evaluateAll(pressAll);
    await expect.poll(() => toasts.count()).toBe(0);
    const asked = recordRouteRequests(page);
    await submit(page);
    await expect.poll(() => toasts.count()).toBe(1);
    expect(asked).toEqual([]);
    expect(await field(page, "Review").inputValue()).toContain("Read it twice.");
  });

  test("an empty list invites a signed-in user to add a review", async () => {
    const page = await openAs(await newPerson(), "/bonds?q=nothing+has+this");
    await page
      .getByText("No reviews found matching your criteria. Be the first to add a review!")
      .waitFor();
    expect(await listHeading(page).textContent()).toBe("Research Reviews (0)");
  });

  test("a link within the site to a review opens the review", async () => {
    const page = await openPage(browser);
    await page.goto(url("/bonds"));
    const id = await cards(page).first().locator("[id^=review-]").getAttribute("id");
    await page.evaluate((hash) => (window.location.hash = hash), `#${id}`);
    await expect
      .poll(() => cards(page).first().locator("details").getAttribute("open"))
      .not.toBeNull();
  });
});

describe("posts that the site's own forms never send", () => {
  const post = async (path: string, fields: Record<string, string>, cookie = "") => {
    const response = await fetch(url(path), {
      method: "POST",
      headers: { Cookie: cookie, Origin: site().origin },
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    return { status: response.status, html: await response.text() };
  };
  const fields = {
    title: "Crafted",
    author: "Nobody",
    url: "https://example.org/crafted",
    rating: "5",
    category: "memes",
    review: "A text to keep.",
  };

  test("from a non-member are refused, with the text in the form", async () => {
    const { cookie } = await newPerson();
    const { status, html } = await post("/tokenomics", fields, cookie);
    expect(status).toBe(403);
    expect(html).toContain("Only members of the organisation review Tokenomics.");
    expect(html).toContain("A text to keep.");
  });

  test("from a visitor are refused, with the text in the form", async () => {
    const { status, html } = await post("/macro", { ...fields, category: "labor" });
    expect(status).toBe(401);
    expect(html).toContain("Authentication Required");
    expect(html).toContain("Please log in to submit a review.");
    expect(html).toContain("A text to keep.");
  });

  test("with a category of another hub are refused with a message at the field", async () => {
    const { cookie } = await newPerson();
    const { status, html } = await post("/macro", fields, cookie);
    expect(status).toBe(400);
    expect(html).toContain("Please choose one of the categories.");
    expect(html).toContain("A text to keep.");
  });
});

describe("the categories", () => {
  test("one without articles says so", async () => {
    const empty = await startSite();
    const page = await openPage(browser);
    await page.goto(`${empty.origin}/category/crypto`);
    await page
      .getByText("No articles found in this category yet. Check back later for new content!")
      .waitFor();
    await expectAccessible(page);
    await page.goto(`${empty.origin}/macro`);
    await page
      .getByText("No reviews found matching your criteria. Please check back later.")
      .waitFor();
    expect(await listHeading(page).textContent()).toBe("Research Reviews (0)");
    await expectAccessible(page);
    await empty.stop();
  });

  test("an unknown one shows the not-found page with status 404", async () => {
    const page = await openPage(browser);
    expectPageError(page, /status of 404/);
    for (const slug of ["nonsense", "constructor", "__proto__"]) {
      const response = await page.goto(url(`/category/${slug}`));
      expect(response?.status()).toBe(404);
      await page.getByRole("heading", { level: 1, name: "Category not found" }).waitFor();
    }
    await expectAccessible(page);
  });
});

test.each([
  "/research",
  "/asset-allocation?category=real-estate&sort=best",
  "/tokenomics",
  "/book-nook",
  "/stocks?q=nothing+has+this",
  "/category/governance",
])("%s is accessible and does not scroll sideways", async (path) => {
  const page = await openPage(browser, looks.light);
  await page.goto(url(path));
  const summary = main(page).locator("article summary").first();
  if (await summary.isVisible()) await summary.click();
  await expectAccessibleLooks(page);
});

test("the form, with messages and a toast, is accessible and does not scroll sideways", async () => {
  const page = await openAs(await newPerson(), "/macro?review=new", looks.light);
  expectPageError(page, /status of 400/);
  await expectAccessibleLooks(page);
  await submit(page);
  await form(page).getByText("Required").first().waitFor();
  await expectAccessibleLooks(page);
  await fillReview(page, "In every look");
  await submit(page);
  const added = toast(page, "Review added successfully!");
  // The focus returns to the link that opened the form; then it moves to the toast, so that the toast stays.
  await expect
    .poll(() => addLink(page).evaluate((element) => element === document.activeElement))
    .toBe(true);
  await added.getByRole("button", { name: "Dismiss" }).focus();
  await expectAccessibleLooks(page);
  expect(await added.isVisible()).toBe(true);
});
