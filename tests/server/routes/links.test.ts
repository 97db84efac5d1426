import { beforeEach, describe, expect, test } from "vitest";
import { COMMENTS_PER_PAGE } from "~/domain/field-limits";
import { importComments } from "~/models/comment.server";
import { importReviews } from "~/models/review.server";
import { loader as openEmailLink } from "~/routes/accounts/email-link";
import { loader as openProof } from "~/routes/accounts/prove-email";
import { loader as openReset } from "~/routes/accounts/reset";
import { loader as openDiscussion } from "~/routes/article/discussion";
import { loader as openReview } from "~/routes/hubs/review";
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import { onArticle } from "~/domain/threads";
import { useDatabase } from "../../setup/database";
import { addArticle } from "../../setup/people";
import { ask, load, type Handler } from "../../setup/routes";
import { commentRow, idOf, reviewRow } from "../../setup/rows";

useDatabase();

/** All have the same time, so that only their ids order them. */
const createdAt = new Date("2026-01-05T12:00:00Z");

async function discussionAt(path: string) {
  const id = path.split(/[/?#]/)[2];
  const { comments, ...page } = await load(openDiscussion, path, { params: { id } });
  return { ...page, ids: comments.map((comment) => comment.id) };
}

describe("in a discussion with more than a page of comments", () => {
  let articleId: string;
  beforeEach(async () => {
    articleId = (await addArticle()).id;
    await importComments(
      Array.from({ length: COMMENTS_PER_PAGE + 12 }, (_, i) =>
        commentRow(i + 1, { subject: onArticle(articleId), createdAt }),
      ),
    );
  });

  test.each([
    ["the first", 1, 1, COMMENTS_PER_PAGE],
    ["the last of the first page", COMMENTS_PER_PAGE, 1, COMMENTS_PER_PAGE],
    ["the first of the next", COMMENTS_PER_PAGE + 1, COMMENTS_PER_PAGE + 1, 12],
    ["the last", COMMENTS_PER_PAGE + 12, COMMENTS_PER_PAGE + 12, 1],
  ])("the link to %s comment opens a page with it", async (_, number, first, length) => {
    const page = await discussionAt(
      commentPath({ id: idOf(number), subject: onArticle(articleId) }),
    );
    expect(page.ids).toContain(idOf(number));
    expect([page.ids[0], page.ids.length]).toEqual([idOf(first), length]);
    expect(page.first === null).toBe(first === 1);
    expect(page.next !== null).toBe(first === 1);
  });

  test.each(["", "nonsense", idOf(999), "%00", "{}"])(
    "a link to a missing comment (%j) opens the first page",
    async (id) => {
      const page = await discussionAt(`/article/${articleId}?comment=${id}`);
      expect(page.ids).toHaveLength(COMMENTS_PER_PAGE);
      expect(page.first).toBe(null);
    },
  );

  test("a link to a comment on another article opens the first page", async () => {
    const other = await addArticle();
    const id = idOf(5000);
    await importComments([commentRow(5000, { subject: onArticle(other.id), createdAt })]);
    expect((await discussionAt(commentPath({ id, subject: onArticle(articleId) }))).first).toBe(
      null,
    );
  });
});

describe("a review's own page", () => {
  const review = (number: number, workKey = "one work") =>
    reviewRow(number, {
      workKey,
      userId: idOf(9000 + number),
      hub: "stocks",
      category: "energy",
      createdAt,
    });
  beforeEach(() =>
    importReviews([
      ...Array.from({ length: 23 }, (_, i) => review(i + 1)),
      review(100, "another work"),
    ]),
  );

  const openAt = (path: string) =>
    ask(openReview, path, { params: { review: path.split("/").at(-1) } });

  test("has the review and the newest other reviews of the same work", async () => {
    const { data: page } = await openAt(reviewPath({ id: idOf(5), hub: "stocks" }));
    expect(page.review.id).toBe(idOf(5));
    const others = page.others.map(({ id }) => id);
    expect(others).toHaveLength(20);
    expect(others[0]).toBe(idOf(23));
    expect(others).not.toContain(idOf(5));
    expect(others).not.toContain(idOf(100));
  });

  test("redirects to the hub that the review belongs to", async () => {
    const { location } = await openAt(`/bonds/reviews/${idOf(5)}`);
    expect(location).toBe(`/stocks/reviews/${idOf(5)}`);
  });

  test.each([idOf(4711), "nonsense", "%00"])(
    "is a 404 for a review that does not exist: %s",
    async (id) => {
      expect((await openAt(`/stocks/reviews/${id}`)).status).toBe(404);
    },
  );
});

test.each<[string, Handler]>([
  ["prove-email", openProof],
  ["reset-password", openReset],
  ["change-email", openEmailLink],
  ["restore-email", openEmailLink],
])(
  "a mailed link to /%s that does not work is a 410, and may not be stored",
  async (name, open) => {
    const secret = "x".repeat(43);
    const { status, headers } = await ask(open, `/${name}/${secret}`, { params: { secret } });
    expect([status, headers.get("Cache-Control")]).toEqual([410, "no-store"]);
  },
);
