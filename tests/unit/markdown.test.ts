import { describe, expect, test } from "vitest";
import { CONTENT_MAX } from "~/domain/field-limits";
import { renderContent, renderMarkdown } from "~/services/content/markdown.server";

describe("authors' Markdown", () => {
  test.each([
    ["from # on", "# a\n\n## b\n\n# c", "h2 h3 h2"],
    ["from ## on", "## a\n\n### b\n\n## c", "h2 h3 h2"],
    ["a ###### alone", "###### a", "h2"],
    ["with gaps", "# a\n\n### b\n\n### c\n\n###### d", "h2 h3 h3 h4"],
    ["rising above the first", "### a\n\n# b\n\n## c", "h2 h2 h3"],
    [
      "through all levels",
      [1, 2, 3, 4, 5, 6].map((n) => `${"#".repeat(n)} x`).join("\n\n"),
      "h2 h3 h4 h5 h6 h6",
    ],
    ["in quotations", "# a\n\n> ### b\n\n## c", "h2 h3 h3"],
    ["as raw HTML", "<h1>a</h1>\n\n#### b\n\n<h2>c</h2><h6>d", "h2 h3 h3 h4"],
    ["within each other", "<h3>a<h1>b</h1></h3>\n\n## c", "h2 h2 h3"],
  ])("has headings below that of the page, without gaps: %s", (_, markdown, levels) => {
    const html = renderMarkdown(markdown);
    expect([...html.matchAll(/<(h\d)>/g)].map(([, level]) => level).join(" ")).toBe(levels);
    expect([...html.matchAll(/<\/(h\d)>/g)].map(([, level]) => level).sort()).toEqual(
      levels.split(" ").sort(),
    );
  });

  test("gives nothing for an empty text", () => {
    expect(renderMarkdown("")).toBe("");
  });

  test("has tables that scroll, by keyboard too, and keep their alignment", () => {
    const html = renderMarkdown("| a | b |\n| --- | ---: |\n| 1 | 2 |");
    expect(html).toMatch(
      /^<div class="table" role="region" aria-label="Table" tabindex="0"><table>/,
    );
    expect(html).toContain('<td align="right">2</td>');
    expect(html).toMatch(/<\/table><\/div>$/);
  });

  test("has distinct names for several tables", () => {
    const table = "| a |\n| --- |\n| 1 |";
    const labels = renderMarkdown([table, table, table].join("\n\n")).match(/aria-label="[^"]+"/g);
    expect(labels).toEqual(['aria-label="Table"', 'aria-label="Table 2"', 'aria-label="Table 3"']);
  });

  test("has a rel on links to other sites, and none on links within the site", () => {
    expect(renderMarkdown("[x](https://a.example)")).toBe(
      '<p><a href="https://a.example" rel="ugc nofollow noopener">x</a></p>',
    );
    expect(renderMarkdown("https://a.example/b")).toContain('rel="ugc nofollow noopener"');
    expect(renderMarkdown("[x](/community)")).toBe('<p><a href="/community">x</a></p>');
    expect(renderMarkdown("[x](//a.example)")).not.toContain("href");
  });

  test("loses a rel of the author", () => {
    expect(renderMarkdown('<a href="https://a.example" rel="opener">x</a>')).toBe(
      '<p><a href="https://a.example" rel="ugc nofollow noopener">x</a></p>',
    );
    expect(renderMarkdown('<a href="/x" rel="opener">x</a>')).not.toContain("opener");
  });

  test("has images from https only, loaded lazily and without a referrer", () => {
    expect(renderMarkdown("![A chart](https://a.example/x.png)")).toBe(
      '<p><img src="https://a.example/x.png" alt="A chart" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>',
    );
    expect(renderMarkdown("![x](http://a.example/x.png)")).not.toContain("<img");
    expect(renderMarkdown("![x](data:image/png;base64,AA)")).not.toContain("<img");
    expect(renderMarkdown('<img src="https://a.example/x.png">')).toContain('alt=""');
  });

  test("has symbols instead of checkboxes in task lists", () => {
    const html = renderMarkdown("- [x] done\n- [ ] open");
    expect(html).toContain("☑ done");
    expect(html).toContain("☐ open");
    expect(html).not.toContain("<input");
  });
});

