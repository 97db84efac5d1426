/** How well tokens are found: in the published examples, and in held-out ones that no rule was made for. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { rateMentions, readMentionExamples } from "~/domain/sentiment/mention-evaluation";
import { scoreMentions } from "~/domain/sentiment/mentions";

const find = (sentence: string) =>
  scoreMentions(sentence.normalize("NFKC"), () => 0).map(({ token }) => token);

describe.each([
  ["the published examples", "../../../../docs/mention-examples.tsv", 500],
  ["held-out examples", "./held-back-mentions.tsv", 60],
])("in %s", (_, file, least) => {
  test("precision and recall are at least 0.95", () => {
    const path = fileURLToPath(new URL(file, import.meta.url));
    const examples = readMentionExamples(readFileSync(path, "utf8")) ?? [];
    expect(examples.length).toBeGreaterThanOrEqual(least);
    const { precision, recall, wrong } = rateMentions(examples, find);
    const said = wrong.map(({ sentence, found }) => `${sentence} — ${found.join(" ") || "none"}`);
    expect(Math.min(precision, recall), said.join("\n")).toBeGreaterThanOrEqual(0.95);
  });
});

test("shares are of what is found, and of what people find", () => {
  const examples = readMentionExamples("BTC,ETH\tone\r\n-\ttwo\nSOL\tthree\n") ?? [];
  const found: Record<string, string[]> = { one: ["BTC", "ADA"], two: ["DOT"], three: ["SOL"] };
  expect(rateMentions(examples, (sentence) => found[sentence] ?? [])).toMatchObject({
    sentences: 3,
    precision: 2 / 4,
    recall: 2 / 3,
    wrong: [{ sentence: "one" }, { sentence: "two" }],
  });
  expect(rateMentions([], () => [])).toMatchObject({ precision: 1, recall: 1 });
  expect(readMentionExamples("BTC without a tab")).toBeNull();
});
