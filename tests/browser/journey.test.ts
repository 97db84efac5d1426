/** The main user journey of the community, in a browser with scripts. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Types } from "mongoose";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { onArticle } from "~/domain/threads";
import type { Article } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { expectPageError, openAt, openPage, signIn } from "../setup/browser";
import {
  banner,
  describedBy,
  isSameDocument,
  markDocument,
  openArticleForm,
  status,
} from "../setup/pages";
import { addArticle, addSignedIn } from "../setup/people";
import { clearSiteCaches, useSharedSite, useSiteDatabase } from "../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);
const url = (path: string) => site().origin + path;

const PASSWORD = "correct horse 1!";
let people = 0;
function newPerson() {
  people += 1;
  return { email: `reader${people}@example.org`, name: `Reader${people}`, password: PASSWORD };
}
type Person = ReturnType<typeof newPerson>;

async function fillSignUp(page: Page, { email, name, password }: Person) {
  // The URL changes before the form does, and the form to sign in has an email field, too.
  await page.getByLabel("Confirm password").waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

async function postArticle(page: Page, title: string) {
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByLabel("Summary").fill("What it says, in short.");
  await page.getByLabel("Link").fill(`https://example.org/${encodeURIComponent(title)}`);
  await page.getByRole("button", { name: "Post Article" }).click();
  await page.getByText("Article posted!").waitFor();
}

/** Has the server refuse an article; each message goes when its field is corrected. */
async function refuseArticle(page: Page) {
  const [summary, link] = [page.getByLabel("Summary"), page.getByLabel("Link")];
  await page.getByRole("textbox", { name: "Title" }).fill("A title");
  await summary.fill("x".repeat(210));
  await link.fill("nonsense");
  await page.getByRole("button", { name: "Post Article" }).click();
  await page.getByText("Please enter a valid URL.").waitFor();
  const messages = async () => [await describedBy(summary), await describedBy(link)];
  const [tooLong, invalid] = [
    "Summary must be 200 characters or less.",
    "Please enter a valid URL.",
  ];
  expect(await messages()).toEqual([
    expect.stringContaining(tooLong),
    expect.stringContaining(invalid),
  ]);
  await summary.fill("x".repeat(201));
  await link.fill("https://example.org/");
  expect(await messages()).toEqual([
    expect.stringContaining(tooLong),
    expect.not.stringContaining(invalid),
  ]);
  expect(await link.getAttribute("aria-invalid")).toBeNull();
  await summary.fill("x".repeat(200));
  expect(await summary.getAttribute("aria-invalid")).toBeNull();
  // The same message comes again.
  await link.fill("nonsense");
  await page.getByRole("button", { name: "Post Article" }).click();
  await page.getByText(invalid).waitFor();
}

/** Nobody presses a key in the first moment of a transition. */
const openingHasEnded = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map(({ finished }) => finished));
  });

/** Not that of a headless browser, which counts as a robot, so that its views are not counted. */
const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

