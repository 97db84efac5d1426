/** Pages, and text typed in them, while a response is slow or lost. */
import type { Page, Request } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { expectPageError, openAt, openPage } from "../setup/browser";
import { alert, banner, hold, isData, isFocused, main, openArticleForm } from "../setup/pages";
import { addSignedIn } from "../setup/people";
import { useSharedSite, useSiteDatabase } from "../setup/site";

/** With the demonstration community, so that there is content to read and search. */
const site = useSharedSite("demo");
useSiteDatabase(site);
const url = (path: string) => site().origin + path;
let articleId: string;
beforeAll(async () => {
  const top = await fetch(url("/api/articles?sort=top&limit=1"));
  articleId = ((await top.json()) as { id: string }[])[0]!.id;
});

/** Opens a page as a new signed-in user. */
async function open(path: string, who: Parameters<typeof addSignedIn>[0] = {}): Promise<Page> {
  return openAt(url(path), { cookie: (await addSignedIn(who)).cookie });
}

/** Delivers posts, but drops their responses. @returns a function that ends this */
async function loseAnswers(page: Page): Promise<() => Promise<void>> {
  expectPageError(page, /ERR_FAILED/);
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.abort();
  });
  return () => page.unroute("**/*.data*");
}

/** @returns how many comments of the article have this content */
async function storedComments(content: string): Promise<number> {
  const answer = await fetch(url(`/api/articles/${articleId}/comments?limit=100`));
  const comments = (await answer.json()) as { content: string }[];
  return comments.filter((comment) => comment.content === content).length;
}

/** Whether a request is for route data with this parameter in its query. */
const asksFor = (name: string, value: string) => (request: Request) =>
  isData(request) && new URL(request.url()).searchParams.get(name) === value;

/** Two kinds of outage: there is no connection, or a proxy responds instead of the site. */
const outages: [string, (page: Page) => Promise<() => Promise<void>>, sentence: string][] = [
  [
    "without a connection",
    async (page) => {
      expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
      await page.context().setOffline(true);
      return () => page.context().setOffline(false);
    },
    "You seem to be offline.",
  ],
  [
    "behind a proxy that responds with 502",
    async (page) => {
      expectPageError(page, /status of 502|turbo-stream|Error/);
      const answer = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
      await page.route("**/*.data*", (route) => route.fulfill(answer));
      return () => page.unroute("**/*.data*");
    },
    "The site did not respond.",
  ],
];

test("an article stays as it was typed when its answer is lost and during outages, and is posted once after them", async () => {
  const page = await open("/community");
  await openArticleForm(page);
  const form = page.locator("#post form");
  const post = () => form.getByRole("button", { name: "Post Article" }).click();
  const title = form.getByRole("textbox", { name: "Title" });
  const note = form.getByLabel("Your note");
  await title.fill("Written in a tunnel");
  await form.getByLabel("Summary").fill("What it says.");
  await form.getByLabel("Link").fill(`https://example.org/${Date.now()}`);
  await note.fill("A long note.");
  const answer = await loseAnswers(page);
  await post();
  await alert(page, "Failed to post article").waitFor();
  await answer();
  for (const [name, interrupt, sentence] of outages) {
    const restore = await interrupt(page);
    await post();
    await form.getByRole("alert").filter({ hasText: sentence }).waitFor();
    await page.getByRole("button", { name: "Dark" }).click();
    await alert(page, "Failed to change the colour scheme.").waitFor();
    expect([await title.inputValue(), await note.inputValue()], name).toEqual([
      "Written in a tunnel",
      "A long note.",
    ]);
    await page.getByRole("heading", { name: "Recent Articles" }).waitFor();
    await restore();
  }
  await post();
  await page.getByText("Article posted!").waitFor();
  await page.getByRole("link", { name: "Written in a tunnel", exact: true }).first().waitFor();
  await expect.poll(() => title.inputValue()).toBe("");
  expect(await note.inputValue()).toBe("");
});

test("screens with a message of their own show it during an outage", async () => {
  const screens = [
    ["/momentum", "Momentum", "Failed to fetch momentum recommendations"],
    ["/community", "Community", "Failed to load articles. Please try again later."],
    ["/research", "Research", "Book Nook"],
  ] as const;
  const page = await open("/declaration");
  const heading = page.getByRole("heading", { level: 1 });
  const goTo = (link: string) =>
    banner(page).getByRole("link", { name: link, exact: true }).click();
  // The modules of the routes are loaded first, so that only their data fails.
  for (const [, link] of screens) {
    const former = await heading.innerText();
    await goTo(link);
    // The address changes before the page does, so the new heading is waited for.
    await heading.filter({ hasNotText: former }).waitFor();
  }
  await page.clock.install();
  for (const [name, interrupt] of outages) {
    await page.clock.fastForward(120_000);
    const restore = await interrupt(page);
    for (const [path, link, words] of screens) {
      await goTo(link);
      await page.waitForURL(url(path));
      await main(page).getByText(words).first().waitFor();
      expect(await main(page).innerText(), name).not.toContain("Status");
    }
    await restore();
  }
});

