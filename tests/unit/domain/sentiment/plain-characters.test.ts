/** Documents in the characters that people type are read as the same documents in those of the lexicon. */
import { describe, expect, test } from "vitest";
import { createScorer } from "~/domain/sentiment/vader";
import { clausesOf } from "~/domain/sentiment/clauses";
import { lexicon } from "~/services/scoring/lexicon.server";
import { scoreDocument } from "~/services/scoring/score-documents.server";
import { visibleTexts } from "~/services/scoring/visible-text.server";
import vectors from "../vader-vectors.json";

const mentionsIn = (text: string, kind: "article" | "comment" = "comment") =>
  scoreDocument(kind, [text]).mentions;

describe("signs do not hide words", () => {
  test.each([
    ["BTC is “awful”", "BTC is awful"],
    ["BTC is 「awful」, 『bad』", "BTC is awful, bad"],
    ["• BTC ‣awful ·bad", "BTC awful bad"],
    ...[
      "„awful“",
      "‚awful‘",
      "«awful»",
      "‹awful›",
      "《awful》",
      "【awful】",
      "＂awful＂",
      "ʺawfulʺ",
    ].map((quoted) => [`BTC is ${quoted}`, "BTC is awful"]),
    ["BTC is \u0093awful\u0094", "BTC is awful"],
    ["BTC（awful）", "BTC (awful)"],
    ["BTC：awful、bad", "BTC: awful, bad"],
    ["BTC，awful؛ bad، sad", "BTC, awful, bad, sad"],
    ["BTC fees,awful(really)", "BTC fees, awful (really)"],
    ["BTC was awful—fees rose", "BTC was awful - fees rose"],
    ["BTC: great→bad", "BTC: great bad"],
    ["①BTC ②great", "BTC great"],
    ["BTC is kind‑of good", "BTC is kind-of good"],
    ["ＢＴＣ ｉｓ ＧＲＥＡＴ", "BTC is GREAT"],
    ["BTC真的great啊", "BTC great"],
  ])("%s", (typed, plain) => {
    expect(mentionsIn(typed)).toEqual(mentionsIn(plain));
    expect(mentionsIn(plain)[0]?.p).not.toBe(0);
  });

  test.each([
    ["BTC great！！", "BTC great!!"],
    ["BTC great‼", "BTC great!!"],
    ["BTC great…!", "BTC great...!"],
  ])("and count as emphasis: %s", (typed, plain) => {
    expect(mentionsIn(typed)).toEqual(mentionsIn(plain));
    expect(mentionsIn(typed)).not.toEqual(mentionsIn("BTC great"));
  });

  test.each([":)", ";)", "<3", ":'(", "：）", "🚀", "❤️", "😀"])(
    "nor does %s cease to count",
    (sign) => {
      expect(mentionsIn(`BTC ${sign}`)[0]?.p).not.toBe(0);
    },
  );
});

test.each([
  ["比特币BTC很好。ETH bad！SOL", ["比特币 BTC 很好.", " ETH bad!", " SOL"]],
  ["هل BTC؟ ETH", ["هل BTC?", "  ETH"]],
  ["BTC अच्छा है। ETH", ["BTC अच्छा है.", "  ETH"]],
  ["BTC…ETH", ["BTC...", " ETH"]],
  ["3．5 of BTC｡ETH", ["3.5 of BTC.", " ETH"]],
])("%s is divided into sentences", (text, clauses) => {
  expect(visibleTexts("comment", [text]).flatMap(clausesOf)).toEqual(clauses);
});

test("a dash before a number is a minus sign", () => {
  expect(visibleTexts("comment", ["–3 % and (—$4), 5–6"])).toEqual(["-3 % and (-$4), 5 - 6"]);
});

describe("an apostrophe", () => {
  test.each([..."’‘‛\u0091\u0092´`′‵ʹʻʼʽʾˈˊˋ＇｀՚ꞌꞋ׳ߴ΄᾽᾿❜"])("may be typed as %s", (sign) => {
    for (const kind of ["comment", "article"] as const) {
      expect(mentionsIn(`BTC isn${sign}t good`, kind)).toEqual(mentionsIn("BTC isn't good", kind));
    }
    expect(mentionsIn(`BTC${sign}s price isn${sign}t good`)).toEqual(
      mentionsIn("BTC's price isn't good"),
    );
  });

  test.each([
    ["BTC`s bad, ETH`s good", "BTC's bad, ETH's good"],
    ["`XRP` BTC isn`t good", "BTC isn't good"],
    ["`` BTC isn`t good", "BTC isn't good"],
  ])("as a backtick is no code: %s", (typed, plain) => {
    expect(mentionsIn(typed)).toEqual(mentionsIn(plain));
    expect(mentionsIn(typed, "article")).toEqual(mentionsIn(plain, "article"));
  });

  test("for feet and minutes changes nothing", () => {
    expect(mentionsIn("BTC at 5′ 10″ or 5´10 is great", "article")[0]?.p).toBe(0.6249);
  });
});

test("the sign for a lost letter does not divide a word", () => {
  expect(visibleTexts("comment", ["in \ufffdm\ufffdl"])).toEqual(["in \ufffdm\ufffdl"]);
});

test("the sentences of VADER's authors are scored as they score them", () => {
  const score = createScorer(lexicon);
  for (const [sentence, compound] of vectors as [string, number][]) {
    const [visible = ""] = visibleTexts("comment", [sentence]);
    expect(score(visible), sentence).toBe(compound);
  }
});
