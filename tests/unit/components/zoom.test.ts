import { describe, expect, test } from "vitest";
import { isLastZoom, nextZoom } from "~/routes/whitepaper/zoom";

describe("the sizes of a page", () => {
  test.each([
    [1, 1, 1.25],
    [1, -1, 0.75],
    [0.6, 1, 0.75],
    [0.6, -1, 0.5],
    [0.5, -1, 0.5],
    [3, 1, 3],
    // The size that fits a phone.
    [0.43, 1, 0.5],
    [0.43, -1, 0.43],
  ] as const)("from %d in the direction of %d is %d", (zoom, direction, next) => {
    expect(nextZoom(zoom, direction)).toBe(next);
    expect(isLastZoom(zoom, direction)).toBe(next === zoom);
  });
});
