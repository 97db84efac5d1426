import mongoose from "mongoose";
import { describe, expect, test } from "vitest";
import { importReviews } from "~/models/review.server";
import { grantMembership } from "~/services/accounts/admin.server";
import { useDatabase } from "../../setup/database";
import { call, nextPath, ORIGIN } from "../../setup/api";
import { addSignedIn, addUser, someReview } from "../../setup/people";

useDatabase();

const unknown = "65f0c0ffee65f0c0ffee65f0";
const stored = () => mongoose.connection.collection("reviews").countDocuments();
const titlesOf = async (response: Response) =>
  ((await response.json()) as { title: string }[]).map(({ title }) => title);

describe("POST /api/reviews", () => {
  test("returns 201 with the review, as the list then shows it", async () => {
    const { token } = await addSignedIn({ name: "Mara" });
    const body = someReview({ review: "One.\r\nTwo." });
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
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      editedAt: null,
    });
    expect(await (await call("/api/reviews")).json()).toEqual([review]);
  });

  test("needs no username, and ignores one that is sent", async () => {
    const { token, viewer } = await addSignedIn({ name: "Mara" });
    await addUser({ name: "Ida" });
    for (const username of [undefined, "", "Ida", "Mara", null, 7, { $ne: "" }]) {
      const response = await call("/api/reviews", { token, body: { ...someReview(), username } });
      expect(response.status, JSON.stringify(username)).toBe(201);
      expect((await response.json()).username).toBe("Mara");
    }
    const rows = await mongoose.connection.collection("reviews").find().toArray();
    expect(new Set(rows.map(({ user }) => String(user)))).toEqual(new Set([viewer.id]));
  });

  test("ignores fields that the client cannot set", async () => {
    const { token } = await addSignedIn();
    const claims = { id: unknown, _id: unknown, hub: "macro", score: 5, createdAt: "2000-01-01" };
    const response = await call("/api/reviews", { token, body: { ...someReview(), ...claims } });
    const review = await response.json();
    expect(review.id).not.toBe(unknown);
    expect(Date.parse(review.createdAt)).toBeGreaterThan(Date.parse("2026-01-01"));
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

  test("returns an error for each invalid field, and stores nothing", async () => {
    const { token } = await addSignedIn();
    const body = {
      title: " ",
      author: "x".repeat(201),
      url: "javascript:alert(1)",
      rating: "5; drop",
      category: "nothing",
      review: "x".repeat(2001),
    };
    const response = await call("/api/reviews", { token, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: "Some fields are invalid.",
      fieldErrors: {
        title: ["Required"],
        author: ["Author must be 200 characters or less."],
        url: ["Please enter a valid URL."],
        rating: ["Rating must be a whole number from 1 to 5."],
        category: ["Please choose one of the categories."],
        review: ["Review must be 2,000 characters or less."],
      },
    });
    expect(await stored()).toBe(0);
  });

  test("returns 409 with the id of the user's own earlier review of the work", async () => {
    const { token } = await addSignedIn();
    const first = { ...someReview(), url: "http://www.example.org/paper/" };
    const { id } = await (await call("/api/reviews", { token, body: first })).json();
    const second = { ...someReview(), url: "https://example.org/paper?utm_source=x#top" };
    const response = await call("/api/reviews", { token, body: second });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual({ error: "You have already reviewed this work.", id });
    const other = await addSignedIn();
    expect((await call("/api/reviews", { token: other.token, body: second })).status).toBe(201);
  });

  test("stores one of twenty simultaneous requests, and returns its id to the others", async () => {
    const { token } = await addSignedIn();
    const body = someReview();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => call("/api/reviews", { token, body })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const ids = await Promise.all(responses.map(async (response) => (await response.json()).id));
    expect(new Set(ids).size).toBe(1);
    expect(await stored()).toBe(1);
  });

  test("to Tokenomics returns 403 unless the user is a member at that time", async () => {
    const { token, viewer } = await addSignedIn();
    const post = () => call("/api/reviews", { token, body: someReview({ category: "daos" }) });
    const response = await post();
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({
      error: "Only members of the organisation review Tokenomics.",
    });
    expect(await stored()).toBe(0);
    await grantMembership(viewer.email, true);
    expect((await post()).status).toBe(201);
    await grantMembership(viewer.email, false);
    expect((await post()).status).toBe(403);
  });

  test("returns 401 without a valid token, before the body is read", async () => {
    const { browserSecret, cookie } = await addSignedIn();
    for (const token of [undefined, browserSecret, "x".repeat(43)]) {
      const headers = { Cookie: cookie };
      const response = await call("/api/reviews", { token, text: "not even JSON", headers });
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(await response.json()).toEqual({ error: "Authentication required" });
    }
    expect(await stored()).toBe(0);
  });
});

