import { expect, test } from "vitest";
import { categories, DEFAULT_CATEGORY, findCategory } from "~/domain/categories";

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

test("each category has a description", () => {
  for (const { slug, description } of categories) expect(description, slug).toMatch(/\w.*\.$/);
});

test("an article posted without a category is General", () => {
  expect(findCategory(DEFAULT_CATEGORY)?.name).toBe("General");
});

test("a category is found only by its exact slug", () => {
  expect(findCategory("book-nook")).toEqual({
    slug: "book-nook",
    name: "Book Nook",
    description: "Non-finance books, articles and stories worth an evening.",
  });
  for (const slug of ["Book-Nook", "book nook", "", "all", "__proto__", "constructor", "toString"])
    expect(findCategory(slug), slug).toBeUndefined();
});
