/** The profile pages and feeds of users, and the direction of what people have typed on every screen that shows it. */
import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterMap } from "parse5";
import { draftInput } from "~/schemas/drafts";
import { postArticle, type Article } from "~/services/articles/articles.server";
import { addDraft } from "~/services/drafts/drafts.server";
import { editArticle } from "~/services/articles/edit-article.server";
import { applyForMembership } from "~/services/membership/membership.server";
import { beforeAll, describe, expect, test } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { collection, setFields } from "../../setup/database";
import { addArticle, addSignedIn, addUser, someReview, type SignedIn } from "../../setup/people";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview, type Review } from "~/services/articles/reviews.server";
import { changeProfile } from "~/services/accounts/profile.server";
import { deleteAccount } from "~/services/account-deletion/account-deletion.server";
import { textOf as contentOf } from "../../setup/plain-browser";
import { clearSiteCaches, useSharedSite, useSiteDatabase } from "../../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site().origin + path, { redirect: "manual", headers });
const textOf = async (path: string) => (await get(path)).text();

let mara: Viewer;
beforeAll(async () => {
  mara = await addUser({ name: "Mara" });
  const article = await addArticle({ author: mara, title: "The term premium" });
  await commentOnArticle(mara, article.id, { content: "A second thought." });
  await addReview(mara, someReview({ title: "A dull book" }));
  await changeProfile(mara, {
    about: "I read <b>central banks</b>.",
    link: "https://example.org/mara",
    disclosure: "Long BTC",
    isHiddenFromSearch: false,
  });
});

type Element = DefaultTreeAdapterMap["element"];
type Node = DefaultTreeAdapterMap["node"];

/** A word in every text that somebody has typed. */
const WORD = "שלום";
const content = [
  `## ${WORD} heading`,
  `A ${WORD} paragraph.`,
  `- ${WORD} item`,
  `1. ${WORD} item`,
  `> ${WORD} quote`,
  `| ${WORD} head |\n| --- |\n| ${WORD} cell |`,
  `\`\`\`\n${WORD} code\n\`\`\``,
].join("\n\n");
const posted = { title: `${WORD} title`, summary: `${WORD} summary`, content };
const reviewed = { title: `${WORD} work`, author: `${WORD} author`, review: `${WORD} review` };

let writer: SignedIn;
let article: Article;
let review: Review;
let commentId: string;
beforeAll(async () => {
  writer = await addSignedIn({ name: "Writer", isMember: true });
  const { viewer } = writer;
  const other = await addUser();
  const post = (number: number) =>
    postArticle(viewer, { ...posted, url: `https://example.org/${number}`, category: "macro" });
  article = await post(1);
  await post(2);
  await setFields("articles", article.id, { createdAt: new Date(0) });
  await editArticle(viewer, article.id, { title: `${WORD} other title` });
  ({ id: commentId } = await commentOnArticle(viewer, article.id, { content: `${WORD}\nLatin` }));
  review = await addReview(viewer, someReview({ ...reviewed, category: "rates" }));
  await addDraft(viewer, draftInput.parse({ form: "article", fields: { title: `${WORD} draft` } }));
  await changeProfile(viewer, {
    about: `${WORD} about`,
    disclosure: `${WORD} disclosure`,
    isHiddenFromSearch: false,
  });
  await applyForMembership(other, { statement: `${WORD} ${"statement ".repeat(10)}` });
});

const attributeOf = (element: Element, name: string) =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** Elements in which our own words stand beside those of people. */
const CONTAINER = /^(?:article|aside|body|details|div|form|header|li|main|nav|ol|section|ul)$/;

/** What shows the word: the direction of the element nearest to it, up to one that holds more than people's words. */
function* directionsIn(node: Node): Generator<{ direction: string; shown: string }> {
  if (adapter.isElementNode(node)) {
    if (/^(?:script|style|title)$/.test(node.tagName)) return;
    if (/^(?:input|textarea)$/.test(node.tagName)) {
      const shown = attributeOf(node, "value") ?? contentOf(node);
      const direction = attributeOf(node, "dir") ?? "none";
      if (shown.includes(WORD) && attributeOf(node, "type") !== "hidden")
        yield { direction, shown };
      return;
    }
  }
  if (adapter.isTextNode(node) && node.value.includes(WORD)) {
    let element = node.parentNode as Element;
    while (!attributeOf(element, "dir") && !CONTAINER.test(element.tagName)) {
      element = element.parentNode as Element;
    }
    yield { direction: attributeOf(element, "dir") ?? "none", shown: node.value };
  }
  if ("childNodes" in node) for (const child of node.childNodes) yield* directionsIn(child);
}

/** Code runs from left to right. */
const isWrong = ({ direction, shown }: { direction: string; shown: string }) =>
  direction !== (shown.trim() === `${WORD} code` ? "ltr" : "auto");

