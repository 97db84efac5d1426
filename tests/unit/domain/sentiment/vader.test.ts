import { describe, expect, test } from "vitest";
import { emojiNames } from "~/domain/sentiment/emoji-names";
import { scoreClauses } from "~/domain/sentiment/mentions";
import { withOverlay } from "~/domain/sentiment/overlay";
import { createScorer } from "~/domain/sentiment/vader";
import { lexicon, scoreText } from "~/services/scoring/lexicon.server";
import vectors from "../vader-vectors.json";

const score = createScorer(lexicon);
const scoreWithOverlay = createScorer(withOverlay(lexicon));

describe("the rules of the authors", () => {
  test("are tested with 220 sentences", () => {
    expect(vectors).toHaveLength(220);
  });

  test.each(vectors as [string, number][])("%j is scored %d", (sentence, compound) => {
    expect(score(sentence)).toBe(compound);
  });

  // Cases that the vectors lack, as scored by the authors' own program.
  test.each([
    ["VADER is VERY SMART, uber handsome, and FRIGGIN FUNNY!!!", 0.9469],
    ["VADER is not smart, handsome, nor funny.", -0.7424],
    ["With VADER, sentiment analysis is the shit!", 0.6476],
    ["On the other hand, VADER is quite bad ass", 0.802],
    ["Without a doubt, excellent idea.", 0.7013],
    ["Roger Dodger is one of the least compelling variations on this theme.", -0.1695],
    ["there is no good or nice result", -0.5773],
    ["The coin everybody says is to die for", -0.5994],
    ["We wait at the bus stop for good news", 0],
    ["good good but good good bad good", 0.8658],
    ["Make sure you :) or :D today!", 0.8633],
    ["Catch utf-8 emoji such as 💘 and 💋 and 😁", 0.875],
    ["ÜBER great news", 0.6249],
  ])("%j is scored %d", (sentence, compound) => {
    expect(score(sentence)).toBe(compound);
  });

  test("a pictograph is a word of its own, with its variation selector or skin tone", () => {
    expect(score("great🚀")).toBe(score("great"));
    expect(score("🚀great")).toBe(score("great"));
    expect(score("❤️")).toBe(score("red heart"));
    expect(score("✌🏽")).toBe(score("victory hand"));
    expect(score("🎲🥩🚀")).toBe(0);
    expect(emojiNames.get("💔")).toBe("broken heart");
  });
});

describe("with the overlay", () => {
  test.each([
    ["bullish", 0.5994],
    ["not bullish", -0.4847],
  ])("%j is scored %d", (sentence, compound) => {
    expect(scoreWithOverlay(sentence)).toBe(compound);
  });

  test.each([
    ["The interest on that debt is a risk to shares.", 0],
    ["RISK and more risk, very much RISK", 0],
    ["a mature bond of good quality", 0.4404],
  ])("a term of finance is neutral: %j is scored %d", (sentence, compound) => {
    expect(scoreWithOverlay(sentence)).toBe(compound);
  });
});

test.each([
  ...["good ", "never so good but ", "(", " ", "no ", ":) ", "😀", "\ufe0f"],
  // The rules for markets.
  ...[
    "bears 😂 ",
    "you bears ",
    "long ",
    "series ",
    "# calls ",
    "+4% ",
    "+1",
    "1-",
    "week-",
    "high ",
    "🚀! ",
    "up profit ",
  ],
])(
  "64 KiB of %j are scored in time",
  (piece) => {
    const text = piece.repeat(65_536 / Buffer.byteLength(piece));
    scoreClauses(`${text}a high`, scoreText);
  },
  20_000,
);
