/** How well tokens are found: in the published examples, and in held-out ones that no rule was made for. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { scoreMentions } from "~/domain/sentiment/mentions";

/** The sentences of a file, with the tokens that a human reader finds in each. */
function examplesOf(file: string): { expected: string[]; sentence: string }[] {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [tokens = "", sentence = ""] = line.split("\t");
      return { expected: tokens === "-" ? [] : tokens.split(","), sentence };
    });
}

describe.each([
  ["the published examples", "../../../../docs/mention-examples.tsv", 200],
  ["held-out examples", "./held-back-mentions.tsv", 60],
])("in %s", (_, file, least) => {
  const examples = examplesOf(file);

  test("precision and recall are at least 0.95", () => {
    expect(examples.length).toBeGreaterThanOrEqual(least);
    let [found, right, wanted] = [0, 0, 0];
    const wrong: string[] = [];
    for (const { expected, sentence } of examples) {
      const tokens = scoreMentions(sentence.normalize("NFKC"), () => 0).map(({ token }) => token);
      const hits = tokens.filter((token) => expected.includes(token)).length;
      found += tokens.length;
      right += hits;
      wanted += expected.length;
      if (hits !== tokens.length || hits !== expected.length) {
        wrong.push(`${sentence} — ${tokens.join(" ") || "none"}`);
      }
    }
    const figures = { precision: right / found, recall: right / wanted };
    expect(Math.min(figures.precision, figures.recall), wrong.join("\n")).toBeGreaterThanOrEqual(
      0.95,
    );
  });
});
