/**
 * Cross-site scripting through every text that users write, in a browser without the site's content security policy, so
 * that escaping and sanitizing have to suffice. The policy is tested by itself.
 */
import type { BrowserContext, Page } from "playwright";
import { afterEach, beforeAll, expect, test } from "vitest";
import { MAX_REVIEW_LENGTH, MAX_TITLE_LENGTH, REVIEWS_PER_PAGE } from "~/domain/field-limits";
import { commentOnArticle } from "~/services/articles/comments.server";
import { renderMarkdown } from "~/services/content/markdown.server";
import { withHeadingLinks } from "~/services/content/heading-links";
import { withDirections } from "~/services/content/text-direction";
import { applyForMembership } from "~/services/membership/membership.server";
import { addReview } from "~/services/articles/reviews.server";
import { startBrowser } from "../setup/browser";
import { reserialize, readPage } from "../setup/markup";
import { addArticle, addSignedIn, addUser, someReview } from "../setup/people";
import { useSite, useSiteDatabase } from "../setup/site";
import { attacks } from "../setup/corpora";

const site = useSite();
useSiteDatabase(site);

/** Without NUL, which forms and the API refuse. */
const storable = attacks.map((attack) => attack.replaceAll("\0", ""));

/** Joins all attacks to texts of at most `limit` characters, rotated so that the text `first` comes first. */
function packed(limit: number, between: string, first = 0): string[] {
  const texts: string[] = [];
  for (const attack of storable) {
    const last = texts.at(-1);
    const longer = `${last}${between}${attack}`;
    if (last !== undefined && longer.length <= limit) texts[texts.length - 1] = longer;
    else texts.push(attack.slice(0, limit));
  }
  return [...texts.slice(first), ...texts.slice(0, first)];
}

interface Posted {
  id: string;
  content: string;
}

let posted: Posted[];
/** An article without attacks, for comparison. */
let plain: Posted;
let cookie: string;

beforeAll(async () => {
  const author = await addSignedIn({ name: `"><img src=x onerror=fired()>` });
  cookie = author.cookie;
  const titles = packed(MAX_TITLE_LENGTH, " ");
  const contents = packed(2_500, "\n\n");
  const post = async (content: string, fields: Parameters<typeof addArticle>[0] = {}) => {
    const article = { author: author.viewer, category: "macro", content, ...fields };
    return { id: (await addArticle(article)).id, content };
  };
  posted = [];
  for (const [index, content] of contents.entries()) {
    const title = titles[index % titles.length]!;
    const summary = titles[(index + contents.length) % titles.length]!;
    const url = `https://x.example/${index}"><img src=x onerror=fired()>`;
    const imageUrl = `https://x.example/${index}"onerror="fired()`;
    posted.push(await post(content, { title, summary, url, imageUrl }));
  }
  plain = await post("A text.");
  for (const content of packed(1_000, "\n")) {
    await commentOnArticle(author.viewer, posted[0]!.id, { content });
  }
  const others = packed(MAX_TITLE_LENGTH, " ", 1);
  const reviews = packed(MAX_REVIEW_LENGTH, "\n");
  const other = await addUser({ name: `</script><svg onload=fired()>` });
  // Those that one page shows.
  for (let index = titles.length - REVIEWS_PER_PAGE; index < titles.length; index += 1) {
    const [title, name] = [titles[index]!, others[index]!];
    const review = reviews[index % reviews.length]!;
    const viewer = index % 2 ? author.viewer : other;
    await addReview(viewer, someReview({ title, author: name, review, url: undefined }));
  }
  await applyForMembership(author.viewer, { statement: storable.slice(0, 15).join("\n") });
});

let context: BrowserContext | undefined;
afterEach(async () => {
  await context?.close();
  context = undefined;
});

/** The effects of attacks in the current context. */
const achieved: string[] = [];

async function openContext(bypassCSP: boolean): Promise<BrowserContext> {
  achieved.length = 0;
  context = await (await startBrowser()).newContext({ bypassCSP });
  const [name, value] = cookie.split(/=(.*)/s) as [string, string];
  await context.addCookies([{ name, value, url: site().origin }]);
  await context.exposeBinding("achieved", ({ frame }, what: string) => {
    achieved.push(`${what} on ${frame.url()}`);
  });
  await context.addInitScript(() => {
    const { achieved } = window as unknown as { achieved(what: string): void };
    for (const name of ["fired", "alert", "confirm", "prompt", "print"])
      Object.assign(window, { [name]: () => achieved(name) });
  });
  await context.route(
    (url) => !url.href.startsWith(site().origin) && url.protocol !== "data:",
    (route) => {
      const request = route.request();
      // Articles may contain images from other sites over HTTPS.
      const isPicture = request.resourceType() === "image" && request.url().startsWith("https:");
      if (!isPicture) achieved.push(`${request.resourceType()} ${request.url()}`);
      return route.abort();
    },
  );
  return context;
}

