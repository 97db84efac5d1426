import { describe, expect, test } from "vitest";
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

describe("the review categories of each hub, with their labels", () => {
  test.each([
    {
      hub: "asset-allocation",
      all: "All Assets",
      labels: {
        stocks: "Stocks",
        bonds: "Bonds",
        "real-estate": "Real Estate",
        commodities: "Commodities",
      },
    },
    {
      hub: "tokenomics",
      all: "All",
      labels: { l1s: "L1s", infrastructure: "Infrastructure", memes: "Memes", daos: "DAOs" },
    },
    {
      hub: "macro",
      all: "All",
      labels: {
        "fiscal-policy": "Fiscal Policy",
        housing: "Housing",
        labor: "Labor",
        "monetary-policy": "Monetary Policy",
      },
    },
    {
      hub: "stocks",
      all: "All",
      labels: {
        consumer: "Consumer",
        energy: "Energy",
        financials: "Financials",
        healthcare: "Healthcare",
        tech: "Tech",
      },
    },
    {
      hub: "bonds",
      all: "All",
      labels: {
        credit: "Credit",
        "money-markets": "Money Markets",
        rates: "Rates",
        securitized: "Securitized",
      },
    },
    {
      hub: "book-nook",
      all: "All",
      labels: {
        literature: "Literature",
        nonfiction: "Nonfiction",
        romance: "Romance",
        "science-fiction": "Science Fiction",
      },
    },
  ])("$hub", ({ hub, all, labels }) => {
    const topic = topics.find(({ slug }) => slug === hub);
    const pairs = topic?.reviewCategories.map(({ slug, label }) => [slug, label]);
    expect(pairs).toEqual(Object.entries(labels));
    expect(topic?.allLabel).toBe(all);
  });
});

test("the review form has a default category for each hub", () => {
  expect(topics.map(({ slug, defaultReviewCategory }) => [slug, defaultReviewCategory])).toEqual([
    ["asset-allocation", "stocks"],
    ["tokenomics", "l1s"],
    ["macro", "fiscal-policy"],
    ["stocks", "consumer"],
    ["bonds", "credit"],
    ["book-nook", "literature"],
  ]);
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
