import { afterEach, describe, expect, test, vi } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import type { Viewer } from "~/domain/viewer";
import { countReviews } from "~/models/review.server";
import { putReview } from "~/services/articles/edit-review.server";
import {
  addReview,
  browseAndCountReviews,
  browseReviews,
} from "~/services/articles/reviews.server";
import { rowsOf, useDatabase } from "../../setup/database";
import { addUser, someReview } from "../../setup/people";

useDatabase();
afterEach(() => {
  vi.restoreAllMocks();
});

const rows = (name = "reviews") => rowsOf(name);
const refused = (kind: string, message: string, details: object = {}) => ({
  name: "ServiceError",
  kind,
  message,
  details,
});
const people = (count: number): Promise<Viewer[]> =>
  Promise.all(Array.from({ length: count }, () => addUser()));
const nothingStored = async () => {
  for (const name of ["reviews", "works", "hubs", "contributors"])
    expect(await rows(name), name).toEqual([]);
};

describe("adding a review", () => {
  test("stores it under the viewer's name in the hub of its category", async () => {
    const mara = await addUser({ name: "Mara" });
    const input = someReview({ category: "stocks" });
    const review = await addReview(mara, input);
    expect(review).toEqual({
      ...input,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      userId: mara.id,
      username: "Mara",
      hub: "asset-allocation",
      createdAt: expect.any(Date),
      updatedAt: review.createdAt,
      version: 1,
      editedAt: null,
      locked: null,
      warning: null,
      named: [],
    });
    expect((await browseReviews({ sort: "new", limit: 10 })).items).toEqual([review]);
    expect(await countReviews({ hub: "asset-allocation" })).toBe(1);
    expect(await countReviews({ hub: "stocks" })).toBe(0);
  });

  test("needs a signed-in user, and stores nothing without one", async () => {
    await expect(addReview(null, someReview())).rejects.toMatchObject(
      refused("unauthenticated", "Please log in to submit a review."),
    );
    await expect(putReview(null, someReview())).rejects.toMatchObject(
      refused("unauthenticated", "Please log in to submit a review."),
    );
    await nothingStored();
  });

  test("to Tokenomics needs membership, and stores nothing without it", async () => {
    const visitor = await addUser();
    const input = someReview({ category: "l1s" });
    const forbidden = refused("forbidden", "Only members of the organisation review Tokenomics.");
    await expect(addReview(visitor, input)).rejects.toMatchObject(forbidden);
    await expect(putReview(visitor, input)).rejects.toMatchObject(forbidden);
    await nothingStored();
    const member = await addUser({ isMember: true });
    expect((await addReview(member, input)).hub).toBe("tokenomics");
  });
});

describe("one user and one work", () => {
  test("have one review, also by another spelling of the link and in another hub", async () => {
    const url = "https://EXAMPLE.org/paper?utm_source=newsletter#part-two";
    const mara = await addUser();
    const { id } = await addReview(mara, someReview({ url: "https://example.org/paper" }));
    await expect(
      addReview(mara, someReview({ url, category: "literature" })),
    ).rejects.toMatchObject(refused("conflict", "You have already reviewed this work.", { id }));
    await addReview(await addUser(), someReview({ url }));
    expect(await rows()).toHaveLength(2);
  });

  test("have one review of a book without a link, by title and author however they are typed", async () => {
    const mara = await addUser();
    const book = someReview({
      url: undefined,
      category: "literature",
      title: "The Long Road",
      author: "Anna Berg",
    });
    const { id } = await addReview(mara, book);
    for (const same of [
      { title: " the  LONG road" },
      { author: "anna\nberg" },
      { title: "The\u00a0Long\u200b Road" },
      { author: "Ａnna Berg" },
      { category: "romance" },
    ])
      await expect(addReview(mara, { ...book, ...same })).rejects.toMatchObject({
        details: { id },
      });
    await addReview(mara, { ...book, author: "Anna Borg" });
    await addReview(mara, { ...book, url: "https://example.org/the-long-road" });
    await addReview(await addUser(), book);
    expect(await rows()).toHaveLength(4);
  });

  test("have one review, counted once, after twenty simultaneous requests", async () => {
    const mara = await addUser();
    const input = someReview({ rating: 5 });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => addReview(mara, input)),
    );
    const kept = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const told = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(kept).toHaveLength(1);
    expect(told).toHaveLength(19);
    for (const reason of told)
      expect(reason).toMatchObject({ kind: "conflict", details: { id: kept[0]?.id } });
    expect(await rows()).toHaveLength(1);
    expect(await rows("works")).toMatchObject([{ sum: 5, count: 1 }]);
    expect(await rows("hubs")).toMatchObject([{ papers: 1, contributors: 1 }]);
  });
});