/** @returns elements with event handlers or script addresses, whether or not these have run */
const dangerousElements = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const local = new Set(["http:", "https:", "mailto:"]);
    for (const element of document.querySelectorAll("*")) {
      for (const { name } of element.attributes)
        if (/^on/i.test(name)) found.push(element.outerHTML);
      for (const name of ["href", "src", "action", "formAction", "data"] as const) {
        const value = (element as unknown as Record<string, unknown>)[name];
        if (typeof value !== "string" || !value || element.tagName === "SCRIPT") continue;
        if (!URL.canParse(value) || local.has(new URL(value).protocol)) continue;
        found.push(element.outerHTML);
      }
    }
    return found;
  });

async function visit(opened: BrowserContext, paths: readonly string[]): Promise<void> {
  const page = await opened.newPage();
  page.on("dialog", (dialog) => {
    achieved.push(`a ${dialog.type()} on ${page.url()}`);
    void dialog.dismiss();
  });
  for (const path of paths) {
    const response = await page.goto(site().origin + path);
    expect(response?.status(), path).toBe(200);
    expect(page.frames(), path).toHaveLength(1);
    expect(await dangerousElements(page), path).toEqual([]);
    expect(page.url(), path).toBe(site().origin + path);
  }
  await page.close();
}

const screens = (): string[] => [
  ...posted.map(({ id }) => `/article/${id}`),
  `/article/${posted[0]!.id}#comments`,
  `/community?comments=${posted[0]!.id}`,
  ...["/", "/macro", "/category/macro", "/dashboard", "/partner", "/api/articles", "/api/reviews"],
  ...["articles", "reviews", "comments"].map((kind) => `/search?kind=${kind}&q=fired`),
  `/search?q=${encodeURIComponent("<img src=x onerror=fired()>")}`,
  ...["/community/feed.atom", "/community/feed.rss", "/community/feed.json"],
];

test("nothing fires on any page, even without the policy", async () => {
  const opened = await openContext(true);
  const paths = screens();
  await Promise.all(
    [0, 1].map((half) =>
      visit(
        opened,
        paths.filter((_path, i) => i % 2 === half),
      ),
    ),
  );
  expect(achieved).toEqual([]);
});

test("the policy stops an attack that got into a page", async () => {
  const page = await (await openContext(false)).newPage();
  const refusals: string[] = [];
  page.on("console", (message) => refusals.push(message.text()));
  await page.goto(`${site().origin}/article/${plain.id}`);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      "beforeend",
      "<svg onload=fired()><img src=data:, onerror=fired()>",
    );
    const script = Object.assign(document.createElement("script"), { textContent: "fired()" });
    document.body.append(script);
  });
  await expect
    .poll(() => refusals.filter((text) => /inline (event handler|script)/.test(text)).length)
    .toBe(3);
  expect(achieved).toEqual([]);
});

test("no attack fires in a page without the site's scripts", async () => {
  const opened = await openContext(true);
  const page = await opened.newPage();
  await page.goto(`${site().origin}/robots.txt`);
  const fragments = attacks.map((attack) => `<div>${renderMarkdown(attack)}</div>`);
  await page.setContent(`<!DOCTYPE html><title>x</title><body>${fragments.join("")}`);
  expect(await page.locator("body > div").count()).toBe(attacks.length);
  expect(await dangerousElements(page)).toEqual([]);
  expect(achieved).toEqual([]);
});

test("the markup of an article cannot break out of its element or move the elements around it", async () => {
  const read = async ({ id }: Posted) =>
    readPage(await (await fetch(`${site().origin}/article/${id}`)).text());
  const { places } = await read(plain);
  expect(places.length).toBeGreaterThan(3);
  for (const article of posted) {
    const page = await read(article);
    const html = withDirections(withHeadingLinks(renderMarkdown(article.content)));
    expect(page.text).toBe(reserialize(html));
    expect(page.places).toEqual(places);
  }
});