describe.each(outages)("%s", (_name, interrupt) => {
  test("a screen without a message of its own says that there was no response, and can be retried", async () => {
    const page = await open("/community");
    const restore = await interrupt(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "Whitepaper" }).click();
    const heading = page.getByRole("heading", {
      name: /^(You seem to be offline\.|The site did not respond\.)$/,
    });
    await heading.waitFor();
    const said = await main(page).innerText();
    expect(said).not.toMatch(/Status|Request|has been logged/);
    await restore();
    // Some versions of Chromium cache the failure to load a module; the page is then reloaded.
    expectPageError(page, /Error loading route module|dynamically imported module/);
    await page.getByRole("link", { name: "Try again" }).click();
    await heading.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1 }).waitFor();
  });
});

describe("without a connection", () => {
  async function disconnect(page: Page) {
    expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
  }

  test("comments that failed to load can be retried, and other forms keep their text", async () => {
    const page = await open("/community?view=cards");
    await openArticleForm(page);
    await page.getByRole("textbox", { name: "Title" }).fill("Half written");
    await disconnect(page);
    const card = page.getByRole("article").first();
    await card.getByRole("link", { name: /^Show Comments/ }).click();
    await card.getByText("Failed to load comments.").waitFor();
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Half written");
    await page.context().setOffline(false);
    await card.getByRole("button", { name: "Try again" }).click();
    await card.getByText("Failed to load comments.").waitFor({ state: "detached" });
    await card.getByText("Loading comments").waitFor({ state: "detached" });
  });

  test("the sign-in dialog says that there was no response, and stays open", async () => {
    const page = await openAt(url("/community"));
    const isKnown = page.waitForResponse((response) => response.url().includes("/login.data"));
    await banner(page).getByRole("link", { name: "Sign In" }).click();
    await (await isKnown).finished();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill("nobody@example.org");
    await dialog.getByLabel("Password").fill("wrong horse 2?");
    await disconnect(page);
    await dialog.getByRole("button", { name: "Sign In" }).click();
    await dialog.getByRole("alert").filter({ hasText: "The site did not respond." }).waitFor();
    expect(await dialog.getByLabel("Email").inputValue()).toBe("nobody@example.org");
  });

  test("the error of a generation leaves the page as it is, and is shown only once, also on the next page", async () => {
    const page = await open("/sentiment");
    await disconnect(page);
    await page.getByRole("button", { name: "Generate New" }).click();
    const failures = page.getByRole("alert").filter({ hasText: "Failed to generate" });
    await failures.waitFor();
    await page.getByRole("button", { name: "Generate New" }).waitFor();
    await page.context().setOffline(false);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Week of/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "The mentions" }).waitFor();
    expect(await failures.count()).toBe(1);
  });
});

describe("on a slow connection", () => {
  const search = (page: Page) => page.getByPlaceholder("Search by title, author, or keyword...");
  const heading = (page: Page) => page.locator("#reviews-heading");

  test("the result of a search that is cleared while it is pending is not shown", async () => {
    const page = await open("/macro");
    const all = await heading(page).textContent();
    const letThrough = await hold(page, asksFor("q", "wren"));
    const isAsked = page.waitForRequest(asksFor("q", "wren"));
    await search(page).fill("wren");
    await isAsked;
    const isRequestedAgain = page.waitForRequest(
      (request) => isData(request) && !new URL(request.url()).searchParams.has("q"),
    );
    await search(page).fill("");
    await isRequestedAgain;
    letThrough();
    await expect.poll(() => page.url()).toBe(url("/macro"));
    expect(await heading(page).textContent()).toBe(all);
    expect(await search(page).inputValue()).toBe("");
  });

  test("a filter that is chosen during a search is kept, and so is the text of the search", async () => {
    const page = await openPage();
    await page.clock.install();
    await page.goto(url("/macro"));
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const letThrough = await hold(page, asksFor("category", "labor"));
    await search(page).fill("wren");
    const isAsked = page.waitForRequest(asksFor("category", "labor"));
    await page
      .getByRole("navigation", { name: "Filters" })
      .getByRole("link", { name: "Labor", exact: true })
      .click();
    await isAsked;
    await page.clock.runFor(1_000);
    letThrough();
    await page.waitForURL(url("/macro?category=labor&q=wren"));
    await expect.poll(() => heading(page).textContent()).toBe("Research Reviews (1)");
    expect(await search(page).inputValue()).toBe("wren");
  });

  test("a stored upvote stays visible while the page is revalidated", async () => {
    const page = await open(`/article/${articleId}`);
    const letThrough = await hold(page, (request) => request.method() === "GET");
    const isRevalidated = page.waitForRequest(
      (request) => isData(request) && request.method() === "GET",
    );
    const button = page.getByRole("button", { name: /^Upvote/ });
    const before = Number(/\d+/.exec(await button.innerText())?.[0]);
    await button.click();
    await isRevalidated;
    await page.getByText("Article upvoted!").waitFor();
    expect(await button.innerText()).toMatch(new RegExp(`^Upvoted\\s+${before + 1}$`));
    letThrough();
    await expect.poll(() => button.getAttribute("aria-disabled")).toBeNull();
    expect(await button.innerText()).toMatch(new RegExp(`^Upvoted\\s+${before + 1}$`));
  });
});

