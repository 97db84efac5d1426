import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findTopic, topics } from "~/domain/topics";
import {
  hubQuery,
  reviewChanges,
  reviewForm,
  reviewInput,
  reviewListQuery,
} from "~/schemas/reviews";

const REQUIRED = "Required";
const RATING = "Rating must be a whole number from 1 to 5.";
const INVALID_URL = "Please enter a valid URL.";
const CATEGORY = "Please choose one of the categories.";

/** The messages of each invalid field; `{}` if all are valid. */
function complaints(input: unknown, schema: z.ZodType = reviewInput) {
  const result = schema.safeParse(input);
  return result.success ? {} : z.flattenError(result.error).fieldErrors;
}

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
    expect(complaints(input, formOf("macro"))).toEqual({ category: [CATEGORY] });
  });

  test("reports all errors at once, and needs no address for books", () => {
    expect(complaints({ category: "rates" }, formOf("bonds"))).toMatchObject({
      title: [REQUIRED],
      url: [REQUIRED],
    });
    expect(complaints({ ...paper, url: "ftp://x" }, formOf("bonds"))).toEqual({
      url: [INVALID_URL],
    });
    expect(complaints(book, formOf("book-nook"))).toEqual({});
  });

  test("reports of a blank address only that it is required", () => {
    for (const url of ["", "  ", "\n"]) {
      expect(complaints({ ...paper, url }, formOf("bonds"))).toEqual({ url: [REQUIRED] });
      expect(complaints({ ...book, url }, formOf("book-nook"))).toEqual({});
    }
  });
});

test("white space at the ends is trimmed, and a form's line breaks become one character", () => {
  const padded = { ...paper, title: " A title\n", author: "\tAnna Berg", review: " One.\r\nTwo. " };
  expect(reviewInput.parse(padded)).toEqual({ ...paper, review: "One.\nTwo." });
});

test.each(["title", "author"])("%s becomes a single line", (field) => {
  for (const text of ["a\nb", "a\r\n\tb", " a \u2028 b "])
    expect(reviewInput.parse({ ...paper, [field]: text })).toMatchObject({ [field]: "a b" });
});

test("an empty review has a message at each field", () => {
  expect(complaints({})).toEqual({
    title: [REQUIRED],
    author: [REQUIRED],
    rating: [RATING],
    category: [CATEGORY],
    review: [REQUIRED],
  });
});

test.each(["title", "author", "review"])("%s must not be blank", (field) => {
  for (const value of ["", " ", "\n\t", "\u200b", "\0", null, undefined, 7, ["a"], { a: 1 }])
    expect(complaints({ ...paper, [field]: value }), JSON.stringify(value)).toEqual({
      [field]: [REQUIRED],
    });
});

test.each([
  ["title", 200, "Title must be 200 characters or less."],
  ["author", 200, "Author must be 200 characters or less."],
  ["review", 2000, "Review must be 2,000 characters or less."],
])("%s has at most %d characters, in any script", (field, most, message) => {
  for (const letter of ["x", "ü", "😀"]) {
    const text = (count: number) => ({ ...paper, [field]: letter.repeat(count) });
    expect(complaints(text(most))).toEqual({});
    expect(complaints(text(most + 1))).toEqual({ [field]: [message] });
  }
  expect(complaints({ ...paper, [field]: `  ${"x".repeat(most)}\n` })).toEqual({});
});

test("a line break counts as one of the two thousand characters of a review", () => {
  const review = `${"x".repeat(999)}\r\n${"y".repeat(1000)}`;
  expect(complaints({ ...paper, review })).toEqual({});
});

describe("a rating is a whole number from 1 to 5", () => {
  test.each([1, 2, 3, 4, 5])("%d, or its digit as a form sends it", (rating) => {
    expect(reviewInput.parse({ ...paper, rating }).rating).toBe(rating);
    expect(reviewInput.parse({ ...paper, rating: `${rating}` }).rating).toBe(rating);
    expect(reviewInput.parse({ ...paper, rating: ` ${rating} ` }).rating).toBe(rating);
  });

  test.each<unknown>([
    ...[0, 6, -1, 2.5, 4.999999, 1e308, Number.NaN, Number.POSITIVE_INFINITY],
    ...["0", "6", "-1", "2.5", "5; drop", "5 stars", "55", "0x5", "1e0", "+5", "five", "５", ""],
    ...[null, undefined, true, [5], ["5"], {}, { valueOf: 5 }, { $gt: 0 }],
  ])("%j is not", (rating) => {
    expect(complaints({ ...paper, rating })).toEqual({ rating: [RATING] });
  });
});

