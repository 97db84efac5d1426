/** Rules for every text that users write, by form or by API. */
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { findTopic } from "~/domain/topics";
import { signInInput, signUpForm, signUpInput } from "~/schemas/accounts";
import { articleInput, commentInput } from "~/schemas/articles";
import { applicationInput } from "~/schemas/membership";
import { profileInput } from "~/schemas/profile";
import { reviewForm, reviewInput } from "~/schemas/reviews";
import { complaints } from "../../setup/complaints";

const CANNOT_BE_SHOWN = "Please remove the characters that cannot be shown.";

const account = { email: "mara@example.org", password: "correct horse!" };
const review = {
  title: "A title",
  author: "Anna Berg",
  url: "https://example.org/paper",
  rating: 4,
  category: "rates",
  review: "A text.",
};

/** Every schema of user input, with a valid input and the names of its text fields. */
const inputs: [string, z.ZodType, Record<string, unknown>, string[]][] = [
  [
    "an article",
    articleInput,
    {
      title: "A title",
      summary: "A summary",
      url: "https://example.org/paper",
      content: "A text.",
      imageUrl: "https://example.org/picture.png",
    },
    ["title", "summary", "url", "content", "imageUrl"],
  ],
  ["a comment", commentInput, { content: "Yes." }, ["content"]],
  ["a review by call", reviewInput, review, ["title", "author", "url", "review"]],
  [
    "a review by form",
    reviewForm(findTopic("bonds")!),
    review,
    ["title", "author", "url", "review"],
  ],
  ["an application", applicationInput, { statement: "I know markets. ".repeat(5) }, ["statement"]],
  ["a sign-in", signInInput, account, ["email", "password"]],
  ["a sign-up by call", signUpInput, { ...account, name: "Mara" }, ["email", "password"]],
  [
    "a sign-up by form",
    signUpForm,
    { ...account, name: "Mara", confirmPassword: account.password },
    ["email"],
  ],
];

describe.each(inputs)("%s", (_what, schema, good, texts) => {
  test("is accepted if it is valid", () => {
    expect(complaints(schema, good)).toEqual({});
  });

  test.each(texts)("refuses unprintable characters in %s with one message", (field) => {
    for (const odd of ["\0", "\ud800", "\udfff", "\ud800\ud800", "\udc00\ud800"]) {
      const text = String(good[field]);
      for (const value of [`${text}${odd}`, `${odd}${text}`, `${text.slice(0, 9)}${odd}x`])
        expect(complaints(schema, { ...good, [field]: value }), JSON.stringify(value)).toEqual({
          [field]: [CANNOT_BE_SHOWN],
        });
    }
  });

  test.each(texts)("has one message for %s if it is blank, a list or not a text", (field) => {
    for (const value of ["", "   ", [], ["x"], ["x".repeat(9)], Array(6000).fill("x"), 7, {}]) {
      const messages = complaints(schema, { ...good, [field]: value })[field] ?? [];
      const isSecret = field === "password" && value === "   ";
      expect(messages.length, JSON.stringify(value)).toBeLessThanOrEqual(isSecret ? 2 : 1);
    }
  });
});

test.each<[string, z.ZodType, string, number, string]>([
  ["an article", articleInput, "title", 200, "Title"],
  ["an article", articleInput, "summary", 200, "Summary"],
  ["an article", articleInput, "content", 20_000, "Content"],
  ["a comment", commentInput, "content", 5000, "Comment"],
  ["a review", reviewInput, "title", 200, "Title"],
  ["a review", reviewInput, "author", 200, "Author"],
  ["a review", reviewInput, "review", 2000, "Review"],
  ["a profile", profileInput, "about", 160, "This line"],
])(
  "a text of %s has a maximum length, in characters of any script without white space around",
  (_what, schema, field, most, label) => {
    const messages = (text: string) => complaints(schema, { [field]: text })[field];
    const message = `${label} must be ${most.toLocaleString("en-US")} characters or less.`;
    for (const letter of ["x", "😀"]) {
      expect(messages(`  ${letter.repeat(most)}\r\n`)).toBeUndefined();
      expect(messages(letter.repeat(most + 1))).toEqual([message]);
    }
    // A line break, which a form sends as two characters, counts once.
    expect(messages(`x\r\n${"y".repeat(most - 2)}`)).toBeUndefined();
  },
);

test("a statement has 50 to 1,000 characters", () => {
  const messages = (length: number) =>
    complaints(applicationInput, { statement: ` ${"x".repeat(length)} ` }).statement;
  expect([50, 1000].map(messages)).toEqual([undefined, undefined]);
  for (const length of [49, 1001])
    expect(messages(length)).toEqual(["Statement must be 50 to 1,000 characters."]);
});

test("a password with unprintable characters is refused in both fields", () => {
  const password = "correct\0horse!";
  const form = { ...account, name: "Mara", password, confirmPassword: password };
  expect(complaints(signUpForm, form)).toEqual({
    password: [CANNOT_BE_SHOWN],
    confirmPassword: [CANNOT_BE_SHOWN],
  });
});

test("the link of a profile is stored as the URL standard writes it, and may be absent", () => {
  const { link } = profileInput.parse({ link: " https://good.example\\@evil.example/x" });
  expect(link).toBe("https://good.example/@evil.example/x");
  for (const blank of ["", " ", "\u200b"])
    expect(profileInput.parse({ link: blank }).link).toBe(undefined);
  expect(profileInput.parse({ link: null }).link).toBeNull();
  expect(complaints(profileInput, { link: "javascript:alert(1)" })).toEqual({
    link: ["Please enter a valid URL."],
  });
});

test("a profile is hidden from search engines only if its owner says so", () => {
  expect(profileInput.parse({}).isHiddenFromSearch).toBe(false);
  expect(profileInput.parse({ isHiddenFromSearch: true }).isHiddenFromSearch).toBe(true);
});

describe("a text with only invisible characters is empty:", () => {
  test.each([
    ["Hangul filler", "\u3164"],
    ["Hangul fillers of a syllable", "\u115f\u1160"],
    ["variation selectors", "\ufe0f\u{e0100}"],
    ["tag characters", "\u{e0061}\u{e007f}"],
    ["zero-width space and joiner", "\u200b\u200d"],
    ["control characters", "\u0001\u007f\u0085"],
    ["several of them", "\u3164 \u2800\n\u034f\u200b"],
  ])("%s", (_what, blank) => {
    const article = { ...inputs[0]![2], title: blank };
    expect(complaints(articleInput, article)).toEqual({ title: ["Required"] });
    expect(complaints(commentInput, { content: blank })).toEqual({ content: ["Required"] });
    // Beside visible characters they stay, because some scripts need them.
    expect(complaints(articleInput, { ...article, title: `${blank}a` })).toEqual({});
    expect(complaints(commentInput, { content: `a${blank}` })).toEqual({});
  });

  test.each(["⠁", "❤\ufe0f", "."])("but %s is not", (content) => {
    expect(complaints(commentInput, { content })).toEqual({});
  });
});

test("characters beyond the basic plane, and marks of other scripts, are accepted", () => {
  for (const content of ["😀", "𝔸𝕚", "👩‍👩‍👧", "नमस्ते", "\u202eabc", "a\u0007b", "\ufffd\ufffe"])
    expect(complaints(commentInput, { content }), JSON.stringify(content)).toEqual({});
});
