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
    ["👍 !!! — …", ""],
    ["", ""],
    ["\u0000\u0007 zero\u0000one", "zero one"],
    ["don’t the investor's", "don the investor"],
    ["real-estate under_score and/or $BTC #sol", "real estate under score and or btc sol"],
    ["61,234.5 in 2026", "61 234 in 2026"],
    ["S&P 500, P&L, the U.S. and AT&T", "sp 500 pl the us and att at"],
    ["e.g. a.b.cc", "eg ab cc"],
    // Case, marks, width and ligatures.
    ["Café CAFÉ cafe\u0301 ｃａｆｅ", "cafe"],
    ["ﬁnance", "finance"],
    ["Straße STRASSE", "strasse"],
    ["Ærø Łódź Sørensen", "aero lodz sorensen"],
    ["İstanbul istanbul ISTANBUL", "istanbul"],
    ["ΟΔΟΣ οδός", "οδοσ"],
    ["Ёлка елка", "елка"],
    ["x² ½ Ⅷ", "x2 12 viii"],
    ["المُدَرِّس המִלָּה", "المدرس המלה"],
    // Marks that distinguish words are kept.
    ["हिन्दी भाषा", "हिन्दी भाषा"],
    // Scripts without spaces.
    ["投資戦略", "投資 資戦 戦略"],
    ["株 と", "株 と"],
    ["BTC投資2026年", "btc 投資 2026 年"],
    ["データ、市場。", "デー ータ 市場"],
    ["ไทย", "ไท ทย"],
    ["𠮷野家", "𠮷野 野家"],
    ["한국어 시장", "한국 국어 시장"],
    ["비트코인은", "비트 트코 코인 인은"],
    ["\u1107\u1175\u1110\u1173", "비트"],
    ["BTC는 AT&T와", "btc 는 att at 와"],
    ["ﾋﾞｯﾄ", "ビッ ット"],
    ["日\ufe0f本", "日本"],
    // Terms of several parts.
    ["8-K, S-1 and 10-Q", "8k s1 and 10q 10"],
    ["8\u2011K 8–K ８－Ｋ", "8k"],
    ["P/E, EV/EBITDA, 10-K/10-Q", "pe ev ebitda 10k 10 10q"],
    ["R&D ＡＴ＆Ｔ's", "rd att at"],
    ["BRK.B VOD.L brk.b", "brkb brk vodl vod"],
    ["401(k) 501(c)(3) bond(s)", "401k 401 501c3 501 bonds bond"],
    ["C++ c++, A+ 2+2", "c++ a+"],
    ["e-mail T-bills x-ray", "email mail tbills bills xray ray"],
    ["yield-curve state-of-the-art", "yield curve state of the art"],
    ["$BTC #defi @mara Q3", "btc defi mara q3"],
    ["COVID-19 2026-11-27", "covid 19 2026 11 27"],
    ["J.P. Morgan J.P.Morgan", "jp morgan"],
    ["234.5 1.5 v1.2 end.Next", "234 v1 end next"],
    ["- -a a- --b &c /d (e)", ""],
    // Invisible characters.
    ["in\u00adfla\u00adtion", "inflation"],
    ["A\u200bT\u2060&\u200bT", "att at"],
    ["\u200b\ufe0f\u3164", ""],
    ["0x52908400098527886E0F7030069857D2E4169EE7", "0x52908400098527886e0f7030069857d2e4169e"],
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
    );
  });
});