describe("the score of a work", () => {
  test("is stored in each of its reviews, and in no others", async () => {
    const [first, second, third] = await people(3);
    const input = someReview();
    await addReview(first!, { ...input, rating: 5 });
    expect(await rows()).toMatchObject([{ score: 22.5 / 6 }]);
    await addReview(second!, { ...input, rating: 2 });
    await addReview(third!, { ...input, rating: 5 });
    await addReview(third!, someReview({ rating: 1 }));
    // (17.5 + 12) / 8, and (17.5 + 1) / 6
    expect((await rows()).map(({ score }) => score)).toEqual([3.6875, 3.6875, 3.6875, 18.5 / 6]);
  });

  test("is correct after ten simultaneous ratings", async () => {
    const input = someReview();
    const raters = await people(10);
    await Promise.all(
      raters.map((rater, i) => addReview(rater, { ...input, rating: 1 + (i % 5) })),
    );
    expect(await rows("works")).toMatchObject([{ sum: 30, count: 10 }]);
    const reviews = await rows();
    expect(reviews).toHaveLength(10);
    // (17.5 + 30) / 15
    for (const { score } of reviews) expect(score).toBe(47.5 / 15);
  });
});

describe("replacing a review", () => {
  test("changes its fields and the score, and keeps id and date", async () => {
    const [mara, ida] = await people(2);
    const input = someReview({ rating: 5 });
    const first = await addReview(mara!, input);
    await addReview(ida!, { ...input, rating: 4 });
    const changes = { rating: 2, review: "On second thought.", title: "A better title" };
    const second = await putReview(mara!, { ...input, ...changes });
    expect(second).toMatchObject({ ...first, ...changes, updatedAt: expect.any(Date), version: 2 });
    expect(await rows("works")).toMatchObject([{ sum: 6, count: 2 }]);
    // (17.5 + 6) / 7
    for (const { score } of await rows()) expect(score).toBe(23.5 / 7);
    expect((await browseReviews({ sort: "new", limit: 10, q: "better" })).items).toMatchObject([
      { ...first, ...changes, updatedAt: expect.any(Date), version: 2 },
    ]);
    expect(await rows("hubs")).toMatchObject([{ papers: 2, contributors: 2 }]);
  });

  test("is refused if there is none", async () => {
    const input = someReview();
    await addReview(await addUser(), input);
    await expect(putReview(await addUser(), input)).rejects.toMatchObject(
      refused("notFound", "There is no review of yours to replace."),
    );
    expect(await rows("works")).toMatchObject([{ sum: 4, count: 1 }]);
  });
});

test("a page of a hub has the total of matches", async () => {
  for (const title of ["One", "Two", "Two more"])
    await addReview(await addUser(), someReview({ title }));
  const browse = async (q: string | undefined, limit: number, after?: string | null) => {
    const place = after ? decodeCursor(after) : null;
    const list = { hub: "bonds", sort: "new", q, limit, after: place } as const;
    const { items, total, next } = await browseAndCountReviews(list);
    return { shown: items.length, total, next };
  };
  expect(await browse("two", 2)).toEqual({ shown: 2, total: 2, next: null });
  expect(await browse("nothing", 2)).toEqual({ shown: 0, total: 0, next: null });
  const first = await browse(undefined, 2);
  expect(first).toMatchObject({ shown: 2, total: 3 });
  expect(await browse(undefined, 2, first.next)).toEqual({ shown: 1, total: 3, next: null });
});
