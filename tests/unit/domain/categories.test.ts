import { expect, test } from "vitest";
import { categories, findCategory } from "~/domain/categories";

test("articles are filed under the six topics and four general categories", () => {
  expect(categories.map(({ slug, name }) => [slug, name])).toEqual([
    ["asset-allocation", "Asset Allocation"],
    ["tokenomics", "Tokenomics"],
    ["macro", "Macro"],
    ["stocks", "Stocks"],
    ["bonds", "Bonds"],
    ["book-nook", "Book Nook"],
    ["general", "General"],
    ["crypto", "Crypto"],
    ["governance", "Governance"],
    ["markets", "Markets"],
  ]);
});

test("a category is found only by its exact slug", () => {
  expect(findCategory("book-nook")?.name).toBe("Book Nook");
  for (const slug of ["Book-Nook", "", "__proto__", "toString"])
    expect(findCategory(slug), slug).toBeUndefined();
});