describe("the plain text of Markdown", () => {
  test.each([
    ["# A *great* __title__", "A great title"],
    ["> quoted\n> > twice", "quoted twice"],
    ["- one\n* two\n1. three", "one two three"],
    ["[the paper](https://www.journal.example/a?b=c#d) says", "the paper (journal.example) says"],
    ['![a chart](/chart.png "Title") above', "a chart above"],
    ["see [above](#there), [them](mailto:a@b.example)", "see above, them"],
    ["[text][reference] stays", "text stays"],
    ["`code` and ``more``", "code and more"],
    ["```ts\nconst price = 1\n```", "const price = 1"],
    ["snake_case stays, _stress_ goes", "snake_case stays, stress goes"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["~~gone~~ <b>bold</b> &amp; 1 < 2", "gone bold 1 < 2"],
    ["| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"],
    ["above\n\n---\n\nbelow", "above below"],
    ["\\*not stressed\\*", "*not stressed*"],
    ["2026. A year", "2026. A year"],
    // Only what is HTML is taken out, and leaves a break unless it is within a line.
    ["r<g and g>0, Array<string> <3", "r<g and g>0, Array<string> <3"],
    ["List<Map<K,V>> <T> </foo> <x y='1'> <b", "List<Map<K,V>> <T> </foo> <x y='1'> <b"],
    ["`Array<b>` and\n\n```\n<div>\n```", "Array<b> and <div>"],
    ["<div>First.</div><div>Second.</div>", "First. Second."],
    ["<td>a</td><td>b</td> c<!-- d -->e", "a b c e"],
    ["H<sub>2</sub>O re<span title='>'>d</span>", "H2O red"],
    ["a<script>b()</script>c <style>d{}</style>", "a c"],
    ["<https://www.journal.example/a> <me@a.example>", "journal.example me@a.example"],
    ["Grew[^1], [^2] and [^a-z]\n\n[^1]: Source", "Grew, [^2] and [^a-z] Source"],
    ["$$\nE = m\n$$", "E = m"],
    ["10~20 30~40", "10~20 30~40"],
  ])("%j: %j", (markdown, expected) => {
    expect(plainMarkdown(markdown)).toBe(expected);
  });

  test.each([
    ["see https://www.journal.example/a/b.html?x=1#y, or", "see journal.example or"],
    ["HTTP://Example.org", "Example.org"],
    ["https://user:secret@example.org:8080/", "example.org"],
    ["line\n\n  line\ttab", "line line tab"],
    ["https:// nothing", "https:// nothing"],
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
    ["cafe\u0301", "café", "[café]"],
    ["S&P 500", "sp 500", "[S&P] [500]"],
    ["AT&T's, at 8\u2011K", "at&t 8-k", "[AT&T]'s, at [8\u2011K]"],
    ["AT&T at", "at", "[AT]&T [at]"],
    ["yield-curve", "yield", "[yield]-curve"],
    ["the In\u00adfla\u00adtion", "inflation", "the [In\u00adfla\u00adtion]"],
    ["비트코인은", "비트코인", "[비트코인]은"],
    ["ﾋﾞｯﾄｺｲﾝ", "ビット", "[ﾋﾞｯﾄ]ｺｲﾝ"],
    ["nothing here", "bond", "nothing here"],
    ["", "bond", ""],
    ["bond", "bond", "[bond]"],
    ["bond yield", "yield bond", "[bond] [yield]"],
    ["投資戦略と市場", "投資戦略", "[投資戦略]と市場"],
    ["資戦のみ", "投資戦略", "[資戦]のみ"],
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

  test("detects whether a text contains any of the words", () => {
    expect(containsAny("The yield of a bond", ["nothing", "bond"])).toBe(true);
    expect(containsAny("The yield of bonds", ["nothing", "bond"])).toBe(false);
  });
});

describe("an excerpt", () => {
  const filler = (word: string, count: number) => `${word} `.repeat(count).trim();

  test.each([
    ["a short text", "a short text", "needle"],
    [`${filler("long", 100)} end`, `${filler("long", 48)}…`, "needle"],
    ["", "", "needle"],
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

  test("splits no character in a text without spaces", () => {
    const excerpt = excerptOf(`${"𠮷".repeat(500)}投資${"𠮷".repeat(500)}`, ["投資"]);
    expect(excerpt).toMatch(/^…(?:𠮷)+投資(?:𠮷)+…$/u);
  });

  test.each([
    ["people and their joiners", "👩\u200d💻"],
    ["flags", "🇩🇪"],
    ["hands and their colours", "👍🏽"],
    ["hearts and their variation", "❤\ufe0f"],
    ["letters under marks", "ą\u0301"],
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

const manyOf = {
  abbreviations: "a.",
  terms: "a-b",
  slashes: "a/b",
  parentheses: "a(b)",
  pluses: "+",
  invisible: "\u200b",
  selectors: "\ufe0f",
  syllables: "한",
  underscores: "_",
  spaces: " ",
  stars: "*",
  brackets: "[",
  links: "[a](",
  tags: "<a",
  ticks: "`",
  quotes: "> ",
  marks: "a\u0301",
  "marks out of order": "\u0301\u0316",
  addresses: "http://",
  credentials: "http://a@",
  dashes: "- ",
  han: "株",
  lines: " \n",
  entities: "&a",
  letters: "x",
};

/** Beginnings of a text whose end the tokenizer looks for. */
const openings = ["", "a", "[a](", "[a][", "<a ", "http://a", " (#", "- "];

test.each(Object.entries(manyOf))("many %s take linear time", (_name, piece) => {
  const started = performance.now();
  for (const opening of openings) {
    const text = `${opening}${piece.repeat(60_000 / piece.length)}x`;
    const plain = plainMarkdown(text);
    tokenize([plain]);
    highlightSegments(text, ["xx"]);
    excerptOf(text, ["xx"]);
  }
  // A text may be a third of this; anything quadratic takes minutes.
  expect(performance.now() - started).toBeLessThan(4_000);
});
