import { expect, test } from "vitest";
import { findTopic, needsUrl, topicOfReviewCategory, topics } from "~/domain/topics";

test("there are six topics, in the order in which they are shown", () => {
  expect(topics.map(({ slug, title }) => [slug, title])).toEqual([
    ["asset-allocation", "Asset Allocation"],
    ["tokenomics", "Tokenomics"],
    ["macro", "Macro"],
    ["stocks", "Stocks"],
    ["bonds", "Bonds"],
    ["book-nook", "Book Nook"],
  ]);
});

test.each([
  [
    "asset-allocation",
    "All Assets",
    "stocks: Stocks, bonds: Bonds, real-estate: Real Estate, commodities: Commodities",
  ],
  ["tokenomics", "All", "l1s: L1s, infrastructure: Infrastructure, memes: Memes, daos: DAOs"],
  [
    "macro",
    "All",
    "fiscal-policy: Fiscal Policy, housing: Housing, labor: Labor, monetary-policy: Monetary Policy",
  ],
  [
    "stocks",
    "All",
    "consumer: Consumer, energy: Energy, financials: Financials, healthcare: Healthcare, tech: Tech",
  ],
  [
    "bonds",
    "All",
    "credit: Credit, money-markets: Money Markets, rates: Rates, securitized: Securitized",
  ],
  [
    "book-nook",
    "All",
    "literature: Literature, nonfiction: Nonfiction, romance: Romance, science-fiction: Science Fiction",
  ],
])("the review categories of %s, of which the first is the default", (hub, all, categories) => {
  const { allLabel, reviewCategories } = findTopic(hub)!;
  expect(allLabel).toBe(all);
  expect(reviewCategories.map(({ slug, label }) => `${slug}: ${label}`).join(", ")).toBe(
    categories,
  );
});

test("the categories of reviews are unique across hubs, and none is called all", () => {
  const slugs = topics.flatMap(({ reviewCategories }) => reviewCategories.map(({ slug }) => slug));
  expect(slugs).toHaveLength(25);
  expect(new Set(slugs).size).toBe(25);
  expect(slugs).not.toContain("all");
});

test("a topic is found only by its slug or by a category of its reviews", () => {
  expect(findTopic("book-nook")?.title).toBe("Book Nook");
  // The topic called stocks, and the review category stocks of another.
  expect(findTopic("stocks")?.slug).toBe("stocks");
  expect(topicOfReviewCategory("stocks")?.slug).toBe("asset-allocation");
  expect(topicOfReviewCategory("tech")?.slug).toBe("stocks");
  for (const slug of ["", "all", "Stocks", "__proto__", "constructor"]) {
    expect(findTopic(slug), slug).toBeUndefined();
    expect(topicOfReviewCategory(slug), slug).toBeUndefined();
  }
});

test("only reviews of books need no address", () => {
  expect(topics.filter((topic) => !needsUrl(topic)).map(({ slug }) => slug)).toEqual(["book-nook"]);
});
