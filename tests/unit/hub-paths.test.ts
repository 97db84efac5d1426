import { expect, test } from "vitest";
import { topicAt } from "~/config/hubs";

test.each([
  ["/macro", "macro"],
  ["/MACRO/", "macro"],
  ["/category/macro", "macro"],
  ["/assetallocation", "asset-allocation"],
  ["/asset%2Dallocation", "asset-allocation"],
  ["/stocks/reviews/6790a1f2c3d4e5f60718293a", "stocks"],
  ["/stocks/%72eviews/6790a1f2c3d4e5f60718293a", "stocks"],
  ["/stocks/reviews/https%3A%2F%2Fexample.org%2F", "stocks"],
])("%s is a path of the hub %s", (path, slug) => {
  expect(topicAt(path).slug).toBe(slug);
});
