import { describe, expect, it, test } from "vitest";
import { findNames, linkify, linkifyNames } from "~/domain/linkify";
import { linkNames, namedBy, namesInHtml, namesInText } from "~/domain/named";
import { renderMarkdown } from "~/services/content/markdown.server";

const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe("names in plain text", () => {
  test.each<[text: string, names: string[]]>([
    ["@Mara", ["Mara"]],
    ["Thanks, @Mara and @juno7!", ["Mara", "juno7"]],
    // Whole words only, so that no name is part of another.
    ["@Mar @Mara @Maraton", ["Mar", "Mara", "Maraton"]],
    ["@M", []],
    ["@ Mara", []],
    [`@${"a".repeat(20)} @${"b".repeat(21)}`, ["a".repeat(20)]],
    // Punctuation beside it.
    ["(@Mara) “@Juno”, @Otto's: @Walt. — @Ada…", ["Mara", "Juno", "Otto", "Walt", "Ada"]],
    ["@Mara, @Juno; @Otto? .@Walt", ["Mara", "Juno", "Otto", "Walt"]],
    // Other scripts: those that are written without spaces touch a name, others make it another word.
    ["谢谢@Mara的文章", ["Mara"]],
    ["شكرا @Mara، و@Juno", ["Mara", "Juno"]],
    ["\u200f@Mara\u200f תודה", ["Mara"]],
    ["@José @Jose\u0301 @Марa @Maraß ü@Mara", []],
    // Addresses and the like.
    ["mara@juno me@mara.example @mara.example a.@Mara", ["Mara"]],
    ["site.example/@Mara @types/node @mara-lind @mara_lind @@Mara @Mara@host", []],
    // Quotations and code.
    ["> @Mara said\nNo, @Juno", ["Juno"]],
    ["  >@Mara\r\n@Juno > @Otto", ["Juno", "Otto"]],
    ["`@Mara` and `x @Juno\n@Otto`", ["Juno", "Otto"]],
    ["```\n@Mara\n\n@Juno\n``` @Otto", ["Otto"]],
    ["``` @Mara", ["Mara"]],
    ["", []],
  ])("%j names %j", (text, names) => {
    expect(namesOf(namesInText(text))).toEqual(names);
  });

  it("says where the @ of a name is", () => {
    expect(namesInText("Hi @Mara")).toEqual([{ name: "Mara", index: 3 }]);
  });

  it("reads thousands of @ signs, backticks and quotations", () => {
    expect(namesInText("@".repeat(10_000))).toEqual([]);
    expect(namesInText("@Mara ".repeat(10_000))).toHaveLength(10_000);
    expect(namesInText("`".repeat(9_999) + "@Mara")).toHaveLength(1);
    expect(namesInText("@aaaaaaaaaaaaaaaaaaaa".repeat(5_000))).toEqual([]);
    expect(namesInText(" \t".repeat(20_000) + "\n>@Mara".repeat(5_000))).toEqual([]);
  });
});

describe("names in HTML", () => {
  test.each<[html: string, names: string[]]>([
    ["<p>@Mara, <em>@Juno</em></p>", ["Mara", "Juno"]],
    ["<p>&amp;@Mara &lt;@Juno&gt;</p>", ["Mara", "Juno"]],
    ['<p><a href="/@Otto">@Mara</a> <img alt="@Juno"> @Walt</p>', ["Walt"]],
    ["<p><code>@Mara</code></p><pre><code>@Juno</code></pre>@Otto", ["Otto"]],
    ["<blockquote><blockquote>@Mara</blockquote>@Juno</blockquote><p>@Otto</p>", ["Otto"]],
    ["<math><mi>@Mara</mi></math><kbd>@Juno</kbd><abbr>@Otto</abbr>", ["Otto"]],
  ])("%j names %j", (html, names) => {
    expect(namesOf(namesInHtml(html))).toEqual(names);
  });
});

describe("links", () => {
  const named = [
    { id: "1", name: "Mara" },
    { id: "2", name: "Juno7" },
  ];
  const mara = { href: "/people/Mara", text: "@mara" };

  it("lead to the people whom a plain text names, and to nobody else", () => {
    const text = "@mara, see www.a.example/?to=,@Mara or ask @JUNO7 or @Otto";
    expect(linkify(text, named)).toEqual([
      mara,
      ", see ",
      { href: "http://www.a.example/?to=,@Mara", text: "www.a.example/?to=,@Mara" },
      " or ask ",
      { href: "/people/Juno7", text: "@JUNO7" },
      " or @Otto",
    ]);
    expect(namesOf(findNames(text))).toEqual(["mara", "JUNO7", "Otto"]);
    expect(linkifyNames("https://a.example @mara", named)).toEqual(["https://a.example ", mara]);
    expect(linkify("@mara > `@mara`\n>@mara", named)).toEqual([mara, " > `@mara`\n>@mara"]);
    expect(linkify("@mara")).toEqual(["@mara"]);
  });

  test.each([
    ["Hi **@mara**!", '<p>Hi <strong><a href="/people/Mara">@mara</a></strong>!</p>'],
    ["`@Mara` @Otto", "<p><code>@Mara</code> @Otto</p>"],
    ["> @Mara", "<blockquote>\n<p>@Mara</p>\n</blockquote>"],
    ["    @Mara", "<pre><code>@Mara\n</code></pre>"],
    ["[@Mara](/x)", '<p><a href="/x">@Mara</a></p>'],
    ["<code>@Mara</code> ~~@Otto~~", "<p><code>@Mara</code> <del>@Otto</del></p>"],
    [
      "a@mara.example",
      '<p><a href="mailto:a@mara.example" rel="ugc nofollow noopener">a@mara.example</a></p>',
    ],
  ])("in %j become %j", (markdown, html) => {
    expect(linkNames(renderMarkdown(markdown), named)).toBe(html);
  });
});

it("finds whom a name means in upper and lower case", () => {
  const person = { id: "1", name: "Mara" };
  const personOf = namedBy([person]);
  expect([personOf("mARA"), personOf("Juno"), personOf("constructor")]).toEqual([
    person,
    undefined,
    undefined,
  ]);
});
