/** Rules for every text that users write, by form or by API. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { findTopic } from "~/domain/topics";
import { signInInput, signUpForm, signUpInput } from "~/schemas/accounts";
import { articleInput, commentInput } from "~/schemas/articles";
import { applicationInput } from "~/schemas/membership";
import { profileInput } from "~/schemas/profile";
import { reviewForm, reviewInput } from "~/schemas/reviews";

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

function complaints(schema: z.ZodType, input: unknown): Record<string, string[] | undefined> {
  const result = schema.safeParse(input);
  return result.success ? {} : z.flattenError(result.error).fieldErrors;
}

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

test("a password with unprintable characters is refused in both fields", () => {
  const password = "correct\0horse!";
  const form = { ...account, name: "Mara", password, confirmPassword: password };
  expect(complaints(signUpForm, form)).toEqual({
    password: [CANNOT_BE_SHOWN],
    confirmPassword: [CANNOT_BE_SHOWN],
  });
});

test("unprintable characters in a name get the message of its own rule", () => {
  for (const name of ["mara\0", "ma\ud800ra"])
    expect(complaints(signUpInput, { ...account, name })).toEqual({
      name: ["Name can only contain alphanumeric characters"],
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

describe("a text with only invisible characters is empty:", () => {
  test.each([
    ["Hangul filler", "\u3164"],
    ["Hangul filler of half width", "\uffa0"],
    ["Hangul fillers of a syllable", "\u115f\u1160"],
    ["Braille pattern without dots", "\u2800"],
    ["combining grapheme joiner", "\u034f"],
    ["Khmer vowels that are never shown", "\u17b4\u17b5"],
    ["Mongolian vowel separator", "\u180e"],
    ["variation selectors", "\ufe0f\u{e0100}"],
    ["tag characters", "\u{e0061}\u{e007f}"],
    ["musical note without a head", "\u{1d159}"],
    ["zero-width space and joiner", "\u200b\u200d"],
    ["byte order mark", "\ufeff"],
    ["control characters", "\u0001\u007f\u0085"],
    ["spaces of all widths", "\u00a0\u2003\u3000"],
    ["several of them", "\u3164 \u2800\n\u034f\u200b"],
  ])("%s", (_what, blank) => {
    const article = { ...inputs[0]![2], title: blank };
    expect(complaints(articleInput, article)).toEqual({ title: ["Required"] });
    expect(complaints(commentInput, { content: blank })).toEqual({ content: ["Required"] });
    // Beside visible characters they stay, because some scripts need them.
    expect(complaints(articleInput, { ...article, title: `${blank}a` })).toEqual({});
    expect(complaints(commentInput, { content: `a${blank}` })).toEqual({});
  });

  test.each(["⠁", "한", "ᠠ", "ក", "❤\ufe0f", "\u{1d158}", "."])("but %s is not", (content) => {
    expect(complaints(commentInput, { content })).toEqual({});
  });
});

test("characters beyond the basic plane, and marks of other scripts, are accepted", () => {
  for (const content of ["😀", "𝔸𝕚", "👩‍👩‍👧", "नमस्ते", "\u202eabc", "a\u0007b", "\ufffd\ufffe"])
    expect(complaints(commentInput, { content }), JSON.stringify(content)).toEqual({});
});
