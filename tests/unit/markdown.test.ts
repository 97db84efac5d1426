import { describe, expect, test } from "vitest";
import { MAX_CONTENT_LENGTH } from "~/domain/field-limits";
import { readContentFile, renderMarkdown } from "~/services/content/markdown.server";

describe("authors' Markdown", () => {
  test.each([
    ["from # on", "# a\n\n## b\n\n# c", "h2 h3 h2"],
    ["with gaps", "# a\n\n### b\n\n### c\n\n###### d", "h2 h3 h3 h4"],
    ["rising above the first", "### a\n\n# b\n\n## c", "h2 h2 h3"],
    [
      "through all levels",
      [1, 2, 3, 4, 5, 6].map((n) => `${"#".repeat(n)} x`).join("\n\n"),
      "h2 h3 h4 h5 h6 h6",
    ],
    ["as raw HTML", "<h1>a</h1>\n\n#### b\n\n<h2>c</h2><h6>d", "h2 h3 h3 h4"],
  ])("has headings below that of the page, without gaps: %s", (_, markdown, levels) => {
    const html = renderMarkdown(markdown);
    expect([...html.matchAll(/<(h\d)[ >]/g)].map(([, level]) => level).join(" ")).toBe(levels);
    expect([...html.matchAll(/<\/(h\d)>/g)].map(([, level]) => level).sort()).toEqual(
      levels.split(" ").sort(),
    );
  });

  test("has tables that scroll, by keyboard too, and keep their alignment", () => {
    const html = renderMarkdown("| a | b |\n| --- | ---: |\n| 1 | 2 |");
    expect(html).toMatch(
      /^<div class="table" role="region" aria-label="Table" tabindex="0"><table>/,
    );
    expect(html).toContain('<td align="right">2</td>');
    expect(html).toMatch(/<\/table><\/div>$/);
  });

  test("has a rel on links to other sites, and none on links within the site", () => {
    expect(renderMarkdown("[x](https://a.example)")).toBe(
      '<p><a href="https://a.example" rel="ugc nofollow noopener">x</a></p>',
    );
    expect(renderMarkdown("https://a.example/b")).toContain('rel="ugc nofollow noopener"');
    expect(renderMarkdown("[x](/community)")).toBe('<p><a href="/community">x</a></p>');
    expect(renderMarkdown("[x](//a.example)")).not.toContain("href");
  });

  test("has images from https only, loaded lazily and without a referrer", () => {
    expect(renderMarkdown("![A chart](https://a.example/x.png)")).toBe(
      '<p><img src="https://a.example/x.png" alt="A chart" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>',
    );
    expect(renderMarkdown("![x](http://a.example/x.png)")).not.toContain("<img");
    expect(renderMarkdown("![x](data:image/png;base64,AA)")).not.toContain("<img");
    expect(renderMarkdown('<img src="https://a.example/x.png">')).toContain('alt=""');
  });
});

/** What a reader sees: blocks and line breaks on lines of their own. */
const seen = (markdown: string) =>
  renderMarkdown(markdown)
    .replace(/<br>\n?|<\/?(?:p|h\d|li|tr|pre|div)\b[^>]*>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s*\n\s*/g, "\n")
    .replace(/ +/g, " ")
    .trim();

describe("what is no HTML is text:", () => {
  test.each([
    "r<g and g>0 means bubble",
    'we <3 it, x <y z="1"> w, 1<2 and 3>2',
    "<T>",
    "an unclosed <b",
    "<?php echo 1 ?> and <!DOCTYPE html>",
    "before <!-- a comment without an end",
    "the <script tag",
  ])("%s", (text) => {
    expect(seen(text)).toBe(text);
    expect(seen(`<p>${text}</p>`)).toBe(text);
    expect(seen(`> ${text}`)).toBe(text);
  });

  test("it interrupts no Markdown, and loses nothing after it", () => {
    expect(renderMarkdown("<T>\n*a*\n\n<b\n\n*c*")).toBe(
      "<p>&lt;T&gt;\n<em>a</em></p>\n<p>&lt;b</p>\n<p><em>c</em></p>",
    );
    expect(seen("<div>a <b 5\n\nc")).toBe("a <b 5\nc");
    expect(seen("a <script> b\n\nc <title> d")).toBe("a\nb\nc\nd");
  });
});

