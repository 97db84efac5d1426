import { expect, test } from "vitest";
import { wordDiff } from "~/utils/word-diff.server";

/** A diff as one text: `[-removed-]` and `[+added+]`. */
const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) =>
      kind === "same" ? text : kind === "added" ? `[+${text}+]` : `[-${text}-]`,
    )
    .join("");

test.each([
  ["Yields rise.", "Yields fall.", "Yields [-rise-][+fall+]."],
  ["one\ntwo", "one\r\ntwo", "one[-\n-][+\r\n+]two"],
  ["投資する", "投機する", "投[-資-][+機+]する"],
  ["ok 👍🏽", "ok 👍🏿", "ok [-👍🏽-][+👍🏿+]"],
  ["👩\u200d💻!", "👩\u200d🔬!", "[-👩\u200d💻-][+👩\u200d🔬+]!"],
  ["नीति ठीक", "नीती ठीक", "[-नीति-][+नीती+] ठीक"],
])("the changes from %j to %j are %j", (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});

test("both texts are there again, whatever they hold", () => {
  const before = "a\r\n b\t\ud83d 👩\u200d👧 \u0301 投 S&P 1.5%";
  const after = "a\n b \ude00 👩\u200d👦 e\u0301 資 S&P 1.6%";
  const parts = wordDiff(before, after);
  const without = (kind: string) => parts.filter((part) => part.kind !== kind);
  const joined = (list: typeof parts) => list.map(({ text }) => text).join("");
  expect(joined(without("added"))).toBe(before);
  expect(joined(without("removed"))).toBe(after);
});
