import { describe, expect, test } from "vitest";
import { categories } from "~/domain/categories";
import { articleChanges, articleInput, commentInput, communityQuery } from "~/schemas/articles";
import { complaints } from "../../setup/complaints";

const INVALID_URL = "Please enter a valid URL.";

const good = { title: "A title", summary: "A summary", url: "https://example.org/paper" };

test("an article needs a title, a summary and a link; the rest has a default", () => {
  expect(articleInput.parse(good)).toEqual({ ...good, category: "general" });
  expect(complaints(articleInput, {})).toEqual({
    title: ["Required"],
    summary: ["Required"],
    url: ["Required"],
  });
});

test("white space at the ends is trimmed, and a blank text is empty", () => {
  const padded = {
    title: " A title\n",
    summary: "\tA summary ",
    url: " https://example.org/paper ",
  };
  expect(articleInput.parse(padded)).toMatchObject(good);
  expect(complaints(articleInput, { title: " ", summary: "\n\t", url: good.url })).toEqual({
    title: ["Required"],
    summary: ["Required"],
  });
});

test.each(["a\nb", "a \n\n b", "a\u2028b"])("a title becomes a single line: %j", (title) => {
  expect(articleInput.parse({ ...good, title }).title).toBe("a b");
});

test("a title keeps spaces that are not line breaks", () => {
  expect(articleInput.parse({ ...good, title: "« 10\u00a0% »" }).title).toBe("« 10\u00a0% »");
});

describe("a link starts with http:// or https:// and names a host", () => {
  test.each(["example.org", "javascript:alert(1)", "https://user@example.org"])(
    "%j is not",
    (url) => {
      expect(complaints(articleInput, { ...good, url })).toEqual({ url: [INVALID_URL] });
    },
  );

  test("a link has at most 2000 characters", () => {
    const url = (length: number) => `https://example.org/${"x".repeat(length - 20)}`;
    expect(complaints(articleInput, { ...good, url: url(2000) })).toEqual({});
    expect(complaints(articleInput, { ...good, url: url(2001) })).toEqual({ url: [INVALID_URL] });
    // As it is stored, each of these has 12 characters.
    const emoji = (count: number) => `https://example.org/${"😀".repeat(count)}`;
    expect(complaints(articleInput, { ...good, url: emoji(165) })).toEqual({});
    expect(complaints(articleInput, { ...good, url: emoji(166) })).toEqual({ url: [INVALID_URL] });
  });

  test("a blank link is required, and one with two errors has one message", () => {
    for (const url of ["", "  ", "\n", "\u200b"])
      expect(complaints(articleInput, { ...good, url })).toEqual({ url: ["Required"] });
    const url = "x".repeat(2001);
    expect(complaints(articleInput, { ...good, url })).toEqual({ url: [INVALID_URL] });
  });
});

describe("an article may have a category, a text and a picture", () => {
  test.each(categories.map(({ slug }) => slug))("the category %s", (category) => {
    expect(articleInput.parse({ ...good, category }).category).toBe(category);
  });

  test.each(["tech", "all", 3, ["stocks"], { $ne: "stocks" }])(
    "but not the category %j",
    (category) => {
      expect(complaints(articleInput, { ...good, category })).toEqual({
        category: ["Please choose one of the categories."],
      });
    },
  );

  test("a text, with plain line breaks", () => {
    const lines = "a\r\nb\rc\nd";
    expect(articleInput.parse({ ...good, content: lines }).content).toBe("a\nb\nc\nd");
  });

  test("a picture with https only", () => {
    const IMAGE = "Please enter an image URL that starts with https://.";
    const imageUrl = "https://example.org/picture.png";
    expect(articleInput.parse({ ...good, imageUrl }).imageUrl).toBe(imageUrl);
    expect(articleInput.parse({ ...good, imageUrl: " HTTPS://a.example\\b " }).imageUrl).toBe(
      "https://a.example/b",
    );
    for (const url of [
      "data:image/svg+xml,<svg/>",
      "javascript:alert(1)",
      `https://example.org/${"x".repeat(2000)}`,
    ])
      expect(complaints(articleInput, { ...good, imageUrl: url })).toEqual({ imageUrl: [IMAGE] });
  });

  test("or none of them, as empty fields of a form", () => {
    const { content, imageUrl } = articleInput.parse({ ...good, content: " ", imageUrl: "" });
    expect([content, imageUrl]).toEqual([undefined, undefined]);
  });
});

test("what the author holds has 200 characters of words, on one line", () => {
  const note = (disclosureNote: string) => ({ ...good, disclosure: "long", disclosureNote });
  expect(articleInput.parse(note("x".repeat(200)))).toMatchObject(note("x".repeat(200)));
  expect(complaints(articleInput, note("x".repeat(201)))).toEqual({
    disclosureNote: ["The words on what you hold must be 200 characters or less."],
  });
});

describe("a comment", () => {
  test.each(["", "\u200b", 7, { $gt: "" }])("must not be blank: %j", (content) => {
    expect(complaints(commentInput, { content })).toEqual({ content: ["Required"] });
  });
});

test("changes leave valid input as it is, and clear an optional field by null", () => {
  const input = { ...articleInput.parse(good), content: null, imageUrl: null };
  const cleared = { ...input, disclosure: null, disclosureNote: null };
  expect(articleChanges.parse(cleared)).toEqual({ ...cleared, content: "" });
});

test("the page of articles ignores invalid parameters", () => {
  const cursor = { id: "65f0c0ffee65f0c0ffee65f0", value: 12.5 };
  expect(communityQuery.parse({ sort: "hot", after: `${cursor.id}.12.5` })).toMatchObject({
    sort: "hot",
    after: cursor,
  });
  expect(
    communityQuery.parse({ sort: "best", after: "x", before: '{"$gt":""}', comments: ["x"] }),
  ).toEqual({ sort: "new", after: undefined, before: undefined, comments: undefined });
});

describe("characters that change the direction of text", () => {
  const parsed = (text: string) => articleInput.parse({ ...good, title: text, summary: text });

  test("are removed if they override it", () => {
    const { title, summary } = parsed("\u202e txt\u202d.live\u202c x\u202a\u202b");
    expect([title, summary]).toEqual(["txt.live x", "txt.live x"]);
  });

  test("are removed from a title but kept in a summary if they isolate", () => {
    const { title, summary } = parsed("\u2067 a\u2069 b\u200f");
    expect([title, summary]).toEqual(["a b\u200f", "\u2067 a\u2069 b\u200f"]);
  });
});