describe("what is taken out leaves a break:", () => {
  test.each([
    ["<div>First.</div><div>Second.</div>", "First.\nSecond."],
    ["a<section>b</section>c", "a\nb\nc"],
    ["<div>\n\n# a\n\nb\n\n</div>c", "a\nb\nc"],
    ["<table><caption>a</caption><tr><th>b</th><td>c</td></tr></table>", "a\nb c"],
    ["a<!-- x -->b", "a b"],
    ["a<script>x()</script>b", "a b"],
    ["a![chart](http://a.example/x.png)b", "a chart b"],
    ["H<font>2</font>O, re<span>d</span>", "H2O, red"],
  ])("%s", (markdown, text) => {
    expect(seen(markdown)).toBe(text);
  });
});

describe("emphasis", () => {
  test.each([
    ["10~20 30~40", "10~20 30~40"],
    ["~a~ and ~~b~~", "~a~ and <del>b</del>"],
    ["**「重要」**です", "<strong>「重要」</strong>です"],
    ["**Not a ** b and snake_case_name", "**Not a ** b and snake_case_name"],
  ])("%s", (markdown, html) => {
    expect(renderMarkdown(`x ${markdown}`)).toBe(`<p>x ${html}</p>`);
  });
});

describe("footnotes", () => {
  const notes = (html: string) =>
    [...html.matchAll(/<li id="([^"]*)">([^]*?)<\/li>/g)].map(([, id, note]) => [
      id,
      note!.replace(/<[^>]*>/g, "").trim(),
    ]);

  test("lead to their notes, and the notes back", () => {
    const html = renderMarkdown("One[^1], two[^two], one again[^1].\n\n[^two]: B\n[^1]: *A*");
    expect(notes(html)).toEqual([
      ["user-content-fn:1", "A ↩ 1 ↩ 2"],
      ["user-content-fn:2", "B ↩"],
    ]);
    const ids = [...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
    expect(html).toContain('<section role="doc-endnotes" aria-label="Notes">');
    expect(html).toContain('role="doc-noteref">[2]</a>');
    expect(html).toContain('role="doc-backlink" aria-label="Back to the text 2">');
  });

  test.each([
    ["that nothing refers to", "a\n\n[^1]: b", ["b"]],
    [
      "named like a property",
      "a[^constructor]\n\n[^constructor]: b\n\n[^__proto__]: c",
      ["b ↩", "c"],
    ],
    ["that refer to notes", "a[^1]\n\n[^1]: b[^2]\n\n[^2]: c", ["b[2] ↩", "c ↩"]],
  ])("are all drawn: %s", (_, markdown, texts) => {
    expect(notes(renderMarkdown(markdown)).map(([, text]) => text)).toEqual(texts);
  });
});

describe("a link within a text leads to", () => {
  test.each([
    ["# Past returns\n\n[x](#past-returns)", "past-returns"],
    ["# A\n\n# A\n\n[x](#a-1)", "a-1"],
    ["## 日本語の見出し\n\n[x](#日本語の見出し)", "日本語の見出し"],
    ['<h3 id="other">C</h3>\n\n[x](#c)', "c"],
    ["# constructor\n\n[x](#constructor)", "constructor"],
  ])("a heading: %j", (markdown, name) => {
    const html = renderMarkdown(markdown);
    const [, target] = /<a href="#([^"]*)">x<\/a>/.exec(html)!;
    expect(decodeURIComponent(target!)).toBe(`user-content-${name}`);
    expect(html).toContain(` id="user-content-${name}"`);
  });
});

