import { beforeAll, describe, expect, test } from "vitest";
import { site as config } from "~/config/site";
import { topics } from "~/domain/topics";
import { grantMembership } from "~/services/accounts/admin.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { addArticle, addSignedIn, addUser, someReview, type SignedIn } from "../../setup/people";
import { PlainBrowser, type PlainPage } from "../../setup/plain-browser";
import { clearSiteCaches, useSharedSite, useSiteDatabase } from "../../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

/** A review in each hub but two in Macro, and enough articles for the front page. */
beforeAll(async () => {
  const author = await addUser({ isMember: true });
  for (const { slug, reviewCategories } of topics) {
    await addReview(author, someReview({ category: reviewCategories[0]!.slug }));
    await addArticle({ category: slug });
  }
  const guidance = { title: "Forward Guidance", category: "monetary-policy" };
  await addReview(author, someReview(guidance));
  const { id } = await addArticle({ title: "Bitcoin in a treasury", category: "governance" });
  await commentOnArticle(author, id, { content: "A bitcoin is a bitcoin." });
  await clearSiteCaches();
});

const open = (path: string, person?: SignedIn) =>
  new PlainBrowser(site().origin, person?.cookie).open(path);
const siteName = config.name;
const cards = (page: PlainPage) => page.part("#reviews").all("article");
const titles = (page: PlainPage) =>
  cards(page).map((card) => card.part("h3").text.replace(" (opens in a new tab)", ""));
const listHeading = (page: PlainPage) => page.part("#reviews-heading").text;
/** The names of the links in the header, and their paths. */
const mainPages = [
  ["Declaration of Principles", "/declaration"],
  ["Research", "/research"],
  ["Community", "/community"],
  ["Momentum", "/momentum"],
  ["Sentiment", "/sentiment"],
  ["Club", "/investmentclub"],
  [siteName, "/"],
] as const;

