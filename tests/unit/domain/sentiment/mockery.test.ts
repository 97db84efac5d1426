/** Mockery, computed by hand: 1.5 / √17.25 = 0.3612, against the side that is mocked. */
import { describe, expect, test } from "vitest";
import { scoreText } from "~/services/scoring/lexicon.server";

const MOCKED = 0.3612;

describe("who mocks the bears is for a rise, who mocks the bulls for a fall", () => {
  test.each([
    ["lol bears", MOCKED],
    ["rip bears", MOCKED],
    ["bears in shambles", MOCKED],
    ["bears are crying 😂😂", MOCKED],
    ["where are the bears", MOCKED],
    ["you stupid bears", MOCKED],
    ["Shorts got squeezed", MOCKED],
    ["all the shorts got liquidated", MOCKED],
    ["🌈🐻", MOCKED],
    ["bears 🤡", MOCKED],
    ["lol bulls", -MOCKED],
    ["poor bulls", -MOCKED],
    ["longs got rekt", -MOCKED],
  ])("%j is scored %d", (sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});

describe("nobody is mocked", () => {
  test.each([
    ["without mockery", "bulls hold the line", 0],
    ["when both sides are named", "lol bulls and bears", -0.2023], // "lol" is −0.8.
    ["when somebody else is addressed", "if you see how the bulls hold", 0],
    ["without a side: laughter is against what is said", "to the sun 😂", -0.2023],
  ])("%s: %j is scored %d", (_, sentence, score) => {
    expect(scoreText(sentence)).toBe(score);
  });
});
