import { describe, expect, test } from "vitest";
import { importReviews } from "~/models/review.server";
import { useDatabase } from "../../setup/database";
import { call, nextPath, ORIGIN } from "../../setup/api";
import { addSignedIn, addUser, someReview } from "../../setup/people";
import { reviewRow } from "../../setup/rows";

useDatabase();

const unknown = "65f0c0ffee65f0c0ffee65f0";
const titlesOf = async (response: Response) =>
  ((await response.json()) as { title: string }[]).map(({ title }) => title);

describe("POST /api/reviews", () => {
  test("returns 201 with the review, and ignores fields that the client cannot set", async () => {
    const { token } = await addSignedIn({ name: "Mara" });
    await addUser({ name: "Ida" });
    for (const username of ["Ida", { $ne: "" }]) {
      const claims = { id: unknown, hub: "macro", score: 5, createdAt: "2000-01-01", username };
      const body = { ...someReview({ review: "One.\r\nTwo." }), ...claims };
      const response = await call("/api/reviews", { token, body });
      expect(response.status).toBe(201);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      const review = await response.json();
      expect(review).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        title: body.title,
        author: "Anna Berg",
        url: body.url,
        rating: 4,
        username: "Mara",
        category: "rates",
        review: "One.\nTwo.",
        createdAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        editedAt: null,
        locked: null,
        warning: null,
      });
      expect(review.id).not.toBe(unknown);
      expect(Date.parse(review.createdAt)).toBeGreaterThan(Date.parse("2026-01-01"));
      expect((await (await call("/api/reviews")).json())[0]).toEqual(review);
    }
    expect(await titlesOf(await call("/api/reviews?hub=macro"))).toEqual([]);
  });

  test("accepts a book without a link, and a review as the list returns it", async () => {
    const [mara, ida] = [await addSignedIn(), await addSignedIn()];
    const { url: _, ...book } = someReview({ category: "romance" });
    const review = await (await call("/api/reviews", { token: mara.token, body: book })).json();
    expect(review.url).toBeNull();
    const again = await call("/api/reviews", { token: ida.token, body: review });
    expect(again.status).toBe(201);
    expect(await again.json()).toMatchObject({ title: book.title, url: null });
  });
});

describe("GET /api/reviews", () => {
  /** Adds `count` reviews, alternately to two hubs, three with the same time each. */
  const add = (count: number) =>
    importReviews(
      Array.from({ length: count }, (_, i) =>
        reviewRow(i + 1, {
          title: `Title ${i}`,
          rating: 1 + (i % 5),
          username: i % 4 ? "Mara" : "Ida",
          ...(i % 2 ? { hub: "macro", category: "labor" } : {}),
          createdAt: new Date(Math.floor(i / 3) * 1000),
        }),
      ),
    );

  test("returns the first hundred or up to a thousand, newest first, and a link to the rest", async () => {
    await add(1001);
    // A list needs no token, and ignores an invalid one.
    expect(await titlesOf(await call("/api/reviews", { token: "x" }))).toHaveLength(100);
    for (const query of ["", "&q=title"]) {
      const response = await call(`/api/reviews?limit=1000${query}`);
      const titles = await titlesOf(response);
      expect(titles).toHaveLength(1000);
      expect(titles[0]).toBe("Title 1000");
      const rest = await call(nextPath(response) ?? "");
      expect(await titlesOf(rest)).toEqual(["Title 0"]);
      expect(nextPath(rest)).toBeNull();
    }
  });

  test("filters by hub, category and search text, and sorts", async () => {
    await add(10);
    const titles = async (query: string) => titlesOf(await call(`/api/reviews?${query}`));
    const even = ["Title 8", "Title 6", "Title 4", "Title 2", "Title 0"];
    expect(await titles("hub=bonds&category=rates")).toEqual(even);
    expect(await titles("hub=bonds&category=labor")).toEqual([]);
    expect(await titles("q=ida")).toEqual(["Title 8", "Title 4", "Title 0"]);
    expect(await titles("q=labor&hub=bonds")).toEqual([]);
    expect(await titles("q=")).toHaveLength(10);
    expect(await titles("q=a%00b")).toEqual([]);
    // "Title 4" and "Title 9" have a rating of five, "Title 3" and "Title 8" one of four.
    expect(await titles("sort=best&hub=macro&limit=2")).toEqual(["Title 9", "Title 3"]);
  });

  test("keeps the query parameters in its link to the next page", async () => {
    await add(9);
    const response = await call("/api/reviews?q=a+berg%26&q=anna+b&hub=bonds&sort=best&limit=2");
    const next = new URL(nextPath(response) ?? "", ORIGIN);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      q: "anna b",
      hub: "bonds",
      sort: "best",
      limit: "2",
      cursor: expect.any(String),
    });
  });
});