describe("the frame", () => {
  test("the header links to every main page, and to signing in", async () => {
    let page = await open("/stay-tuned");
    for (const [name, path] of mainPages) {
      page = await page.part("header").follow(name);
      expect(page.path).toBe(path);
      expect(page.status).toBe(200);
    }
    expect(page.part("header").links("Sign In")[0]!.get("href")).toMatch(/^\/login\?/);
  });

  test("the choice of a colour scheme is remembered until it is the system's again", async () => {
    const page = await open("/whitepaper?view=html");
    const { cookies } = page.browser;
    expect([...cookies]).toEqual([]);
    const schemeOf = (of: PlainPage) => of.part("html").get("data-scheme");
    const light = await page.press("Light");
    expect(light.path).toBe("/whitepaper?view=html");
    const next = await page.browser.open("/stay-tuned");
    expect([schemeOf(page), schemeOf(light), schemeOf(next)]).toEqual([
      undefined,
      "light",
      "light",
    ]);
    expect(next.buttons("Light")[0]!.get("aria-pressed")).toBe("true");
    expect(schemeOf(await next.press("System"))).toBeUndefined();
    expect([...cookies]).toEqual([]);
  });

  test("an unknown address and a post of unknown fields show error pages in the frame", async () => {
    const page = await open("/no/such/page");
    expect(page.status).toBe(404);
    expect(page.text).toContain("The page you're looking for doesn't exist.");
    expect(page.part("title").text).toBe(`Page not found · ${siteName}`);
    expect((await page.part("main").follow("Go to the front page")).path).toBe("/");
    const url = new URL("/community", site().origin);
    const refused = await page.browser.submit(url, "post", { "no.field": "1" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Something was wrong with that request.");
    expect(refused.part("title").text).toMatch(/^Something went wrong · /);
    expect((await refused.part("header").follow(siteName)).path).toBe("/");
  });

  test("a toast is shown once, and can be dismissed by a link", async () => {
    const { browser } = await open("/stay-tuned");
    browser.cookies.set("toast", btoa(JSON.stringify("upvote.done")));
    const page = await browser.open("/stay-tuned?x=1");
    expect(page.part("status").text).toContain("Article upvoted!");
    expect(page.links("Dismiss")).toHaveLength(1);
    expect([...browser.cookies]).toEqual([]);
    expect((await page.follow("Dismiss")).text).not.toContain("Article upvoted!");
  });

  test("a search lists results in which the word is marked, and one without results explains the rules", async () => {
    const form = (await open("/declaration")).part("header");
    const page = await form.pressReturn("q", { q: "Bitcoin" });
    expect(page.path).toBe("/search?q=Bitcoin");
    const results = page.part("main").all("article");
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) {
      expect(result.all("mark").map(({ text }) => text.toLowerCase())).toContain("bitcoin");
    }
    expect(page.part("main").field("q").value).toBe("Bitcoin");
    const comments = await page.part("nav", "What to search").follow(/^Comments/);
    expect(comments.path).toBe("/search?q=Bitcoin&kind=comments");
    const found = await comments.part("main").part("article").part("h3").follow(/./);
    expect(found.path).toMatch(/^\/article\/[0-9a-f]{24}\?comment=[0-9a-f]{24}$/);
    expect(found.part(found.url.hash).text).toMatch(/bitcoin/i);

    const nothing = await form.pressReturn("q", { q: "zyzzyva" });
    expect(nothing.text).toMatch(/Nothing contains this word: “ ?zyzzyva/);
    expect(nothing.text).toContain("How search works");
  });
});

describe("the hubs", () => {
  test("the research room shows six topics with their counts", async () => {
    const shown = (await open("/research-hub")).part("main").all("li");
    expect(shown.map((item) => item.part("h2").text)).toEqual(topics.map(({ title }) => title));
    for (const [place, { slug, title, description }] of topics.entries()) {
      expect(shown[place]!.text).toContain(description);
      expect(shown[place]!.text).toMatch(/papers? \d+ contributors? \d+/);
      expect(shown[place]!.part("a", title).get("href")).toBe(`/category/${slug}`);
    }
  });

  test.each(topics)("$slug has its filters, and a heading with a count", async (topic) => {
    const { slug, allLabel, reviewCategories } = topic;
    const labels = [allLabel, ...reviewCategories.map(({ label }) => label)];
    const page = await open(`/category/${slug}`);
    const links = page.part("nav", "Filters").all("a");
    expect(links.map(({ text }) => text)).toEqual(labels);
    expect(links[0]!.get("aria-current")).toBe("true");
    const name = slug === "book-nook" ? "Book Reviews" : "Research Reviews";
    expect(listHeading(page)).toBe(`${name} (${cards(page).length})`);
    expect(page.part("main").field("q").get("placeholder")).toBe(
      "Search by title, author, or keyword...",
    );
    expect(page.text).toContain("Please log in to add reviews.");
    expect(page.links("Add a Review")).toEqual([]);
  });

  test("the book nook says what it is for, and does not link a book without an address", async () => {
    const { viewer } = await addSignedIn();
    const book = { title: "Without an address", url: undefined, category: "science-fiction" };
    await addReview(viewer, someReview(book));
    const findCard = async () =>
      cards(await open("/book-nook")).find(({ text }) => text.includes("Without an address"));
    // The site notices within a second what another process has written.
    await expect.poll(findCard).toBeDefined();
    const card = (await findCard())!;
    expect(card.page.text).toContain(
      "Touch grass with top-rated non-finance books, articles, and stories from the community",
    );
    expect(card.part("h3").all("a")).toEqual([]);
    expect(card.links(viewer.name)).toHaveLength(1);
    expect(card.text).toContain("science fiction");
    expect(card.page.text).toContain("Community articles on Book Nook");
  });

  test("filter, search and order are combined in the address", async () => {
    const all = await open("/macro");
    let page = await all.follow("Monetary Policy");
    expect(page.path).toBe("/macro?category=monetary-policy");
    expect(cards(page).length).toBeLessThan(cards(all).length);
    for (const card of cards(page)) expect(card.text).toContain("monetary policy");
    expect(listHeading(page)).toBe(`Research Reviews (${cards(page).length})`);
    page = await page.part("main").follow("Best");
    expect(page.path).toBe("/macro?category=monetary-policy&sort=best");
    page = await page.part("main").pressReturn("q", { q: "FORWARD guidance" });
    expect(titles(page)).toEqual([expect.stringMatching(/^Forward Guidance/)]);
    expect(Object.fromEntries(page.url.searchParams)).toEqual({
      category: "monetary-policy",
      sort: "best",
      q: "FORWARD guidance",
    });
    page = await page.follow("Labor");
    expect(page.text).toContain(
      "No reviews found matching your criteria. Please check back later.",
    );
    page = await page.follow("Show all reviews");
    expect(page.path).toBe("/macro?sort=best");
    expect(cards(page)).toHaveLength(cards(all).length);
  });

  test("opens and closes the form, adds a review and shows it", async () => {
    const person = await addSignedIn();
    const hub = await open("/asset-allocation", person);
    const opened = await hub.part("main").follow("Add a Review");
    expect((await opened.follow("Cancel")).all("#review-title")).toEqual([]);
    expect(opened.field("Username").value).toBe(person.viewer.name);
    expect(opened.field("Username").get("readonly")).toBe("");
    expect(opened.field("Category").value).toBe("stocks");
    expect(opened.field("5 stars").isChecked).toBe(true);
    expect(opened.field("Review").get("placeholder")).toContain("300 words");
    expect(opened.field("Review").get("maxlength")).toBeUndefined();
    const page = await opened.press("Submit Review", {
      Title: "Added",
      Author: "Anna Berg",
      Link: "https://example.org/added",
      Category: "real-estate",
      "4 stars": true,
      Review: "Read it twice.\nIt holds.",
    });
    expect(page.path).toBe("/asset-allocation");
    expect(page.part("status").text).toMatch(/Success.*Review added successfully!/);
    expect(cards(page)[0]!.text).toMatch(/Added.*\(4\/5\).*real estate/);
  });

  test("a rejected review keeps everything that was typed, with each message at its field", async () => {
    const form = await open("/bonds?review=new", await addSignedIn());
    const entries = { Title: "Kept", Link: "ftp://example.org/kept", Category: "rates" };
    const Review = "x".repeat(2001);
    const page = await form.press("Submit Review", { ...entries, Review, "2 stars": true });
    expect(page.status).toBe(400);
    expect(page.field("Link").description).toContain("Please enter a valid URL.");
    expect(page.field("Author").description).toContain("Required");
    expect(page.field("Review").description).toContain("Review must be 2,000 characters or less.");
    for (const [label, entry] of Object.entries({ ...entries, Review })) {
      expect(page.field(label).value).toBe(entry);
    }
    expect(page.field("2 stars").isChecked).toBe(true);
    expect(page.text).toContain("2001/2000");
  });

  test("a link leads past the filters and the form to the reviews", async () => {
    const page = await open("/stocks?review=new", await addSignedIn());
    expect(page.part("main").links("Skip to the reviews")[0]!.get("href")).toBe("#reviews");
    expect(cards(page).length).toBeGreaterThan(0);
  });

  test("a second review of a work can replace the first", async () => {
    const person = await addSignedIn();
    const work = { title: "Twice", author: "Anna Berg", url: "https://example.org/twice" };
    await addReview(person.viewer, someReview({ ...work, rating: 1, category: "tech" }));
    const form = await open("/stocks?review=new", person);
    const entries = { Title: "Twice", Author: "Anna Berg", Link: work.url, Review: "Yes." };
    const refused = await form.pressReturn("Title", entries);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("You have already reviewed this work.");
    expect(refused.field("Review").value).toBe("Yes.");
    const page = await refused.press("Replace my earlier review");
    expect(page.text).toContain("Review added successfully!");
    expect(page.path).toMatch(/^\/stocks\/reviews\//);
    const own = cards(await page.part("main").follow("Stocks")).filter(({ text }) =>
      text.includes("Twice"),
    );
    expect(own.map(({ text }) => text)).toEqual([expect.stringMatching(/\(5\/5\).*consumer/)]);
  });

  test("in tokenomics only members can add a review", async () => {
    const gate = await open("/tokenomics");
    expect(gate.text).toContain("Please log in to add reviews.");
    const signIn = await gate.part("main").follow("DAO Members Only");
    expect(signIn.path).toBe("/login?redirectTo=%2Ftokenomics");

    const person = await addSignedIn();
    const own = await open("/tokenomics?review=new", person);
    expect(own.all("#review-title")).toEqual([]);
    expect(own.links("Add a Review")).toEqual([]);
    expect((await own.part("main").follow("DAO Members Only")).path).toBe("/partner");
    await grantMembership(person.viewer.email, true);
    const form = await (await open("/tokenomics", person)).part("main").follow("Add a Review");
    expect(form.field("Category").value).toBe("l1s");
    const page = await form.press("Submit Review", {
      Title: "By a member",
      Author: "A",
      Link: "https://example.org/m",
      Review: "Good.",
    });
    expect(titles(page)).toContain("By a member");
  });

  test("a long list is split into pages, and its count includes all pages", async () => {
    const { viewer } = await addSignedIn();
    for (let number = 1; number <= 21; number += 1) {
      await addReview(viewer, someReview({ title: `Paged ${number}`, category: "energy" }));
    }
    const first = await open("/stocks?q=paged");
    expect(listHeading(first)).toBe("Research Reviews (21)");
    expect(cards(first)).toHaveLength(20);
    const second = await first.part("nav", "Pages of reviews").follow("Next");
    expect(titles(second)).toEqual(["Paged 1"]);
    expect(listHeading(second)).toBe("Research Reviews (21)");
    expect(cards(await second.part("nav", "Pages of reviews").follow("Previous"))).toHaveLength(20);
  });

  test("the articles of a category are shown with their comments, and can be filtered in the community", async () => {
    const page = await open("/category/governance");
    expect(page.part("h1").text).toBe("Governance");
    expect(page.text).toContain("How organisations decide: votes, proposals, treasuries.");
    const shown = await page.part("article").follow(/^Show Comments/);
    expect(shown.links(/^Hide Comments/)).toHaveLength(1);
    const filtered = await (await open("/macro")).follow("All articles");
    expect(filtered.path).toBe("/community?category=macro");
    expect(filtered.text).toContain("Only articles on Macro.");
    const top = await filtered.part("main").follow("Top");
    expect(top.path).toBe("/community?category=macro&sort=top");
    for (const article of top.all("article")) expect(article.links("Macro")).toHaveLength(1);
  });
});
