import { describe, expect, test } from "vitest";
import { findTopic, topics } from "~/domain/topics";
import { hubQuery, reviewForm, reviewInput, reviewListQuery } from "~/schemas/reviews";
import { complaints } from "../../setup/complaints";

const errors = (input: unknown, schema: Parameters<typeof complaints>[0] = reviewInput) =>
  complaints(schema, input);

const REQUIRED = "Required";
const RATING = "Rating must be a whole number from 1 to 5.";
const CATEGORY = "Please choose one of the categories.";

const paper = {
  title: "A title",
  author: "Anna Berg",
  url: "https://example.org/paper",
  rating: 4,
  category: "rates",
  review: "A text.",
};
const { url: _, ...rest } = paper;
const book = { ...rest, category: "literature" };

test("a valid review is accepted as it is, and unknown fields are dropped", () => {
  expect(reviewInput.parse(paper)).toEqual(paper);
  expect(reviewInput.parse({ ...paper, username: "Somebody", hub: "macro", score: 5 })).toEqual(
    paper,
  );
});

describe("the form of a hub", () => {
  const formOf = (slug: string) => reviewForm(findTopic(slug)!);

  test("accepts its own categories, and whether to replace", () => {
    const input = { ...paper, replace: "yes" };
    expect(formOf("bonds").parse({ ...input, username: "Somebody" })).toEqual(input);
    expect(errors(input, formOf("macro"))).toEqual({ category: [CATEGORY] });
  });

  test("reports of a blank address only that it is required", () => {
    for (const url of ["", "  ", "\n"]) {
      expect(errors({ ...paper, url }, formOf("bonds"))).toEqual({ url: [REQUIRED] });
      expect(errors({ ...book, url }, formOf("book-nook"))).toEqual({});
    }
  });
});

describe("a rating is a whole number from 1 to 5", () => {
  test.each([1, 2, 3, 4, 5])("%d, or its digit as a form sends it", (rating) => {
    expect(reviewInput.parse({ ...paper, rating }).rating).toBe(rating);
    expect(reviewInput.parse({ ...paper, rating: `${rating}` }).rating).toBe(rating);
    expect(reviewInput.parse({ ...paper, rating: ` ${rating} ` }).rating).toBe(rating);
  });

  test.each<unknown>([0, 6, 2.5, Number.NaN, "0", "5; drop", "55", "0x5", "５", "", null, ["5"]])(
    "%j is not",
    (rating) => {
      expect(errors({ ...paper, rating })).toEqual({ rating: [RATING] });
    },
  );
});

describe("a category is one of the hubs'", () => {
  test("each of them is valid", () => {
    const slugs = topics.flatMap(({ reviewCategories }) =>
      reviewCategories.map(({ slug }) => slug),
    );
    for (const category of slugs) expect(errors({ ...paper, category }), category).toEqual({});
  });

  test.each(["", "all", "Rates", "__proto__", 0, []])("%j is not", (category) => {
    expect(errors({ ...paper, category })).toEqual({ category: [CATEGORY] });
  });
});

describe("a link", () => {
  test.each([undefined, null, "", "  "])(
    "that is %j is missing, and undefined for books",
    (url) => {
      expect(errors({ ...paper, url })).toEqual({ url: [REQUIRED] });
      expect(reviewInput.parse({ ...book, url }).url).toBeUndefined();
    },
  );
});

describe("a list of reviews is requested", () => {
  test("newest first and a hundred at a time by default", () => {
    expect(reviewListQuery.parse({})).toEqual({ sort: "new", limit: 100 });
    const asked = { sort: "best", hub: "bonds", category: "rates", q: " yield ", limit: "7" };
    expect(reviewListQuery.parse(asked)).toEqual({ ...asked, q: "yield", limit: 7 });
  });

  test.each([
    ["sort", "top", "sort must be new or best"],
    ["hub", "crypto", "There is no such hub"],
    ["q", "x".repeat(101), "Search for 100 characters or less"],
    ["limit", "1001", "limit must be a whole number from 1 to 1,000"],
    ["cursor", "x", "cursor is invalid"],
  ])("not by %s=%s", (field, value, message) => {
    expect(errors({ [field]: value }, reviewListQuery)).toEqual({ [field]: [message] });
  });
});

test("a hub's page ignores invalid parameters", () => {
  expect(hubQuery.parse({})).toEqual({ category: "all", sort: "new" });
  const odd = { category: 7, q: ["x"], sort: "worst", after: "x", before: [], review: 1 };
  expect(hubQuery.parse(odd)).toMatchObject({ category: "all", sort: "new" });
  expect(Object.values(hubQuery.parse(odd)).filter((value) => value !== undefined)).toEqual([
    "all",
    "new",
  ]);
  const asked = { category: "rates", q: " yield ", sort: "best", review: "new" };
  expect(hubQuery.parse(asked)).toEqual({ ...asked, q: "yield" });
});

test.each([
  ["x".repeat(101), "x".repeat(100)],
  ["  ", undefined],
])("the search of a hub's page truncates %j", (q, expected) => {
  expect(hubQuery.parse({ q }).q).toBe(expected);
});
