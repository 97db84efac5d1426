import { describe, expect, test } from "vitest";
import { hotRank } from "~/domain/ranking";

const epoch = new Date(0);

describe("hot is the logarithm of the support plus the age in units of 36 hours", () => {
  test.each([
    // The logarithm of 1 + upvotes + half of the comments that count, computed by hand
    { upvotes: 0, commentsByOthers: 0, expected: 0 },
    { upvotes: 9, commentsByOthers: 0, expected: 1 },
    { upvotes: 6, commentsByOthers: 6, expected: 1 },
    { upvotes: 2, commentsByOthers: 1, expected: 0.5440680443502757 }, // log10 3.5
    { upvotes: 4, commentsByOthers: 100, expected: 0.8450980400142568 }, // log10 7: 4 of the 100 count
  ])(
    "$upvotes upvotes and $commentsByOthers comments by others",
    ({ upvotes, commentsByOthers, expected }) => {
      expect(hotRank({ upvotes, commentsByOthers, createdAt: epoch })).toBeCloseTo(expected, 12);
    },
  );

  test.each([
    { createdAt: "1970-01-01T18:00:00.000Z", expected: 0.5 },
    { createdAt: "2026-01-01T00:21:36.000Z", expected: 13_636.01 }, // and 1296 s
  ])("posted at $createdAt", ({ createdAt, expected }) => {
    const rank = hotRank({ upvotes: 0, commentsByOthers: 0, createdAt: new Date(createdAt) });
    expect(rank).toBeCloseTo(expected, 9);
  });
});

test("comments alone do not raise a rank: an article without upvotes ranks by its age", () => {
  expect(hotRank({ upvotes: 0, commentsByOthers: 500, createdAt: epoch })).toBe(0);
});