test("a comment is posted by keyboard and the focus returns to its field, and one that is refused keeps its text", async () => {
  const page = await open(`/article/${articleId}`);
  expectPageError(page, /status of 400/);
  const comment = page.getByLabel("Add a comment");
  await comment.fill("The first is posted.");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect.poll(() => comment.inputValue()).toBe("");
  await expect.poll(() => isFocused(comment)).toBe(true);
  const tooLong = "x".repeat(5_001);
  await comment.fill(tooLong);
  await page.getByRole("button", { name: "Post Comment" }).click();
  await page.getByText("Comment must be 5,000 characters or less.").waitFor();
  expect(await comment.inputValue()).toBe(tooLong);
});

test("a comment is stored once when it is sent again after its answer was lost and without a connection, and the same text again is a new one", async () => {
  const page = await open(`/article/${articleId}`);
  const comment = page.getByLabel("Add a comment");
  const form = page.locator("form").filter({ has: comment });
  const button = form.getByRole("button", { name: "Post Comment" });
  const key = () => form.locator('input[name="formKey"]').inputValue();
  const first = await key();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  await comment.pressSequentially("Stored, but not answered.");
  expect(await key(), "after typing").toBe(first);
  const answer = await loseAnswers(page);
  await button.click();
  await alert(page, "Failed to post comment.").waitFor();
  expect(await storedComments("Stored, but not answered.")).toBe(1);
  expect(await key(), "after an answer that was lost").toBe(first);
  await answer();
  expectPageError(page, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.getByRole("button", { name: /^Upvote \d/ }).click();
  await alert(page, "Failed to upvote article.").waitFor();
  await page.context().setOffline(false);
  expect(await comment.inputValue()).toBe("Stored, but not answered.");
  await button.click();
  await page.getByText("Comment posted!").waitFor();
  await expect.poll(() => comment.inputValue()).toBe("");
  expect(await storedComments("Stored, but not answered.")).toBe(1);
  expect(await key(), "after a success").toMatch(/^[0-9a-f]{32}$/);
  expect(await key()).not.toBe(first);
  await comment.fill("Stored, but not answered.");
  await button.click();
  await expect.poll(() => storedComments("Stored, but not answered.")).toBe(2);
});

describe("while the data of a screen is loading", () => {
  test("screens show their skeletons, and one that has none a progress bar", async () => {
    const page = await openAt(url("/declaration"));
    const expectHeading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
    const inHeader = (name: string) => banner(page).getByRole("link", { name, exact: true });
    for (const [path, link, label, count] of [
      ["/momentum", inHeader("Momentum"), "Loading the recommendations", 4],
      ["/research", inHeader("Research"), "Loading the topics", 6],
      [
        "/category/macro",
        main(page).getByRole("link", { name: "Macro" }),
        "Loading the reviews",
        3,
      ],
    ] as const) {
      const letThrough = await hold(page, isData);
      await link.click();
      await page.waitForURL(url(path));
      const skeleton = page.locator('[aria-busy="true"]').filter({ hasText: label });
      await skeleton.waitFor();
      expect(await skeleton.locator("> div").count(), path).toBe(count);
      if (path === "/category/macro") await expectHeading("Macro");
      letThrough();
      await skeleton.waitFor({ state: "detached" });
    }
    const letThrough = await hold(page, isData);
    await page.getByRole("contentinfo").getByRole("link", { name: "Whitepaper" }).click();
    const progress = page.getByRole("progressbar", { name: "Loading the page" });
    await progress.waitFor();
    letThrough();
    await page.waitForURL(url("/whitepaper"));
    await progress.waitFor({ state: "detached" });
  });

  const goToCommunity = async (page: Page) => {
    await banner(page).getByRole("link", { name: "Community", exact: true }).click();
    await page.getByRole("heading", { name: "Recent Articles" }).waitFor();
  };
  const isForFrame = (request: Request) => /_routes=root(&|$)/.test(request.url());

  test("a visitor's navigation does not request the data of the frame", async () => {
    const page = await openAt(url("/declaration"));
    const asked: string[] = [];
    page.on("request", (request) => {
      if (isData(request)) asked.push(request.url());
    });
    await goToCommunity(page);
    expect(asked.length).toBeGreaterThan(0);
    for (const address of asked) {
      expect(new URL(address).searchParams.get("_routes")).not.toMatch(/(^|,)root(,|$)|^$/);
    }
  });

  test("a user's navigation does, because the session may have ended, and so does a form", async () => {
    const page = await open("/declaration");
    const isAsked = page.waitForRequest(isForFrame);
    await goToCommunity(page);
    await isAsked;
    const isRevalidated = page.waitForRequest(isForFrame);
    await page
      .getByRole("button", { name: /^Upvote \d/ })
      .first()
      .click();
    await isRevalidated;
  });
});
