import { describe, expect, test } from "vitest";
import { z } from "zod";
import { categories } from "~/domain/categories";
import {
  articleInput,
  articleIntent,
  commentInput,
  communityQuery,
  viewInput,
} from "~/schemas/articles";

const INVALID_URL = "Please enter a valid URL.";

/** The messages of each invalid field; `{}` if all are valid. */
function complaints(schema: z.ZodType, input: unknown): Record<string, string[] | undefined> {
  const result = schema.safeParse(input);
  return result.success ? {} : z.flattenError(result.error).fieldErrors;
}

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

test.each(["a\nb", "a\r\nb", "a\tb", "a \n\n b", "a\u2028b", "a\u0085b", " a\vb\n"])(
  "a title becomes a single line: %j",
  (title) => {
    expect(articleInput.parse({ ...good, title }).title).toBe("a b");
  },
);

test.each(["« 10\u00a0% »", "1\u202f000\u2009kg", "利率\u3000上昇"])(
  "a title keeps its spaces: %j",
  (title) => {
    expect(articleInput.parse({ ...good, title }).title).toBe(title);
  },
);

test("the characters of a title are counted after it has become a single line", () => {
  const title = `${"x".repeat(99)}${" ".repeat(50)}${"y".repeat(100)}`;
  expect(complaints(articleInput, { ...good, title })).toEqual({});
});

describe("a summary has at most 200 characters", () => {
  test("200 are valid, 201 are not", () => {
    expect(complaints(articleInput, { ...good, summary: "x".repeat(200) })).toEqual({});
    expect(complaints(articleInput, { ...good, summary: "x".repeat(201) })).toEqual({
      summary: ["Summary must be 200 characters or less."],
    });
  });

  test("white space around it does not count", () => {
    expect(complaints(articleInput, { ...good, summary: `   ${"x".repeat(200)}   ` })).toEqual({});
  });

  test("a line break counts once, as in the browser, though a form sends two characters", () => {
    const lines = `${"x".repeat(99)}\r\n${"y".repeat(100)}`;
    expect(articleInput.parse({ ...good, summary: lines }).summary).toBe(
      `${"x".repeat(99)}\n${"y".repeat(100)}`,
    );
  });

  test("characters of any script count once", () => {
    expect(complaints(articleInput, { ...good, summary: "ü".repeat(200) })).toEqual({});
    expect(complaints(articleInput, { ...good, summary: "😀".repeat(200) })).toEqual({});
    expect(complaints(articleInput, { ...good, summary: "😀".repeat(201) })).toEqual({
      summary: ["Summary must be 200 characters or less."],
    });
  });
});

test("a title has at most 200 characters", () => {
  expect(complaints(articleInput, { ...good, title: "x".repeat(200) })).toEqual({});
  expect(complaints(articleInput, { ...good, title: "x".repeat(201) })).toEqual({
    title: ["Title must be 200 characters or less."],
  });
});

