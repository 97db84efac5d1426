/** Whatever people type says in which direction it runs, on every screen that shows it. */
import mongoose, { Types } from "mongoose";
import { defaultTreeAdapter as adapter, parse, type DefaultTreeAdapterMap } from "parse5";
import { beforeAll, expect, test } from "vitest";
import { draftInput } from "~/schemas/drafts";
import { changeProfile } from "~/services/accounts/profile.server";
import { postArticle, type Article } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addDraft } from "~/services/drafts/drafts.server";
import { editArticle } from "~/services/articles/edit-article.server";
import { applyForMembership } from "~/services/membership/membership.server";
import { addReview, type Review } from "~/services/articles/reviews.server";
import { addSignedIn, addUser, someReview, type SignedIn } from "../../setup/people";
import { useSite, useSiteDatabase } from "../../setup/site";

const site = useSite();
useSiteDatabase(site);

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

let mara: SignedIn;
let article: Article;
let review: Review;
let commentId: string;
beforeAll(async () => {
  mara = await addSignedIn({ name: "Mara", isMember: true });
  const { viewer } = mara;
  const other = await addUser({ name: "Ida" });
  const post = (number: number) =>
    postArticle(viewer, { ...posted, url: `https://example.org/${number}`, category: "macro" });
  article = await post(1);
  await post(2);
  await mongoose.connection
    .collection("articles")
    .updateOne({ _id: new Types.ObjectId(article.id) }, { $set: { createdAt: new Date(0) } });
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

const textOf = (node: Node): string =>
  adapter.isTextNode(node)
    ? node.value
    : "childNodes" in node
      ? node.childNodes.map(textOf).join("")
      : "";
const attributeOf = (element: Element, name: string) =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

/** Elements in which our own words stand beside those of people. */
const CONTAINER = /^(?:article|aside|body|details|div|form|header|li|main|nav|ol|section|ul)$/;

/** What shows the word: the direction of the element nearest to it, up to one that holds more than people's words. */
function* directionsIn(node: Node): Generator<{ direction: string; shown: string }> {
  if (adapter.isElementNode(node)) {
    if (/^(?:script|style|title)$/.test(node.tagName)) return;
    if (/^(?:input|textarea)$/.test(node.tagName)) {
      const shown = attributeOf(node, "value") ?? textOf(node);
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

test.each([
  ["the front page", () => "/"],
  ["the community", () => "/community"],
  ["the community with comments", () => `/community?comments=${article.id}`],
  ["an article", () => `/article/${article.id}`],
  ["the form of an article", () => `/article/${article.id}/edit`],
  ["the changes of an article", () => `/article/${article.id}/changes`],
  ["the form of a comment", () => `/comment/${commentId}/edit`],
  ["a hub", () => "/bonds"],
  ["a hub that is searched", () => `/bonds?q=${WORD}`],
  ["a hub's articles", () => "/macro"],
  ["a review", () => `/bonds/reviews/${review.id}`],
  ["the form of a review", () => `/bonds/reviews/${review.id}/edit`],
  ["a category", () => "/category/macro"],
  ["the search", () => `/search?q=${WORD}`],
  ["the search of reviews", () => `/search?q=${WORD}&kind=reviews`],
  ["a search without results", () => `/search?q=${WORD}x`],
  ["a person's articles", () => "/people/Mara"],
  ["a person's reviews", () => "/people/Mara/reviews"],
  ["a person's comments", () => "/people/Mara/comments"],
  ["the dashboard", () => "/dashboard"],
  ["the dashboard as a table", () => "/dashboard?view=table"],
  ["drafts", () => "/drafts"],
  ["the profile", () => "/settings"],
  ["applications", () => "/partner"],
])("%s says it of every text", async (_, path) => {
  const response = await fetch(site().origin + path(), { headers: { Cookie: mara.cookie } });
  expect(response.status).toBe(200);
  const found = [...directionsIn(parse(await response.text()))];
  expect(found).not.toEqual([]);
  expect(found.filter(isWrong)).toEqual([]);
});

test("the content of feeds says it of every text", async () => {
  const feed = (await (await fetch(`${site().origin}/community/feed.json`)).json()) as {
    items: { content_html: string }[];
  };
  const found = feed.items.flatMap((item) => [...directionsIn(parse(item.content_html))]);
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(isWrong)).toEqual([]);
});
