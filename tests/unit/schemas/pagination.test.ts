import { describe, expect, test } from "vitest";
import { articleListQuery } from "~/schemas/articles";
import { listQuery, longListQuery } from "~/schemas/pagination";
import { complaints } from "../../setup/complaints";

test("a list has the newest 100 by default", () => {
  expect(articleListQuery.parse({})).toEqual({ limit: 100, sort: "new" });
});

describe("limit is a whole number from 1 to 100", () => {
  test.each([
    ["1", 1],
    ["100", 100],
  ])("%s", (limit, expected) => {
    expect(listQuery.parse({ limit }).limit).toBe(expected);
  });

  test.each(["0", "101", "abc", ""])("not %j", (limit) => {
    expect(complaints(listQuery, { limit })).toEqual({
      limit: ["limit must be a whole number from 1 to 100"],
    });
  });
});

describe("limit is at most 1,000 in the long lists", () => {
  const { limit: usual } = listQuery.shape;
  test.each(["101", "1000"])("%s", (limit) => {
    expect(longListQuery.parse({ limit }).limit).toBe(Number(limit));
    expect(usual.safeParse(limit).success).toBe(false);
  });

  test("not 1001", () => {
    expect(complaints(longListQuery, { limit: "1001" })).toEqual({
      limit: ["limit must be a whole number from 1 to 1,000"],
    });
  });
});

test("cursor must be one of a list", () => {
  const cursor = { id: "65f0c0ffee65f0c0ffee65f0", value: 12.5 };
  expect(listQuery.parse({ cursor: "65f0c0ffee65f0c0ffee65f0.12.5" }).cursor).toEqual(cursor);
  for (const text of ["", "x", "65f0c0ffee65f0c0ffee65f0", '{"$gt":""}'])
    expect(complaints(listQuery, { cursor: text })).toEqual({
      cursor: ["cursor is invalid"],
    });
});

test("sort, category and hub must exist", () => {
  const query = { sort: "hot", category: "crypto", hub: "book-nook" };
  expect(articleListQuery.parse(query)).toMatchObject(query);
  expect(complaints(articleListQuery, { sort: "best", category: "tech", hub: "general" })).toEqual({
    sort: ["sort must be new, hot or top"],
    category: ["There is no such category"],
    hub: ["There is no such hub"],
  });
});

test("a search has up to 100 characters, and a blank one is none", () => {
  expect(articleListQuery.parse({ q: "  rates " }).q).toBe("rates");
  expect(articleListQuery.parse({ q: " " }).q).toBeUndefined();
  expect(complaints(articleListQuery, { q: "x".repeat(101) })).toEqual({
    q: ["Search for 100 characters or less"],
  });
  expect(articleListQuery.parse({ q: "😀".repeat(100) }).q).toBe("😀".repeat(100));
});
