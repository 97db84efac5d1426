import { describe, expect, test } from "vitest";
import { urlKey, workKey } from "~/services/articles/normalized-urls.server";

const same = "example.org/research/paper";

describe("these are links to one work", () => {
  test.each([
    "http://example.org/research/paper",
    "https://www.example.org/research/paper",
    "https://example.org:443/research/paper",
    "https://example.org/research/paper/",
    "https://example.org/research/paper#section-2",
    "https://example.org/other/../research/paper",
    "https://example.org/research/paper?fbclid=1&gclid=2&dclid=3&msclkid=4",
    "https://example.org/research/paper?yclid=1&gbraid=2&wbraid=3&vero_id=4&s_cid=5&cmpid=6&utm%5Fid=7",
    "https://example.org/research/paper?&&",
    "https://example.org/research/paper#!/",
    "https://example.org/research/paper#:~:text=bond%20yields",
    "https://m.example.org/research/paper",
    "https://mobile.example.org/research/paper",
    "https://user:secret@example.org/research/paper",
    "https://example.org/research/paper/index.html",
    "https://example.org/research/%70aper",
  ])("%s", (url) => {
    expect(urlKey(url)).toBe(same);
  });

  test("and without a path", () => {
    expect(urlKey("https://www.example.org/")).toBe("example.org");
    expect(urlKey("http://example.org")).toBe("example.org");
  });
});

describe("these are links to other works", () => {
  test.each([
    "https://example.org/research/Paper",
    "https://example.org/research/paper?id=7",
    "https://example.org/research/paper?source=7",
    "https://example.org/research/paper#/a",
    "https://example.org/research//paper",
    "https://example.org/research%2Fpaper",
    "https://example.org/research/paper/my-index.html",
    "https://media.example.org/research/paper",
    "https://www.example/research/paper",
    "https://example.org:8443/research/paper",
    "https://blog.example.org/research/paper",
  ])("%s", (url) => {
    expect(urlKey(url)).not.toBe(same);
    expect(urlKey(url)).not.toBeNull();
  });
});

const VIDEO = "youtube.com/watch?v=dQw4w9WgXcQ";

test.each([
  ["https://snapshot.org/#/a", "https://snapshot.org#/a"],
  ["https://snapshot.org/#/a?b=1&c=2", "https://snapshot.org/#/a?utm_source=x&c=2&b=1"],
  ["https://example.org/a%2fb", "https://example.org/a%2Fb"],
  ["https://example.org/a|b", "https://example.org/a%7Cb"],
  ["https://example.org/?a=2&a=1&b", "https://example.org?b&a=2&a=1"],
  ["https://en.m.wikipedia.org/wiki/Bond", "https://en.wikipedia.org/wiki/Bond"],
  [
    "https://web.archive.org/web/2020/https://a.example/b",
    "http://web.archive.org/web/2020/https://a.example/b/",
  ],
  ["https://open.spotify.com/episode/1?si=2", "https://open.spotify.com/episode/1"],
  ["https://youtube.com/playlist?list=1&si=2", "https://www.youtube.com/playlist?list=1"],
])("%s and %s are links to one work", (one, other) => {
  expect(urlKey(other)).toBe(urlKey(one));
});

test.each([
  ["https://snapshot.org/#/a", "https://snapshot.org/#/b"],
  ["https://example.org/#!/a", "https://example.org/#/a"],
  ["https://example.org/#/a?id=1", "https://example.org/#/a?id=2"],
  ["https://example.org/1//x", "https://example.org/1/x"],
  ["https://example.org/a%2Fb", "https://example.org/a/b"],
  ["https://example.org/?q=%E9", "https://example.org/?q=%E8"],
  ["https://example.org/?q=a%2Bb", "https://example.org/?q=a+b"],
  ["https://example.org/?a=1&a=2", "https://example.org/?a=2&a=1"],
  ["https://m.com/a", "https://mobile.com/a"],
  ["https://en.m.wikipedia.org/a", "https://de.m.wikipedia.org/a"],
  [
    "https://web.archive.org/web/2020/https://a.example/b",
    "https://web.archive.org/web/2021/https://a.example/b",
  ],
  ["https://arxiv.org/abs/2101.00001", "https://arxiv.org/abs/2101.000012"],
  ["https://arxiv.org/abs/hep-th/9901001", "https://arxiv.org/abs/hep-ph/9901001"],
  ["https://www.youtube.com/watch?v=1", "https://www.youtube.com/watch?v=2"],
  [
    "https://www.youtube.com/embed/videoseries?list=1",
    "https://www.youtube.com/embed/videoseries?list=2",
  ],
])("%s and %s are links to two works", (one, other) => {
  expect(urlKey(other)).not.toBe(urlKey(one));
});

test.each([
  "https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=42s&list=PL1#t=3",
  "https://youtu.be/dQw4w9WgXcQ?si=abc&t=42",
  "https://www.youtube.com/shorts/dQw4w9WgXcQ",
  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3",
])("%s is one video", (url) => {
  expect(urlKey(url)).toBe(VIDEO);
});

test.each([
  ["https://arxiv.org/abs/2101.00001v2", "2101.00001"],
  ["http://arxiv.org/pdf/2101.00001v1.pdf?download=1#page=2", "2101.00001"],
  ["https://doi.org/10.48550/arXiv.2101.00001", "2101.00001"],
  ["https://arxiv.org/pdf/hep-th/9901001v1.pdf", "hep-th/9901001"],
])("%s is preprint %s", (url, id) => {
  expect(urlKey(url)).toBe(`arxiv.org/abs/${id}`);
});

test("a text that cannot be normalised has no key", () => {
  for (const url of [
    "",
    "::",
    "https://",
    "not a link at all",
    "ftp://example.org/",
    "example.org",
  ])
    expect(urlKey(url)).toBeNull();
});

test("a work is identified by its link, or by title and author without one", () => {
  const book = { title: "The Long Road", author: "Anna Berg" };
  expect(workKey({ ...book, url: "https://www.example.org/road/" })).toBe("example.org/road");
  expect(workKey(book)).toBe("the long road\nanna berg");
  expect(workKey({ ...book, url: "https://" })).toBeNull();
});

test("a key that becomes very long is replaced by its digest", () => {
  // Each of these characters is normalised to eighteen.
  const [title, author] = ["\ufdfa".repeat(200), "Anna Berg"];
  const key = workKey({ title, author });
  expect(key).toMatch(/^sha256 [0-9a-f]{64}$/);
  expect(workKey({ title: ` ${title}`, author: "anna berg" })).toBe(key);
  expect(workKey({ title, author: "Anna Borg" })).not.toBe(key);
});