describe("formulae", () => {
  const math = (markdown: string) =>
    /<div class="math"[^>]*>(<math[^]*<\/math>)<\/div>/.exec(renderMarkdown(markdown))?.[1];

  test.each([
    ["$$\nE = mc^2\n$$", "E = mc^2"],
    ["$$\n\\frac{a}{b}\n\n+ \\sqrt{x}\n$$", "\\frac{a}{b}\n\n+ \\sqrt{x}"],
    ["> $$\n> x < y\n> $$", "x &lt; y"],
    [
      "- a\n\n  $$\n  \\begin{align} a &= b \\\\ c &= d \\end{align}\n  $$",
      "\\begin{align} a &amp;= b \\\\ c &amp;= d \\end{align}",
    ],
  ])("%j are drawn", (markdown, tex) => {
    expect(math(markdown)).toContain(`<math alttext="${tex}" display="block"`);
    expect(math(markdown)).not.toMatch(/ style=|<a |<span|href/);
  });

  test.each([
    "$100 and $200, or $$",
    "$$\n\\undefinedcommand{*a*} _b_\n$$",
    "$$\n\\href{https://a.example}{x}\n$$",
    `$$\n${"\\def\\a{aaaaaaaaaa}"}${"\\a".repeat(200)}\n$$`,
    "a $$x$$ b",
    "```\n$$\nx\n$$\n```",
  ])("%j stays as typed", (text) => {
    expect(math(text)).toBeUndefined();
    expect(seen(text)).toBe(text.replace(/```\n?/g, "").trim());
  });
});

const longest = (piece: string) => piece.repeat(MAX_CONTENT_LENGTH / piece.length);

describe("a pathological text", () => {
  test.each([
    ["quotes in quotes", `${">".repeat(2000)} a`],
    ["lists in quotes in lists", longest("> - ")],
    ["two kinds of emphasis that never end", longest("*a_")],
    ["uses of a long address", `[a]: https://x.org/${"b".repeat(9980)}\n\n${"[a]".repeat(3333)}`],
    ["a row of a thousand cells for each letter", wideTable(1000)],
  ])(
    "is shown as plain text: %s",
    (_, markdown) => {
      const html = renderMarkdown(markdown);
      expect(html).not.toMatch(/<(?!\/?p>|br>)/);
      expect(asText(html)).toBe(markdown.trim());
    },
    20_000,
  );

  test.each(
    [
      ...["<ul><li>", "<!--", "<table><tr><td>"],
      ...["`", "```\n", "|", "|a", "-\n|", "\n- "],
      ...["* a\n\n", "a\n=\n", "[a]: b\n", "&#1;", '"', "a"],
      ...["https://a.b ", "*a_\n\n", "\u0301"],
    ].map((piece) => [JSON.stringify(piece), longest(piece)]),
  )(
    "is rendered in bounded time and size: %s",
    (_, markdown) => {
      const html = renderMarkdown(markdown);
      expect(html.length).toBeLessThan(40 * MAX_CONTENT_LENGTH);
    },
    20_000,
  );
});

/** A table with a number of columns, and empty rows up to the maximum length. */
function wideTable(columns: number) {
  const head = `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n`;
  return head + "|\n".repeat((MAX_CONTENT_LENGTH - head.length) / 2);
}

const asText = (html: string) =>
  html
    .replaceAll("</p>\n<p>", "\n\n")
    .replaceAll("<br>", "\n")
    .replace(/<\/?p>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

describe("a realistic text of maximum length is rendered as Markdown:", () => {
  test.each([
    ["links everywhere", "See [the paper](https://a.example/b_c_d) and https://a.example/e_f!\n\n"],
    ["a table", "| a | *b* | 1.25 | [c](https://a.example) |\n| - | - | - | - |\n"],
  ])("%s", (_, piece) => {
    const html = renderMarkdown(piece.repeat(MAX_CONTENT_LENGTH / piece.length));
    expect(html).toMatch(/<(em|a|li|td|code)\b/);
  });

  test("lists in lists, 20 levels deep", () => {
    const deep = Array.from({ length: 20 }, (__, level) => `${"  ".repeat(level)}- a`).join("\n");
    expect(renderMarkdown(deep).match(/<ul>/g)).toHaveLength(20);
  });
});

describe("the texts of the site", () => {
  test.each(["../package", "nope", "declaration.md"])("do not include %s", async (name) => {
    await expect(readContentFile(name)).rejects.toThrow();
  });
});