describe("a category is one of the hubs'", () => {
  test("each of them is valid", () => {
    const slugs = topics.flatMap(({ reviewCategories }) =>
      reviewCategories.map(({ slug }) => slug),
    );
    for (const category of slugs) expect(complaints({ ...paper, category }), category).toEqual({});
  });

  test.each(["", "all", "Rates", "rates ", "bonds-and-more", "macro", "__proto__", null, 0, []])(
    "%j is not",
    (category) => {
      expect(complaints({ ...paper, category })).toEqual({ category: [CATEGORY] });
    },
  );
});

describe("a link", () => {
  const categoriesOf = (isBooks: boolean) =>
    topics
      .filter(({ slug }) => (slug === "book-nook") === isBooks)
      .flatMap(({ reviewCategories }) => reviewCategories.map(({ slug }) => slug));

  test.each(categoriesOf(false))("is required for %s", (category) => {
    for (const url of [undefined, null, "", "  "])
      expect(complaints({ ...paper, category, url })).toEqual({ url: [REQUIRED] });
    expect(complaints({ ...rest, category })).toEqual({ url: [REQUIRED] });
  });

  test.each(categoriesOf(true))("is optional for %s, and a blank one is undefined", (c) => {
    for (const url of [undefined, null, "", "  "])
      expect(reviewInput.parse({ ...book, category: c, url }).url).toBeUndefined();
    expect(complaints({ ...book, category: c })).toEqual({});
    const url = "https://example.org/book";
    expect(reviewInput.parse({ ...book, category: c, url }).url).toBe(url);
  });

  test("that is missing is reported together with all other errors", () => {
    expect(complaints({ category: "rates", rating: 9 })).toEqual({
      title: [REQUIRED],
      author: [REQUIRED],
      url: [REQUIRED],
      rating: [RATING],
      review: [REQUIRED],
    });
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//https://example.org",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://example.org/a",
    "//example.org",
    "example.org",
    "/paper",
    "https://",
    "https://a\n.example/x",
    "https://example.org/\tb",
    "https://somebody:secret@example.org/",
    "https://example.org@elsewhere.example/",
  ])("must not be %s, not even for books", (url) => {
    expect(complaints({ ...paper, url })).toEqual({ url: [INVALID_URL] });
    expect(complaints({ ...book, url })).toEqual({ url: [INVALID_URL] });
  });

  test("has at most 2,000 characters, and is trimmed", () => {
    const url = `https://example.org/${"x".repeat(1980)}`;
    expect(complaints({ ...paper, url })).toEqual({});
    expect(complaints({ ...paper, url: `${url}x` })).toEqual({ url: [INVALID_URL] });
    expect(reviewInput.parse({ ...paper, url: ` ${paper.url}\n` }).url).toBe(paper.url);
  });

  test("is stored as the URL standard writes it", () => {
    const input = { ...paper, url: "https://good.example\\@evil.example/x" };
    const url = "https://good.example/@evil.example/x";
    expect(reviewInput.parse(input).url).toBe(url);
    expect(reviewForm(findTopic("bonds")!).parse(input)).toMatchObject({ url });
    expect(reviewChanges.parse({ url: input.url })).toEqual({ url });
  });

  test("that is not a text is refused at its field", () => {
    for (const url of [7, true, [], {}, ["https://example.org"]])
      expect(Object.keys(complaints({ ...paper, url })), JSON.stringify(url)).toEqual(["url"]);
  });
});

test.each([null, undefined, "text", 7, [], [paper]])("%o is not a review", (input) => {
  expect(reviewInput.safeParse(input).success).toBe(false);
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
    ["hub", "", "There is no such hub"],
    ["category", "all", "There is no such category"],
    ["q", "x".repeat(101), "Search for 100 characters or less"],
    ["limit", "1001", "limit must be a whole number from 1 to 1,000"],
    ["cursor", "x", "cursor is invalid"],
  ])("not by %s=%s", (field, value, message) => {
    expect(complaints({ [field]: value }, reviewListQuery)).toEqual({ [field]: [message] });
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
  [`  ${"😀".repeat(101)}`, "😀".repeat(100)],
  [`${"x".repeat(99)} yz`, "x".repeat(99)],
  ["  ", undefined],
])("the search of a hub's page truncates %j", (q, expected) => {
  expect(hubQuery.parse({ q }).q).toBe(expected);
});