describe("a link starts with http:// or https:// and names a host", () => {
  test.each([
    "http://example.org",
    "https://example.org",
    "HTTPS://EXAMPLE.ORG/Paper",
    "https://example.org:8443/a/b?c=d&e=f#g",
    "https://bücher.example/süß",
    "https://xn--bcher-kva.example/",
    "http://192.0.2.7/",
    "http://[2001:db8::7]/",
    "https://example.org/a b",
  ])("%s is valid", (url) => {
    expect(complaints(articleInput, { ...good, url })).toEqual({});
  });

  test.each([
    "example.org",
    "//example.org",
    "/path",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//https://example.org",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "ftp://example.org",
    "file:///etc/passwd",
    "blob:https://example.org/1",
    "mailto:mara@example.org",
    "http:/x",
    "http:x",
    "https:",
    "http://",
    "https:///",
    "https://?q",
    "http:\\\\example.org",
    "https://user:pass@example.org",
    "https://user@example.org",
    "https://:pass@example.org",
    "https://example.org@evil.example",
    "https://example.org:99999",
    "https://exa mple.org",
    "https://[::1",
    "https://%00",
    "https://a\n.example/x",
    "https://example.org/a\nb",
    "https://exa\tmple.org/",
    "https://example.org/\u007f",
    "ht\ntps://example.org/",
    "see https://example.org",
    "https://good.example%2F@evil.example/x",
    "https://exa\u200bmple.org/",
  ])("%j is not", (url) => {
    expect(complaints(articleInput, { ...good, url })).toEqual({ url: [INVALID_URL] });
  });

  test("a link is stored as the URL standard writes it", () => {
    const url = " https://good.example\\@evil.example/x ";
    expect(articleInput.parse({ ...good, url }).url).toBe("https://good.example/@evil.example/x");
  });

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

  test.each(["Stocks", "tech", "all", "", null, 3, ["stocks"], { $ne: "stocks" }])(
    "but not the category %j",
    (category) => {
      expect(complaints(articleInput, { ...good, category })).toEqual({
        category: ["Please choose one of the categories."],
      });
    },
  );

  test("a text of up to 20,000 characters, with plain line breaks", () => {
    const lines = "a\r\nb\rc\nd";
    expect(articleInput.parse({ ...good, content: lines }).content).toBe("a\nb\nc\nd");
    expect(complaints(articleInput, { ...good, content: "x".repeat(20_000) })).toEqual({});
    expect(complaints(articleInput, { ...good, content: "😀".repeat(20_000) })).toEqual({});
    for (const character of ["x", "😀"])
      expect(complaints(articleInput, { ...good, content: character.repeat(20_001) })).toEqual({
        content: ["Content must be 20,000 characters or less."],
      });
  });

  test("a picture with https only", () => {
    const IMAGE = "Please enter an image URL that starts with https://.";
    const imageUrl = "https://example.org/picture.png";
    expect(articleInput.parse({ ...good, imageUrl }).imageUrl).toBe(imageUrl);
    expect(articleInput.parse({ ...good, imageUrl: " HTTPS://a.example\\b " }).imageUrl).toBe(
      "https://a.example/b",
    );
    for (const url of [
      "http://example.org/picture.png",
      "data:image/svg+xml,<svg/>",
      "javascript:alert(1)",
      "/picture.png",
      "https://user:pass@example.org/picture.png",
      `https://example.org/${"x".repeat(2000)}`,
    ])
      expect(complaints(articleInput, { ...good, imageUrl: url })).toEqual({ imageUrl: [IMAGE] });
  });

  test("or none of them, as empty fields of a form", () => {
    const { content, imageUrl } = articleInput.parse({ ...good, content: " ", imageUrl: "" });
    expect([content, imageUrl]).toEqual([undefined, undefined]);
  });
});

describe("a comment", () => {
  test.each([
    "",
    " ",
    "\n\t\r\n",
    "\u00a0\u2003",
    "\u200b",
    "\0\u200d \u202e",
    undefined,
    null,
    7,
    {},
    { $gt: "" },
  ])("must not be blank: %j", (content) => {
    expect(complaints(commentInput, { content })).toEqual({ content: ["Required"] });
  });

  test("has at most 5,000 characters, of which a line break is one", () => {
    const most = `${"x".repeat(2499)}\r\n${"y".repeat(2500)}`;
    expect(commentInput.parse({ content: most }).content).toHaveLength(5000);
    expect(complaints(commentInput, { content: "x".repeat(5001) })).toEqual({
      content: ["Comment must be 5,000 characters or less."],
    });
  });

  test("is kept as it was written, including markup", () => {
    const content = "<b>bold</b> & “quotes” 😀 שלום\n\nsecond paragraph";
    expect(commentInput.parse({ content: `  ${content}\n` }).content).toBe(content);
  });
});

describe("the action of an article's page", () => {
  test("upvotes or comments", () => {
    expect(articleIntent.parse({ intent: "upvote" })).toEqual({ intent: "upvote" });
    expect(articleIntent.parse({ intent: "comment", content: "Yes." })).toEqual({
      intent: "comment",
      content: "Yes.",
    });
  });

  test.each([{}, { intent: "delete" }, { intent: ["upvote"] }, { intent: { $ne: "" } }, null])(
    "refuses %j",
    (form) => {
      expect(articleIntent.safeParse(form).success).toBe(false);
    },
  );
});

test("a view has the id of an article, as text", () => {
  expect(viewInput.parse({ id: "x" })).toEqual({ id: "x" });
  for (const id of [undefined, null, 7, ["x"], { $ne: null }])
    expect(complaints(viewInput, { id })).toEqual({ id: ["Required"] });
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
