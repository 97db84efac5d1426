/** What counts as a word, the plain text of Markdown, and where words occur in a text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_QUERY_WORDS } from "~/domain/search";
import {
  documentWords,
  excerptOf,
  containsAny,
  highlightSegments,
  plainMarkdown,
  plainText,
  queryWords,
  tokenize,
  MAX_WORDS,
} from "~/domain/tokenizer";

describe("the words of a text", () => {
  test.each([
    ["Bonds pay. BONDS, bonds!", "bonds pay"],
    ["a I 7 x", ""],
    ["\u0000\u0007 zero\u0000one", "zero one"],
    ["don’t the investor's", "don the investor"],
    ["real-estate under_score and/or $BTC #sol", "real estate under score and or btc sol"],
    ["S&P 500, P&L, the U.S. and AT&T", "sp 500 pl the us and att at"],
    // Case, marks, width and ligatures.
    ["Café CAFÉ cafe\u0301 ｃａｆｅ", "cafe"],
    ["ﬁnance", "finance"],
    ["Straße STRASSE", "strasse"],
    ["ΟΔΟΣ οδός", "οδοσ"],
    ["x² ½ Ⅷ", "x2 12 viii"],
    // Marks that distinguish words are kept.
    ["हिन्दी भाषा", "हिन्दी भाषा"],
    // Scripts without spaces.
    ["投資戦略", "投資 資戦 戦略"],
    ["BTC投資2026年", "btc 投資 2026 年"],
    ["𠮷野家", "𠮷野 野家"],
    ["한국어 시장", "한국 국어 시장"],
    ["비트코인은", "비트 트코 코인 인은"],
    ["BTC는 AT&T와", "btc 는 att at 와"],
    // Terms of several parts.
    ["8-K, S-1 and 10-Q", "8k s1 and 10q 10"],
    ["P/E, EV/EBITDA, 10-K/10-Q", "pe ev ebitda 10k 10 10q"],
    ["BRK.B VOD.L brk.b", "brkb brk vodl vod"],
    ["401(k) 501(c)(3) bond(s)", "401k 401 501c3 501 bonds bond"],
    ["C++ c++, A+ 2+2", "c++ a+"],
    ["yield-curve state-of-the-art", "yield curve state of the art"],
    ["COVID-19 2026-11-27", "covid 19 2026 11 27"],
    ["234.5 1.5 v1.2 end.Next", "234 v1 end next"],
    ["- -a a- --b &c /d (e)", ""],
    // Invisible characters.
    ["in\u00adfla\u00adtion", "inflation"],
    ["A\u200bT\u2060&\u200bT", "att at"],
  ])("%j: %j", (text, expected) => {
    expect(tokenize([text]).join(" ")).toBe(expected);
  });

  test("are limited in number, with those of the title first", () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${name}${i}`).join(" ");
    const { words: all, titleWords } = documentWords(
      [many("title", 20)],
      [many("text", 150), many("more", 100)],
    );
    expect(all).toHaveLength(MAX_WORDS);
    expect(titleWords).toEqual(many("title", 20).split(" "));
    expect(all.slice(0, 20)).toEqual(titleWords);
    expect(all.at(-1)).toBe("more29");
  });

  test("are limited in a query, which is reported", () => {
    const query = Array.from({ length: MAX_QUERY_WORDS }, (_, i) => `word${i}`).join(" ");
    expect(queryWords(query)).toEqual({ words: query.split(" "), hasMore: false });
    expect(queryWords(`${query} WORD1`)).toEqual({ words: query.split(" "), hasMore: false });
    expect(queryWords(`${query} another`)).toEqual({ words: query.split(" "), hasMore: true });
    expect(queryWords("S-1 yield-curve AT&T")).toEqual({
      words: ["s1", "yield", "curve", "att"],
      hasMore: false,
    });
    expect(queryWords("?!")).toEqual({ words: [], hasMore: false });
  });

  test("are normalised, and each can be highlighted in its text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const once = tokenize([text]);
        for (const word of once) {
          expect(word).toBe(word.toLowerCase().normalize("NFC"));
          expect(highlightSegments(text, [word]).some(({ isMatch }) => isMatch)).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("the plain text of Markdown", () => {
  test.each([
    ["# A *great* __title__", "A great title"],
    ["- one\n* two\n1. three", "one two three"],
    ["[the paper](https://www.journal.example/a?b=c#d) says", "the paper (journal.example) says"],
    ['![a chart](/chart.png "Title") above', "a chart above"],
    ["```ts\nconst price = 1\n```", "const price = 1"],
    ["snake_case stays, _stress_ goes", "snake_case stays, stress goes"],
    ["~~gone~~ <b>bold</b> &amp; 1 < 2", "gone bold 1 < 2"],
    ["| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"],
    ["above\n\n---\n\nbelow", "above below"],
    // Only what is HTML is taken out, and leaves a break unless it is within a line.
    ["r<g and g>0, Array<string> <3", "r<g and g>0, Array<string> <3"],
    ["List<Map<K,V>> <T> </foo> <x y='1'> <b", "List<Map<K,V>> <T> </foo> <x y='1'> <b"],
    ["<div>First.</div><div>Second.</div>", "First. Second."],
    ["a<script>b()</script>c <style>d{}</style>", "a c"],
    ["<https://www.journal.example/a> <me@a.example>", "journal.example me@a.example"],
    ["Grew[^1], [^2] and [^a-z]\n\n[^1]: Source", "Grew, [^2] and [^a-z] Source"],
    ["$$\nE = m\n$$", "E = m"],
  ])("%j: %j", (markdown, expected) => {
    expect(plainMarkdown(markdown)).toBe(expected);
  });

  test.each([
    ["see https://www.journal.example/a/b.html?x=1#y, or", "see journal.example or"],
    ["https://user:secret@example.org:8080/", "example.org"],
    ["line\n\n  line\ttab", "line line tab"],
  ])("plain text %j: %j", (text, expected) => {
    expect(plainText(text)).toBe(expected);
  });
});

/** The highlighted text, with the matches in brackets. */
const marked = (text: string, query: string) =>
  highlightSegments(text, queryWords(query).words)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join("");