test("every screen says it of every text", async () => {
  const { id } = article;
  const own = `/bonds/reviews/${review.id}`;
  for (const path of [
    ...["/", "/community", `/community?comments=${id}`, `/article/${id}`, `/article/${id}/edit`],
    ...[`/article/${id}/changes`, `/comment/${commentId}/edit`, "/bonds", `/bonds?q=${WORD}`],
    ...["/macro", own, `${own}/edit`, "/category/macro", `/search?q=${WORD}`],
    ...[`/search?q=${WORD}&kind=reviews`, `/search?q=${WORD}x`, "/people/Writer"],
    ...["/people/Writer/reviews", "/people/Writer/comments", "/dashboard"],
    ...["/dashboard?view=table", "/drafts", "/settings", "/partner"],
  ]) {
    const response = await get(path, { Cookie: writer.cookie });
    expect(response.status, path).toBe(200);
    const found = [...directionsIn(parse(await response.text()))];
    expect(found, path).not.toEqual([]);
    expect(found.filter(isWrong), path).toEqual([]);
  }
});

test("the content of feeds says it of every text", async () => {
  // The site notices within a second what another process has written.
  await expect.poll(() => textOf("/community/feed.json")).toContain(posted.title);
  const feed = (await (await get("/community/feed.json")).json()) as {
    items: { content_html: string }[];
  };
  const found = feed.items.flatMap((item) => [...directionsIn(parse(item.content_html))]);
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(isWrong)).toEqual([]);
});

describe("a user's page", () => {
  test("shows their profile, and lists their articles, reviews and comments separately", async () => {
    const articles = await textOf("/people/Mara");
    for (const said of ["The term premium", "Long BTC", "Articles (1)", "Reviews (1)"]) {
      expect(articles).toContain(said);
    }
    expect(articles).toContain("I read &lt;b&gt;central banks&lt;/b&gt;.");
    expect(articles).toMatch(/href="https:\/\/example.org\/mara"[^>]*rel="ugc nofollow noopener"/);
    expect(articles).toContain('"@type":"ProfilePage"');
    expect(articles).not.toContain("mara@example.org");
    expect(await textOf("/people/Mara/reviews")).toContain("A dull book");
    expect(await textOf("/people/Mara/comments")).toContain("A second thought.");
  });

  test("redirects to the name's own upper and lower case", async () => {
    const response = await get("/people/mARA/reviews?after=x");
    expect(response.status).toBe(301);
    expect(response.headers.get("Location")).toBe("/people/Mara/reviews?after=x");
  });

  test.each([
    "/people/Nobody99",
    "/people/__proto__",
    "/people/Mara/other",
    `/people/${"x".repeat(1000)}`,
    "/people/Deleted%20account",
  ])("%s is not found", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test("is hidden from search engines if its owner wants that or has no proven email address", async () => {
    const shy = await addUser({ name: "Shy1" });
    const fresh = await addUser({ name: "Fresh1", hasUnprovenEmail: true });
    await changeProfile(shy, { isHiddenFromSearch: true });
    for (const { name } of [shy, fresh]) {
      const page = await textOf(`/people/${name}`);
      expect(page).toContain('<meta name="robots" content="noindex"');
      expect(page).not.toContain("ProfilePage");
      expect((await get(`/people/${name}/feed.rss`)).headers.get("X-Robots-Tag")).toBe("noindex");
    }
    expect(await textOf("/people/Mara")).not.toContain("noindex");
  });

  test("is gone after the account is deleted, until another user takes the name", async () => {
    const leaver = await addUser({ name: "Leaver1" });
    await deleteAccount(leaver.email);
    for (const path of ["/people/Leaver1", "/people/leaver1", "/people/Leaver1/feed.atom"]) {
      expect((await get(path)).status, path).toBe(410);
    }
    expect((await get("/api/people/LEAVER1")).status).toBe(410);
    const rows = await collection("deleted-names").find({}).toArray();
    expect(JSON.stringify(rows)).not.toMatch(/leaver/i);
    await addUser({ name: "Leaver1" });
    expect((await get("/people/Leaver1")).status).toBe(200);
  });

  test("has a link to change the profile only for its owner", async () => {
    const { viewer, cookie } = await addSignedIn();
    const own = await (await get(`/people/${viewer.name}`, { Cookie: cookie })).text();
    expect(own).toContain("Change your profile");
    const others = await (await get("/people/Mara", { Cookie: cookie })).text();
    expect(others).not.toContain("Change your profile");
  });
});

test("a user's lists are paginated", async () => {
  const author = await addUser({ name: "Prolific" });
  for (let i = 0; i < 30; i += 1) await addArticle({ author, title: `Piece number ${i}.` });
  await clearSiteCaches();
  const first = await textOf("/people/Prolific");
  const next = /href="(\/people\/Prolific\?after=[^"]+)"/
    .exec(first)?.[1]
    ?.replaceAll("&amp;", "&");
  const second = await textOf(next!);
  const titles = new Set(`${first}${second}`.match(/Piece number \d+\./g));
  expect(titles.size).toBe(30);
});

test.each([
  ["/people/mara/feed%2Erss", /^application\/rss/],
  ["/people/Mara/FEED.atom/", /^application\/atom/],
  ["/people/Mara/%66eed.json", /^application\/feed\+json/],
])("%s is a feed, because the router matches it to one", async (path, type) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toMatch(type);
});