describe("the sanitizer removes", () => {
  test.each([
    ["a script", "<script>alert(1)</script>"],
    ["a handler", '<p onclick="alert(1)">x</p>'],
    ["a handler on an image", '<img src="x" onerror="alert(1)">'],
    ["a script as a link", "[x](javascript:alert(1))"],
    ["a disguised one", "[x](java&#x0A;script:alert(1))"],
    ["one in capitals", '<a href="JaVaScRiPt:alert(1)">x</a>'],
    ["one as data", "[x](data:text/html;base64,PHNjcmlwdD4=)"],
    ["a frame", '<iframe src="https://a.example"></iframe>'],
    ["a style", '<p style="position:fixed">x</p>'],
    ["a style sheet", "<style>body{display:none}</style>"],
    ["a form", '<form action="/logout"><input name="x"><button>x</button></form>'],
    ["a drawing", '<svg onload="alert(1)"><use href="#x"/></svg>'],
    ["an id or a class", '<p id="root" class="toast">x</p>'],
    ["a base", '<base href="https://a.example">'],
    ["a heading of the page's level", "<h1>x</h1>"],
  ])("%s", (_, markdown) => {
    expect(renderMarkdown(markdown)).not.toMatch(
      /<(script|iframe|style|form|input|button|svg|base|h1)|on\w+=|javascript:|data:|style=|id=|class=/i,
    );
  });
});

const longest = (piece: string) => piece.repeat(CONTENT_MAX / piece.length);

describe("a pathological text", () => {
  test.each([
    ["quotes in quotes", `${">".repeat(2000)} a`],
    ["lists in quotes in lists", longest("> - ")],
    ["lists in lists", longest("+ ")],
    ["two kinds of emphasis that never end", longest("*a_")],
    ["three of them", longest("**a_~")],
    ["strikes that never end", longest("~a*")],
    ["underscores within a word", longest("w_")],
    ["calls", longest("!")],
    ["brackets", longest("[")],
    ["uses of a long address", `[a]: https://x.org/${"b".repeat(9980)}\n\n${"[a]".repeat(3333)}`],
    ["uses of a long title", `[a]: /x "${"b".repeat(9980)}"\n\n${"[a]".repeat(3333)}`],
    ["a row of a thousand cells for each letter", wideTable(1000)],
  ])("is shown as plain text: %s", (_, markdown) => {
    const started = performance.now();
    const html = renderMarkdown(markdown);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(html).not.toMatch(/<(?!\/?p>|br>)/);
    expect(asText(html)).toBe(markdown.trim());
  });

  test.each(
    [
      ...[
        "<b>",
        "<ul><li>",
        "<a href=/x>",
        "<p>",
        "<!--",
        "<table><tr><td>",
        "<img src=https://a>",
      ],
      ...["`", "```\n", "~~~\n", "    a\n", "|", "|a", "-\n|", "-:\n", "\n- ", "- a\n", "  - a\n"],
      ...["* a\n\n", "# a\n", "a\n=\n", "> a\nb\n", "[a]: b\n", "&", "&#1;", '"', "\n", " ", "a"],
      ...["https://a.b ", "www.a.b ", "*a_\n\n", "株", "\u0301"],
    ].map((piece) => [JSON.stringify(piece), longest(piece)]),
  )("is rendered in bounded time and size: %s", (_, markdown) => {
    const started = performance.now();
    const html = renderMarkdown(markdown);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(html.length).toBeLessThan(40 * CONTENT_MAX);
  });
});

/** A table with a number of columns, and empty rows up to the maximum length. */
function wideTable(columns: number) {
  const head = `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n`;
  return head + "|\n".repeat((CONTENT_MAX - head.length) / 2);
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
    ["emphasis everywhere", "Some **bold** and *leaning* and ~~struck~~ words, `code` too.\n\n"],
    ["links everywhere", "See [the paper](https://a.example/b_c_d) and https://a.example/e_f!\n\n"],
    ["a list of links without lists", "A title: https://a.example/b_c_d\n"],
    ["lines of a list", "- an item with **weight** and [a link](https://a.example)\n"],
    ["a table", "| a | *b* | 1.25 | [c](https://a.example) |\n| - | - | - | - |\n"],
    ["calculations in a fence", "```\na * b * c_1 ~ [d] !\n```\n\n"],
  ])("%s", (_, piece) => {
    const html = renderMarkdown(piece.repeat(CONTENT_MAX / piece.length));
    expect(html).toMatch(/<(em|a|li|td|code)\b/);
  });

  test("lists in lists, 20 levels deep", () => {
    const deep = Array.from({ length: 20 }, (__, level) => `${"  ".repeat(level)}- a`).join("\n");
    expect(renderMarkdown(deep).match(/<ul>/g)).toHaveLength(20);
  });
});

describe("the texts of the site", () => {
  test("have a separate title and the name of the site in place", async () => {
    const { title, html } = await renderContent("declaration", { product: "Testament" });
    expect(title).toBe("Declaration of Principles");
    expect(html).not.toContain("<h1");
    expect(html).toContain("Testament");
    expect(html).not.toContain("{product}");
  });

  test("are read once", async () => {
    const product = "Once";
    expect(await renderContent("declaration", { product })).toBe(
      await renderContent("declaration", { product }),
    );
  });

  test.each(["../package", "nope", "declaration.md"])("do not include %s", async (name) => {
    await expect(renderContent(name, { product: "x" })).rejects.toThrow();
  });
});
