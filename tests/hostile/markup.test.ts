/** Articles that try to break out of the page that shows them: known attacks, and random markup. */
import fc from "fast-check";
import { parseFragment } from "parse5";
import { describe, expect, test } from "vitest";
import { MAX_CONTENT_LENGTH } from "~/domain/field-limits";
import { renderMarkdown } from "~/services/content/markdown.server";
import { entryHtml } from "~/utils/feeds/entry-content.server";
import { forbiddenIn, readPage } from "../setup/markup";
import { attacks } from "../setup/corpora";

const pageWith = (html: string) =>
  `<!DOCTYPE html><html><head><title>x</title></head><body><main><div><article><div class="prose">${html}</div></article><section id="after"><p>x</p></section></div><aside></aside></main><footer></footer></body></html>`;

const { places } = readPage(pageWith("<p>x</p>"));

function expectHarmless(markdown: string): void {
  const html = renderMarkdown(markdown);
  const page = readPage(pageWith(html));
  expect(page.places, markdown).toEqual(places);
  expect(page.text!.replaceAll("&nbsp;", "\u00a0"), markdown).toBe(html);
  expect(forbiddenIn(page.prose!), markdown).toEqual([]);
}

/** The contexts in which each attack is tried. */
const contexts: [string, (attack: string) => string][] = [
  ["by itself", (attack) => attack],
  ["within a paragraph", (attack) => `Some **words ${attack} and** more.\n\nAnother paragraph.`],
  ["in a list and a quotation", (attack) => `- a\n- ${attack}\n\n> ${attack}\n> b`],
  ["in a table", (attack) => `| a | b |\n| - | - |\n| ${attack} | c |\n\nd`],
  ["in an unclosed cell", (attack) => `<table><tr><td>${attack}\n\n${attack}`],
  ["in unclosed emphasis and an unclosed link", (attack) => `<b><i><a href=/x>${attack}\n\nx`],
  ["twice", (attack) => `${attack}\n\nx ${attack}`],
];

test.each(contexts)("each attack is harmless %s", (_, write) => {
  for (const attack of attacks) expectHarmless(write(attack));
});

test("each attack is harmless in a feed", () => {
  for (const attack of attacks) {
    const entry = { paragraphs: [attack], markdown: attack } as Parameters<typeof entryHtml>[0];
    const html = entryHtml(entry, "https://site.example/article/x");
    expect(forbiddenIn(parseFragment(html)), attack).toEqual([]);
  }
});

const TAGS = [
  ..."a b i code del p pre h1 h3 ul li blockquote table caption thead tr td th br".split(" "),
  ..."div form select option svg math mtext style title template button object".split(" "),
  ..."nobr ruby rt dl dt main body plaintext".split(" "),
  "a href=/x",
  "img src=https://x.example/",
];

const piece = fc.oneof(
  fc.constantFrom(...TAGS.map((tag) => `<${tag}>`)),
  fc.constantFrom(...TAGS.map((tag) => `</${tag.split(" ")[0]}>`)),
  fc.constantFrom("x", " ", "\n", "\n\n", "- ", "> ", "*", "**", "`", "[", "](/x)", "|", "<!--"),
  fc.constantFrom("-->", "<", "&lt;", "\n| a |\n| - |\n| "),
  fc.constantFrom("[^1]", "\n[^1]: ", "\n$$\n", "\\frac{", "}", "\n# ", "<mtext>", "<section>"),
);

test("randomly opened and closed elements are harmless", () => {
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  fc.assert(fc.property(text, expectHarmless), { numRuns: 500 });
});

/** Texts that were or could be slow to parse when repeated to the maximum length of an article. */
const REPEATED = [
  ...["<b>", "<p>", "<p><b>x", "<b><p>x", "<b></p>", "<i><p></i>", "</p>", "<b>\n\n"],
  ...["<table><b>", "<table>x", "<table><tr><td>", "- <table><a href=x><table>"],
  ...["<ul><li>", "<blockquote>", "<a href=/x>", "<img src=https://a>", "<li><s><<b>"],
  ...["<x ", "<svg>", "<!--", ">*a", "😀*a", "a_", "*a<", "[a](b)", "`a", "a@b.c ", "www.a.b "],
  ...[
    "[^1]",
    "[^1] \n\n[^1]: ",
    "[^1]: a\n",
    "$$\n",
    "$$\\frac{a}b\n",
    "$$a$$\n",
    "$$\\sqrt{",
    "# a\n",
  ],
  ...["[a](#a)", "<script>", "<svg ", "<!-", "<a b='", "~~a", "**「a", "www.", "https://", "例a@b"],
  ...["\n$$\n\\def\\a{\\b\\b\\b}\\def\\b{\\c\\c\\c}\\def\\c{xxxxxxx}\\a\\a\\a\n$$\n"],
  ...["|-\n", "- - a\n", "> > a\n\n", "- a\n", "a\n\n"],
  ...[300, 100].flatMap((times) =>
    [">*a", "😀*a", "*a<", "**_a", "_a"].map((text) => `${text.repeat(times)}\n\n`),
  ),
];

describe("an article of maximum length", () => {
  const longest = (text: string) => text.repeat(MAX_CONTENT_LENGTH / text.length);
  /** Three levels of each kind of emphasis, which the parser reopens in every paragraph. */
  const open = ["b", "i", "s", "em", "code", "strong"].flatMap((tag) => Array(3).fill(`<${tag}>`));

  test.each(REPEATED)("that repeats %j is harmless", (text) => {
    expectHarmless(text.repeat(20));
    expectHarmless(open.join("") + longest(text).slice(200));
  });
});