test("after a failed login a user signs up in the dialog, then posts, upvotes and comments without a page load", async () => {
  const { title } = await addArticle();
  await clearSiteCaches();
  const page = await openPage({ userAgent });
  expectPageError(page, /status of 40[01]/);
  await page.goto(url("/community"));
  const person = newPerson();
  const signInLink = banner(page).getByRole("link", { name: "Sign In" });
  const dialog = page.getByRole("dialog");
  await signInLink.click();
  await dialog.getByLabel("Email").waitFor();
  await openingHasEnded(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await signInLink.click();
  await dialog.getByLabel("Email").fill("nobody@example.org");
  await dialog.getByLabel("Password").fill("wrong horse 2?");
  await dialog.getByRole("button", { name: "Sign In" }).click();
  await dialog.getByRole("alert").filter({ hasText: "Login failed" }).waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("nobody@example.org");

  // The dialog is cleared when its mode changes.
  await dialog.getByText("Don't have an account?").waitFor();
  await dialog.getByRole("link", { name: "Sign up" }).click();
  await dialog.getByText("Already have an account?").waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("");
  expect(await dialog.getByRole("alert").count()).toBe(0);
  await dialog.getByRole("link", { name: "Sign in" }).click();
  await dialog.getByText("Don't have an account?").waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("");
  await dialog.getByRole("link", { name: "Sign up" }).click();
  await dialog.getByLabel("Email").fill(person.email);
  await dialog.getByLabel("Name", { exact: true }).fill(person.name);
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByLabel("Confirm password").fill(person.password);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await page.getByText(`We have sent a mail to ${person.email}.`).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);
  await page.getByRole("link", { name: "Go on to where you were" }).click();
  await page.waitForURL(url("/community"));
  await page.getByText(`Welcome, ${person.email}`).waitFor();
  await markDocument(page);

  await page.getByRole("button", { name: "Cards" }).click();
  const others = page.getByRole("article").filter({ has: page.getByText(title) });
  await others.getByRole("link", { name: /^Show Comments/ }).waitFor();
  await others.getByRole("button", { name: "Upvote 0" }).click();
  await others.getByRole("button", { name: "Upvoted 1", pressed: true }).waitFor();
  await status(page, "Article upvoted!").waitFor();
  await others.getByRole("button", { name: "Upvoted 1", disabled: false }).click();
  await others.getByRole("button", { name: "Upvote 0", pressed: false }).waitFor();

  await openArticleForm(page);
  await refuseArticle(page);
  await postArticle(page, "Scripted");
  await page.waitForURL(/\/community#article-\w+$/);
  await status(page, "Article posted!").getByRole("link", { name: "View it" }).waitFor();
  const card = page.getByRole("article").filter({ has: page.getByText("Scripted") });
  await card.getByText("0 upvotes").waitFor();

  await card.getByText("0 views").waitFor();
  await card.getByRole("link", { name: "Show Comments (0)" }).click();
  await card.getByText("1 view").waitFor();
  const post = card.getByRole("button", { name: "Post Comment" });
  expect(await post.isDisabled()).toBe(true);
  await card.getByLabel("Add a comment").fill("   ");
  expect(await post.isDisabled()).toBe(true);
  await card.getByLabel("Add a comment").fill("Quick and clean.");
  await post.click();
  await status(page, "Comment posted!").waitFor();
  await card.getByText("Quick and clean.", { exact: true }).waitFor();
  await status(page, "Comment posted!").getByRole("link", { name: "View it" }).last().waitFor();
  await card.getByRole("link", { name: "Hide Comments (1)" }).waitFor();
  await expect.poll(() => card.getByLabel("Add a comment").inputValue()).toBe("");
  expect(await isSameDocument(page)).toBe(true);
});

test("on the sign-up page the header's sign-in is a plain link, and the privacy page names what signing up stores", async () => {
  const page = await openPage();
  const person = newPerson();
  const storedBy = (kind: "localStorage" | "sessionStorage") =>
    page.evaluate((name) => Object.keys(window[name]), kind);
  await page.goto(url("/signup?redirectTo=/community"));
  await markDocument(page);
  expect(await page.context().cookies()).toEqual([]);
  expect(await storedBy("localStorage")).toEqual([]);
  await banner(page).getByRole("link", { name: "Sign In" }).click();
  await page.waitForURL(url("/login?redirectTo=%2Fcommunity"));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("main").getByRole("link", { name: "Sign up" }).click();
  await page.waitForURL(url("/signup?redirectTo=%2Fcommunity"));
  expect(await isSameDocument(page)).toBe(true);
  await fillSignUp(page, person);
  await page.getByText(`Welcome, ${person.email}`).waitFor();
  expect(page.url()).toBe(url("/welcome?redirectTo=%2Fcommunity"));

  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await page.waitForURL("**/privacy");
  // The scroll position is stored when the document is left.
  await page.reload();
  const stored = {
    "a cookie": (await page.context().cookies()).map(({ name }) => name),
    "in local storage": await storedBy("localStorage"),
    "in session storage": await storedBy("sessionStorage"),
  };
  expect(stored["a cookie"]).toContain("session");
  expect(stored["in local storage"].toSorted()).toEqual(["token", "viewer"]);
  expect(stored["in session storage"]).toEqual(["positions"]);
  const items = await page.getByRole("main").getByRole("listitem").allTextContents();
  for (const [where, names] of Object.entries(stored)) {
    for (const name of names)
      expect(items).toContainEqual(expect.stringMatching(`^${name}, ${where}`));
  }
});

test("a valid token restores a lost cookie, and an invalid token is removed silently", async () => {
  const { token, viewer } = await addSignedIn();
  const page = await openAt(url("/community"));
  const stored = () => page.evaluate(() => localStorage.getItem("token"));
  const store = (value: string) =>
    page.evaluate((text) => localStorage.setItem("token", text), value);
  await store(token);
  await page.reload();
  await page.getByText(`Welcome, ${viewer.email}`).waitFor();

  await page.getByRole("button", { name: "Logout" }).click();
  await banner(page).getByRole("link", { name: "Sign In" }).waitFor();
  await expect.poll(stored).toBeNull();

  expectPageError(page, /status of 401/);
  await store("x".repeat(43));
  await page.reload();
  await expect.poll(stored).toBeNull();
  expect(await page.getByRole("alert").count()).toBe(0);
});

/** Creates an article with a number of comments. */
async function addDiscussion(comments: number): Promise<Article> {
  const article = await addArticle();
  const { id: articleId, authorId } = article;
  const hay = {
    subject: onArticle(articleId),
    authorId,
    username: "Hay",
    content: "Before.",
    createdAt: new Date(0),
  };
  await importComments(
    Array.from({ length: comments }, () => ({ ...hay, id: new Types.ObjectId().toHexString() })),
  );
  await clearSiteCaches();
  return article;
}

test("a new comment can be found, on a card whose list is full and in a discussion of more than one page", async () => {
  const { id } = await addDiscussion(COMMENTS_PER_PAGE);
  const { cookie } = await addSignedIn();
  const page = await openAt(url(`/community?comments=${id}`), { cookie });
  const card = page.locator(`#article-${id}`);
  await expect.poll(() => card.getByRole("listitem").count()).toBe(COMMENTS_PER_PAGE);
  await card.getByLabel("Add a comment").fill("The last but one.");
  await card.getByRole("button", { name: "Post Comment" }).click();
  await status(page, "Comment posted!").waitFor();
  await card.getByRole("link", { name: "Go to your comment" }).click();
  const comments = page.locator("#comments .comment");
  await comments.filter({ hasText: "The last but one." }).waitFor();

  await page.getByRole("link", { name: "First page" }).click();
  await expect.poll(() => comments.count()).toBe(COMMENTS_PER_PAGE);
  expect(new URL(page.url()).search).toBe("");
  await page.getByLabel("Add a comment").fill("The last word.");
  await page.getByRole("button", { name: "Post Comment" }).click();
  await comments.filter({ hasText: "The last word." }).waitFor();
  expect(await comments.count()).toBe(1);
});

test("a comment is upvoted and taken back on a card whose comments were fetched, and in its thread", async () => {
  const { id } = await addDiscussion(1);
  const { cookie } = await addSignedIn();
  const page = await openAt(url("/community?view=cards"), { cookie });
  const card = page.locator(`#article-${id}`);
  await card.getByRole("link", { name: /^Show Comments/ }).click();
  const button = (upvotes: string, pressed: boolean) =>
    page.getByRole("button", { name: `Comment by Hay: ${upvotes}`, pressed, disabled: false });
  const toggle = async () => {
    await button("Upvote 0", false).click();
    await status(page, "Comment upvoted!").first().waitFor();
    await button("Upvoted 1", true).click();
    await status(page, "Upvote withdrawn.").first().waitFor();
    await button("Upvote 0", false).click();
    await button("Upvoted 1", true).waitFor();
  };
  await toggle();
  await card.getByRole("link", { name: /^View Details/ }).click();
  await button("Upvoted 1", true).click();
  await button("Upvote 0", false).waitFor();
  await toggle();
});

describe("a script on a page of another site", () => {
  let elsewhere: Server;
  beforeAll(async () => {
    elsewhere = createServer((_req, res) => {
      res.setHeader("Content-Type", "text/html").end("<!doctype html><title>Elsewhere</title>");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => elsewhere.close());

  test("can post with a token, and read responses and their headers, but cannot use the visitor's cookie", async () => {
    const person = await addSignedIn();
    const page = await openPage();
    // Cookies are shared between ports.
    await signIn(page, site().origin, person.cookie);
    const { port } = elsewhere.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: "load" });
    expectPageError(page, /status of 400/);
    const told = await page.evaluate(
      async ({ origin, token }) => {
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const post = async (body: object) => {
          const sent = { method: "POST", headers, body: JSON.stringify(body) };
          const response = await fetch(`${origin}/api/articles/create`, sent);
          return { status: response.status, body: (await response.json()) as unknown };
        };
        const article = (number: number) => ({
          title: `From elsewhere ${number}`,
          summary: "By a script.",
          url: `https://example.org/elsewhere/${number}`,
        });
        const posted = [await post(article(1)), await post(article(2)), await post({})];
        const list = await fetch(`${origin}/api/articles?limit=1`);
        const tag = list.headers.get("ETag") ?? "";
        const again = await fetch(list.url, { headers: { "If-None-Match": tag } });
        return { posted, link: list.headers.get("Link"), tag, again: again.status };
      },
      { origin: site().origin, token: person.token },
    );
    expect(told.posted).toMatchObject([
      { status: 201, body: { title: "From elsewhere 1", reviewer: person.viewer.name } },
      { status: 201, body: { title: "From elsewhere 2" } },
      { status: 400, body: { fieldErrors: { title: ["Required"] } } },
    ]);
    expect(told.link).toMatch(/^<http.*cursor=.*>; rel="next"$/);
    expect(told.tag).not.toBe("");
    expect(told.again).toBe(304);

    expectPageError(
      page,
      /blocked by CORS policy|ERR_FAILED|ERR_BLOCKED_BY_RESPONSE|status of 401/,
    );
    const read = await page.evaluate(async (origin) => {
      const isReadable = (path: string) =>
        fetch(origin + path, { credentials: "include" }).then(
          () => true,
          () => false,
        );
      const post = (path: string) =>
        fetch(origin + path, { method: "POST", mode: "no-cors", credentials: "include" }).catch(
          () => {}, // The response is not readable.
        );
      await post("/logout");
      await post("/api/../logout");
      return [await isReadable("/api/auth/verify"), await isReadable("/dashboard")];
    }, site().origin);
    expect(read).toEqual([false, false]);
    await page.goto(url("/community"));
    await page.getByRole("button", { name: "Logout" }).waitFor();
  });
});
