import { describe, expect, test } from "vitest";
import { urlKey, workKey } from "~/services/articles/normalized-urls.server";

const same = "example.org/research/paper";

describe("these are links to one work", () => {
  test.each([
    "https://example.org/research/paper",
    "http://example.org/research/paper",
    "https://www.example.org/research/paper",
    "https://EXAMPLE.org/research/paper",
    "https://example.org:443/research/paper",
    "https://example.org/research/paper/",
    "https://example.org/research/paper#section-2",
    "https://example.org/research/paper#",
    "https://example.org/research/paper?",
    "https://example.org/research//paper",
    "https://example.org/other/../research/paper",
    "https://example.org/research/paper?utm_source=news&utm_medium=email&utm_campaign=x",
    "https://example.org/research/paper?UTM_Source=news",
    "https://example.org/research/paper?fbclid=1&gclid=2&dclid=3&msclkid=4",
    "https://example.org/research/paper?mc_cid=1&mc_eid=2&igshid=3&ref_src=4&_hsenc=5&_hsmi=6",
    "  https://example.org/research/paper  ",
  ])("%s", (url) => {
    expect(urlKey(url)).toBe(same);
  });

  test("with their parameters in any order", () => {
    expect(urlKey("https://example.org/?b=2&a=1")).toBe(urlKey("https://example.org/?a=1&b=2"));
  });

  test("and without a path", () => {
    expect(urlKey("https://www.example.org/")).toBe("example.org");
    expect(urlKey("http://example.org")).toBe("example.org");
  });
});

describe("these are links to other works", () => {
  test.each([
    "https://example.org/research/Paper",
    "https://example.org/research/paper2",
    "https://example.org/research/paper?id=7",
    "https://example.org/research/paper?ref=7",
    "https://example.org/research/paper?q=utm_source",
    "https://example.org:8443/research/paper",
    "https://blog.example.org/research/paper",
    "https://example.com/research/paper",
    "https://example.org/research",
  ])("%s", (url) => {
    expect(urlKey(url)).not.toBe(same);
    expect(urlKey(url)).not.toBeNull();
  });
});

test("an internationalised host and its ASCII form are the same", () => {
  expect(urlKey("https://bücher.example/a")).toBe(urlKey("https://xn--bcher-kva.example/a"));
});

test("a text that cannot be normalised has no key", () => {
  for (const url of ["", "::", "https://", "not a link at all"]) expect(urlKey(url)).toBeNull();
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
