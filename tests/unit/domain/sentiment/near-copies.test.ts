import { describe, expect, test } from "vitest";
import {
  COPY_SIMILARITY,
  findCopies,
  similarity,
  sketchOf,
  type ComparedDocument,
} from "~/domain/sentiment/near-copies";

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `word${from + i}`).join(" ");

describe("the similarity of two texts", () => {
  test.each<[string, string, number]>([
    ["Bitcoin is going up", "bitcoin — is GOING up!", 1],
    ["one two three four five six", "one two three four five seven", 1 / 3],
    // 10 words are 6 sequences; the last word is in one of them.
    [numbered(0, 10), `${numbered(0, 9)} other`, 5 / 7],
    ["", "", 0],
  ])("%s, %s: %d", (one, other, expected) => {
    expect(similarity(sketchOf([one]), sketchOf([other]))).toBeCloseTo(expected, 12);
  });
});

describe("among near-copies", () => {
  const TEXT = "bitcoin is going to the moon and nobody can stop it now";
  const document = (id: string, fields: Partial<ComparedDocument> & { text?: string } = {}) => {
    const { text = TEXT, ...rest } = fields;
    return { document: id, author: id, trust: 1, createdAt: 1, sketch: sketchOf([text]), ...rest };
  };

  test("the first one stays", () => {
    const all = [document("b", { createdAt: 2 }), document("a"), document("c", { createdAt: 3 })];
    expect(findCopies(all)).toEqual(new Set(["b", "c"]));
    // Of two at once it is the same one in whatever order they are read.
    for (const order of [
      ["a", "b"],
      ["b", "a"],
    ]) {
      expect(findCopies(order.map((id) => document(id)))).toEqual(new Set(["b"]));
    }
  });

  test("the one of the most trusted author stays, so that repeating others does not silence them", () => {
    const all = [document("false", { trust: 0.1, createdAt: 1 }), document("a", { createdAt: 2 })];
    expect(findCopies(all)).toEqual(new Set(["false"]));
  });

  test("an additional word makes no difference, and another text is no copy", () => {
    const more = document("b", { text: `${TEXT} friends`, createdAt: 2 });
    const other = document("c", { text: "ether fell for the third week in a row", createdAt: 2 });
    expect(findCopies([document("a"), more, other])).toEqual(new Set(["b"]));
  });

  test("repetitions by the same author do not count", () => {
    const again = document("b", { author: "a", createdAt: 2 });
    expect(findCopies([document("a"), again])).toEqual(new Set());
  });

  test("texts are copies exactly from the stated similarity on", () => {
    let copies = 0;
    // Words at the end differ: of 20 to 100 words, none to all.
    for (let words = 20; words <= 100; words += 4) {
      for (let other = 0; other <= words; other += 1) {
        const [one, two] = [
          document("a", { text: numbered(0, words) }),
          document("b", { text: `${numbered(0, words - other)} ${numbered(900, other)}` }),
        ];
        const isCopy = similarity(one.sketch, two.sketch) >= COPY_SIMILARITY;
        expect(findCopies([one, two]).has("b"), `${words} words, ${other} others`).toBe(isCopy);
        if (isCopy) copies += 1;
      }
    }
    expect(copies).toBeGreaterThan(100);
  });
});