describe("GET /api/reviews", () => {
  const idOf = (number: number) => number.toString(16).padStart(24, "0");
  /** Adds `count` reviews, alternately to two hubs, three with the same time each. */
  const add = (count: number) =>
    importReviews(
      Array.from({ length: count }, (_, i) => ({
        ...someReview({ title: `Title ${i}`, rating: 1 + (i % 5) }),
        id: idOf(i + 1),
        workKey: `example.org/${i}`,
        userId: idOf(1),
        username: i % 4 ? "Mara" : "Ida",
        ...(i % 2 ? { hub: "macro", category: "labor" } : { hub: "bonds", category: "rates" }),
        createdAt: new Date(Math.floor(i / 3) * 1000),
      })),
    );

  test("returns an array, newest first, without a token or with an invalid one", async () => {
    await add(4);
    const response = await call("/api/reviews");
    expect(response.status).toBe(200);
    expect(response.headers.get("Link")).toBeNull();
    expect(await titlesOf(response)).toEqual(["Title 3", "Title 2", "Title 1", "Title 0"]);
    expect(await titlesOf(await call("/api/reviews", { token: "x" }))).toHaveLength(4);
  });

  test("returns an empty array when there are no reviews", async () => {
    expect(await (await call("/api/reviews")).json()).toEqual([]);
  });

  test("returns the first hundred and a link to the rest", async () => {
    await add(101);
    const response = await call("/api/reviews");
    expect(await response.json()).toHaveLength(100);
    const rest = await call(nextPath(response) ?? "");
    expect(await titlesOf(rest)).toEqual(["Title 0"]);
    expect(nextPath(rest)).toBeNull();
  });

  test("returns up to a thousand reviews on request, with and without a search", async () => {
    await add(1001);
    for (const query of ["", "&q=title"]) {
      const response = await call(`/api/reviews?limit=1000${query}`);
      const titles = await titlesOf(response);
      expect(titles).toHaveLength(1000);
      expect(titles[0]).toBe("Title 1000");
      expect(await titlesOf(await call(nextPath(response) ?? ""))).toEqual(["Title 0"]);
    }
  });

  test("filters by hub, category and search text, and sorts", async () => {
    await add(10);
    const titles = async (query: string) => titlesOf(await call(`/api/reviews?${query}`));
    const even = ["Title 8", "Title 6", "Title 4", "Title 2", "Title 0"];
    expect(await titles("hub=bonds")).toEqual(even);
    expect(await titles("category=rates")).toEqual(even);
    expect(await titles("hub=bonds&category=rates")).toEqual(even);
    expect(await titles("hub=bonds&category=labor")).toEqual([]);
    expect(await titles("hub=tokenomics")).toEqual([]);
    expect(await titles("q=TITLE+7")).toEqual(["Title 7"]);
    expect(await titles("q=ida")).toEqual(["Title 8", "Title 4", "Title 0"]);
    expect(await titles("q=labor&hub=bonds")).toEqual([]);
    expect(await titles("q=")).toHaveLength(10);
    expect(await titles("q=.*")).toEqual([]);
    expect(await titles("q=a%00b")).toEqual([]);
    // "Title 4" and "Title 9" have a rating of five, "Title 3" and "Title 8" one of four.
    expect((await titles("sort=best")).slice(0, 4)).toEqual([
      ...["Title 9", "Title 4"],
      ...["Title 8", "Title 3"],
    ]);
    expect(await titles("sort=best&hub=macro&limit=2")).toEqual(["Title 9", "Title 3"]);
  });

  test.each(["new", "best"])("sorted by %s, its pages have each review once", async (sort) => {
    await add(50);
    const whole = await titlesOf(await call(`/api/reviews?sort=${sort}&hub=bonds&q=title`));
    expect(whole).toHaveLength(25);
    const read: string[] = [];
    let path: string | null = `/api/reviews?sort=${sort}&limit=7&hub=bonds&q=title`;
    let pages = 0;
    for (; path; pages += 1) {
      const response: Response = await call(path);
      read.push(...(await titlesOf(response)));
      path = nextPath(response);
    }
    expect(pages).toBe(4);
    expect(read).toEqual(whole);
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

  test.each([
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["limit=1.5", "limit"],
    ["cursor=x", "cursor"],
    ["cursor=%00", "cursor"],
    ["sort=hot", "sort"],
    ["sort=", "sort"],
    ["hub=crypto", "hub"],
    ["hub=", "hub"],
    ["category=all", "category"],
    ["category=nothing", "category"],
    [`q=${"x".repeat(101)}`, "q"],
  ])("returns a 400 that names the field for %s", async (query, field) => {
    const response = await call(`/api/reviews?${query}`);
    expect(response.status).toBe(400);
    const { error, fieldErrors } = await response.json();
    expect(error).toBe("Some fields are invalid.");
    expect(Object.keys(fieldErrors)).toEqual([field]);
  });

  test.each(["new", "best"])("accepts any well-formed cursor, sorted by %s", async (sort) => {
    await add(1);
    for (const value of ["0", "-1", "3.5833333333333335", "8640000000000000", "-0.0"]) {
      const response = await call(`/api/reviews?sort=${sort}&cursor=${unknown}.${value}`);
      expect(response.status, value).toBe(200);
    }
  });
});
