/** Links to single comments and reviews: however many there are, the page that opens has them. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeEach, describe, expect, test } from "vitest";
import { COMMENTS_PER_PAGE, REVIEWS_PER_PAGE } from "~/domain/limits";
import { importComments } from "~/models/comment.server";
import { importReviews } from "~/models/review.server";
import { action as act, loader as openArticle } from "~/routes/article.$id/route";
import { loader as openHub } from "~/routes/hubs/screen";
import { commentPath, reviewPath } from "~/services/addresses";
import { readDashboard } from "~/services/dashboard.server";
import { search } from "~/services/search.server";
import { useDatabase } from "../../setup/database";
import { addArticle, addSignedIn, type SignedIn } from "../../setup/people";

process.env.RATE_LIMITS = "off";
useDatabase();

const idOf = (number: number) => number.toString(16).padStart(24, "0");
const at = (path: string, init?: RequestInit) => new Request(`https://site.example${path}`, init);
/** All of one moment: only their ids tell them apart. */
const createdAt = new Date("2026-01-05T12:00:00Z");

let reader: SignedIn;
beforeEach(async () => {
  reader = await addSignedIn();
});

/** What the page of an article shows at an address. */
async function discussionAt(path: string) {
  const id = path.split(/[/?#]/)[2];
  const args = { request: at(path), params: { id }, context: {} } as unknown as LoaderFunctionArgs;
  const { comments, ...page } = await openArticle(args);
  return { ...page, ids: comments.map((comment) => comment.id) };
}

/** Posts a comment as a browser without scripts does. @returns where it is sent */
async function postNatively(articleId: string, redirectTo: string): Promise<string> {
  const body = new URLSearchParams({ intent: "comment", content: "Mine.", redirectTo });
  const headers = { Cookie: reader.cookie };
  const request = at(`/article/${articleId}`, { method: "POST", body, headers });
  const args = { request, params: { id: articleId }, context: {} } as unknown as LoaderFunctionArgs;
  const answer = (await act(args)) as Response;
  expect(answer.status).toBe(302);
  return answer.headers.get("Location") ?? "";
}

const commentsOn = (articleId: string, count: number) =>
  importComments(
    Array.from({ length: count }, (_, i) => ({
      ...{ id: idOf(i + 1), articleId, authorId: reader.viewer.id, username: "Mara", createdAt },
      content: i === count - 1 ? "A needle" : "Hay",
    })),
  );

describe("in a discussion of more than a page", () => {
  let articleId: string;
  beforeEach(async () => {
    articleId = (await addArticle()).id;
    await commentsOn(articleId, COMMENTS_PER_PAGE + 12);
  });

  test.each([
    ["the first", 1, 1, COMMENTS_PER_PAGE],
    ["the last of the first page", COMMENTS_PER_PAGE, 1, COMMENTS_PER_PAGE],
    ["the first of the next", COMMENTS_PER_PAGE + 1, COMMENTS_PER_PAGE + 1, 12],
    ["the last", COMMENTS_PER_PAGE + 12, COMMENTS_PER_PAGE + 12, 1],
  ])("%s comment's link opens a page with it", async (_, number, first, length) => {
    const page = await discussionAt(commentPath({ id: idOf(number), articleId }));
    expect(page.ids).toContain(idOf(number));
    expect([page.ids[0], page.ids.length]).toEqual([idOf(first), length]);
    expect(page.isFirstPage).toBe(first === 1);
    expect(page.next !== null).toBe(first === 1);
  });

  test.each(["", "nonsense", idOf(999), "%00", "{}"])(
    "a link to a comment that is not there (%j) opens the first page",
    async (id) => {
      const page = await discussionAt(`/article/${articleId}?comment=${id}`);
      expect(page.ids).toHaveLength(COMMENTS_PER_PAGE);
      expect(page.isFirstPage).toBe(true);
    },
  );

  test("nor does a link to a comment on another article lead into this one", async () => {
    const other = await addArticle();
    const id = idOf(5000);
    await importComments([
      { id, articleId: other.id, authorId: idOf(1), username: "Ida", content: "Other", createdAt },
    ]);
    expect((await discussionAt(commentPath({ id, articleId }))).isFirstPage).toBe(true);
  });

  test("who posts without scripts is led to the comment", async () => {
    const path = await postNatively(articleId, `/article/${articleId}#comments`);
    const id = path.split("#comment-")[1];
    expect(path).toBe(commentPath({ id: id!, articleId }));
    expect((await discussionAt(path)).ids).toEqual([id]);
  });

  test("who posts in a card stays in the list", async () => {
    const card = `/community?comments=${articleId}#article-${articleId}`;
    expect(await postNatively(articleId, card)).toBe(card);
  });

  test("the dashboard and the search lead to the comment", async () => {
    const last = idOf(COMMENTS_PER_PAGE + 12);
    const { comments } = await readDashboard(reader.viewer);
    const own = comments.items.find(({ id }) => id === last);
    const { results } = await search({ q: "needle", kind: "comments", after: null });
    for (const to of [own?.to, results[0]?.to]) {
      expect((await discussionAt(to ?? "")).ids).toContain(last);
    }
  });
});

describe("in a hub of more reviews than a page", () => {
  const count = REVIEWS_PER_PAGE + 3;
  beforeEach(() =>
    importReviews(
      Array.from({ length: count }, (_, i) => ({
        ...{ id: idOf(i + 1), title: i ? "Energy" : `${"x".repeat(99)}😀`, author: "A. Berg" },
        ...{ workKey: "one work", rating: 4, userId: i ? idOf(9000 + i) : reader.viewer.id },
        ...{ username: "Mara", hub: "stocks", category: "energy", review: "A text.", createdAt },
      })),
    ),
  );

  async function reviewsAt(path: string) {
    const args = { request: at(path), params: {}, context: {} } as unknown as LoaderFunctionArgs;
    const { data } = await openHub(args);
    return data.loaded.reviews!.items.map(({ id }) => id);
  }

  test.each([1, 2, count - 1, count])("that of number %d opens a page with it", async (number) => {
    const [first, ...others] = await reviewsAt(
      reviewPath({ id: idOf(number), hub: "stocks", createdAt }),
    );
    expect(first).toBe(idOf(number));
    expect(others).toHaveLength(Math.min(number, REVIEWS_PER_PAGE) - 1);
  });

  test("and so does the dashboard's", async () => {
    const { reviews } = await readDashboard(reader.viewer);
    expect(await reviewsAt(reviews.items[0]?.to ?? "")).toEqual([idOf(1)]);
  });
});
