/** Sentences that count for a token, found again on the page of their text, also in texts made to break it. */
import { describe, expect, test } from "vitest";
import { linkify } from "~/domain/linkify";
import { markSegments } from "~/domain/text-segments";
import { textFragment } from "~/domain/text-fragment";
import { renderMarkdown } from "~/services/content/markdown.server";
import { explainText, sentenceFinder } from "~/services/scoring/explain-text.server";
import { markHtml } from "~/services/scoring/mark-html.server";

const CONTENT = 2;

function markArticle(content: string, token = "BTC") {
  const find = sentenceFinder("article", ["", "", content], token);
  const html = renderMarkdown(content);
  return find ? markHtml(html, (pieces) => find(CONTENT, pieces)) : html;
}

describe("in the HTML of an article, a sentence is marked", () => {
  test.each([
    ["BTC is good.", '<p><mark id="mark-1">BTC is good</mark>.</p>'],
    [
      "across emphasis and links",
      "Well. **BTC** is [_good_](https://a.example) now.",
      '<p>Well. <strong><mark id="mark-1">BTC</mark></strong> <mark>is</mark> <a href="https://a.example" rel="ugc nofollow noopener"><em><mark>good</mark></em></a> <mark>now</mark>.</p>',
    ],
    [
      "the second time, where only that counts",
      "> BTC is good.\n\nBTC is good.",
      '<blockquote>\n<p>BTC is good.</p>\n</blockquote>\n<p><mark id="mark-1">BTC is good</mark>.</p>',
    ],
    [
      "around code",
      "BTC `bad` is good.",
      '<p><mark id="mark-1">BTC</mark> <code>bad</code> <mark>is good</mark>.</p>',
    ],
    [
      "with typographic signs and entities",
      "“BTC isn’t good” &amp; ok².",
      '<p>“<mark id="mark-1">BTC isn’t good” &amp; ok</mark>².</p>',
    ],
    [
      "in a cell, whose neighbours are sentences of their own line",
      "| BTC | good |\n| - | - |\n| bad | x |",
      '<mark id="mark-1">BTC</mark></th>\n<th><mark>good</mark></th>',
    ],
  ])("%s", (...[name, markdown, html]: string[]) => {
    expect(markArticle(html ? markdown! : name!)).toContain(html ?? markdown);
  });

  test("and nothing where the token is not mentioned", () => {
    expect(markArticle("BTC is good.", "ETH")).toBe(renderMarkdown("BTC is good."));
  });
});

/** Texts that are made to break the marks. */
const hostile: [string, string][] = [
  [
    "markup",
    'BTC is good <script>alert(1)</script><img src=x onerror="alert(1)"> "\'&lt;b&gt; bad.',
  ],
  ["20,000 characters in one sentence", `BTC ${"good not bad ".repeat(1_538)}`],
  ["20,000 exclamation marks", `BTC good${"!".repeat(19_990)}`],
  ["5,000 sentences", "BTC. ".repeat(4_000)],
  ["from right to left", "ביטקוין BTC טוב good. \u202eBTC bad\u202c. بيتكوين جيد good."],
  ["emoji", "BTC 👩🏽‍🚀🚀 good😍! 💔 bad."],
  ["invisible characters", "B\u200bTC BTC is g\u200dood, \ufeffbad\u00ad."],
  ["compatibility characters", "ＢＴＣ is ｇｏｏｄ ﬁne™ ① e\u0301."],
  ["a lone surrogate", "BTC \ud83d good \udc00 bad."],
  ["broken Markdown", "**BTC _good** bad_ [x](y `BTC` ~~bad~~ <div>good"],
];

describe.each(hostile)("a text with %s", (_, text) => {
  test("is explained, with the places of its words", () => {
    for (const kind of ["article", "comment"] as const) {
      const explained = explainText(kind, kind === "article" ? ["", "", text] : [text], "BTC")!;
      for (const { text: sentence, start, words, fragment } of explained.sentences) {
        expect(fragment === "" || /^:~:text=[\w.!~*'()%,-]+$/.test(fragment)).toBe(true);
        for (const word of words) {
          expect(sentence.slice(word.start - start, word.end - start)).toBe(word.text);
        }
      }
      expect(explained.sentences.flatMap(({ words }) => words).length).toBeLessThanOrEqual(500);
    }
  });

  test("is marked without any change other than the marks", () => {
    const html = renderMarkdown(text);
    expect(markArticle(text).replaceAll(/<\/?mark(?: id="mark-\d+")?>/g, "")).toBe(html);
    const find = sentenceFinder("comment", [text], "BTC")!;
    const segments = linkify(text);
    const marked = markSegments(segments, (pieces) => find(0, pieces));
    expect(marked.map((one) => (typeof one === "string" ? one : one.text)).join("")).toBe(text);
  });
});

test.each([
  [
    "short",
    "BTC is good, co-op & all.",
    0,
    25,
    ":~:text=BTC%20is%20good%2C%20co%2Dop%20%26%20all.",
  ],
  ["long", "a b c d e f g h i j k", 0, 21, ":~:text=a%20b%20c%20d%20e,g%20h%20i%20j%20k"],
  ["repeated", "Up. BTC up. Then BTC up.", 17, 24, ":~:text=Up.%20BTC%20up.%20Then-,BTC%20up."],
  ["without letters", "🚀🚀", 0, 4, ""],
])("the fragment of a %s text", (_, text, start, end, fragment) => {
  expect(textFragment(text, start, end)).toBe(fragment);
});