describe("highlighting", () => {
  test.each([
    ["Bonds and BONDS, unbonded", "bonds", "[Bonds] and [BONDS], unbonded"],
    ["the Café, the café's", "cafe", "the [Café], the [café]'s"],
    ["S&P 500", "sp 500", "[S&P] [500]"],
    ["AT&T's, at 8\u2011K", "at&t 8-k", "[AT&T]'s, at [8\u2011K]"],
    ["AT&T at", "at", "[AT]&T [at]"],
    ["AT&T at", "at&t at", "[AT&T] [at]"],
    ["비트코인은", "비트코인", "[비트코인]은"],
    ["ﾋﾞｯﾄｺｲﾝ", "ビット", "[ﾋﾞｯﾄ]ｺｲﾝ"],
    ["nothing here", "bond", "nothing here"],
    ["bond yield", "yield bond", "[bond] [yield]"],
    ["投資戦略と市場", "投資戦略", "[投資戦略]と市場"],
    ["<b>bond</b>", "bond", "<b>[bond]</b>"],
  ])("%j for %j: %j", (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  test("keeps the whole text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 80 }),
        fc.string({ unit: "binary", maxLength: 10 }),
        (text, query) => {
          const pieces = highlightSegments(text, [
            ...queryWords(query).words,
            ...tokenize([text]).slice(0, 2),
          ]);
          expect(pieces.map((piece) => piece.text).join("")).toBe(text.normalize("NFC"));
        },
      ),
    );
  });
});

describe("an excerpt", () => {
  const filler = (word: string, count: number) => `${word} `.repeat(count).trim();

  test.each([
    ["a short text", "a short text", "needle"],
    [`${filler("long", 100)} end`, `${filler("long", 48)}…`, "needle"],
  ])("of %#: without a match, the beginning", (text, expected, word) => {
    expect(excerptOf(text, [word])).toBe(expected);
  });

  test("contains the first match, between whole words, with ellipses if it is cut", () => {
    const text = `${filler("alpha", 100)} needle ${filler("omega", 100)} needle`;
    const excerpt = excerptOf(text, ["needle"]);
    expect(excerpt).toMatch(/^…alpha (?:alpha )+needle (?:omega )+omega…$/);
    expect(excerpt.length).toBeLessThanOrEqual(242);
    expect(excerptOf(`${filler("alpha", 100)} needle`, ["needle"])).toMatch(/^…(alpha )+needle$/);
  });

  test.each([
    ["flags", "🇩🇪"],
    ["conjuncts of Devanagari", "क्षि"],
  ])("splits no character of %s", (_, character) => {
    for (const before of ["", "a", "ab", "abc"]) {
      const many = character.repeat(300);
      const excerpt = excerptOf(`${many}${before},needle,${before}${many}`, ["needle"]);
      expect(excerpt.replaceAll(character, "")).toBe(`…${before},needle,${before}…`);
      expect(excerpt.length).toBeLessThan(260);
    }
  });

  test("always contains its match", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,60}$/), { maxLength: 80 }), (list) => {
        const text = [...list.slice(0, 40), "needle", ...list.slice(40)].join(" ");
        expect(containsAny(excerptOf(text, ["needle"]), ["needle"])).toBe(true);
      }),
    );
  });
});

/** Beginnings of a text whose end the tokenizer looks for. */
const openings = ["", "a", "[a](", "[a][", "<a ", "http://a", " (#", "- "];

test.each([
  "a.",
  "a-b",
  "a(b)",
  "\u200b",
  "한",
  " ",
  "*",
  "[",
  "[a](",
  "<a",
  "`",
  "> ",
  "\u0301\u0316",
  "http://a@",
  "株",
  " \n",
  "&a",
  "x",
])(
  "20,000 characters of %j take linear time",
  (piece) => {
    for (const opening of openings) {
      const text = `${opening}${piece.repeat(20_000 / piece.length)}x`;
      tokenize([plainMarkdown(text)]);
      highlightSegments(text, ["xx"]);
      excerptOf(text, ["xx"]);
    }
  },
  // As long as a text may be; anything quadratic takes minutes.
  60_000,
);
