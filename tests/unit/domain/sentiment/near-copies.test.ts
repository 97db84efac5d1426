import { describe, expect, test } from "vitest";
import { Copies, type ComparedDocument } from "~/domain/sentiment/copies";
import { areCopies, sketchOf } from "~/domain/sentiment/near-copies";
import { randomNumbers } from "~/domain/random-numbers";

const TEXT =
  "Solana has crushed every doubter this quarter and I believe the network will double its users before winter ends";

describe("two texts", () => {
  test.each<[string, string, string]>([
    ["the same in other characters", "Bitcoin is going up", "bitcoin — is GOING up!"],
    [
      "three of its words changed",
      TEXT,
      TEXT.replace("crushed", "beaten").replace("users", "wallets").replace("winter", "spring"),
    ],
    ["its words in another order", TEXT, TEXT.split(" ").toReversed().join(" ")],
    [
      "other endings",
      TEXT,
      TEXT.replace("crushed", "crushes")
        .replace("doubter", "doubters")
        .replace("believe", "believed"),
    ],
    ["emoji added", TEXT, `🚀🚀 ${TEXT} 🔥`],
    ["a sentence added", TEXT, `${TEXT}. Do your own research, of course, friends.`],
    [
      "a word added to a short one",
      "BTC looks strong this week",
      "BTC looks strong this week, friends",
    ],
  ])("are copies with %s", (_, one, other) => {
    expect(areCopies(sketchOf([one]), sketchOf([other]))).toBe(true);
  });

  test.each<[string, string]>([
    ["BTC looks strong", "BTC looks strong to me after that close"],
    ["BTC looks strong today", "BTC looks weak today"],
    ["BTC looks strong", "ETH looks strong"],
    ["I sold my SOL after the outage", "I bought more SOL after the outage"],
    [
      TEXT,
      "I doubt that Solana will keep its users this quarter, and the network was down twice before winter",
    ],
    [
      "Bitcoin held above its average for a third week, and funding is still flat, so I add a little",
      "Bitcoin fell below its average again, and funding is negative, so I wait for another week",
    ],
    ["", ""],
  ])("are none: %s / %s", (one, other) => {
    expect(areCopies(sketchOf([one]), sketchOf([other]))).toBe(false);
  });
});

describe("among near-copies", () => {
  const findCopies = (documents: readonly ComparedDocument[]) => new Copies(documents).ids();
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
    const all = [document("false", { trust: 0, createdAt: 1 }), document("a", { createdAt: 2 })];
    expect(findCopies(all)).toEqual(new Set(["false"]));
  });

  test("repetitions by the same author do not count", () => {
    const again = document("b", { author: "a", createdAt: 2 });
    expect(findCopies([document("a"), again])).toEqual(new Set());
  });

  test("paraphrases are found among many other texts, and hardly any of these is", () => {
    const random = randomNumbers(1);
    // Zipf's law: a few words are in most texts.
    const word = () => `word${Math.floor(Math.exp(random() * Math.log(3000)))}`;
    const words = (count: number) => Array.from({ length: count }, word);
    const others = Array.from({ length: 2000 }, (_, i) => ({
      ...document(`other ${i}`, { text: words(10 + Math.floor(40 * random())).join(" ") }),
      trust: 0.5,
    }));
    const paraphrases = others.slice(0, 200).map((_, i) => {
      const own = Array.from({ length: 20 }, (__, k) => `own${i}x${k}`);
      const changed = [...own.slice(3), ...words(3)];
      return [
        document(`original ${i}`, { text: own.join(" ") }),
        document(`copy ${i}`, { text: changed.join(" "), createdAt: 2 }),
      ];
    });
    const copies = [...findCopies([...others, ...paraphrases.flat()])];
    expect(copies.filter((id) => id.startsWith("copy")).length).toBeGreaterThan(195);
    expect(copies.filter((id) => !id.startsWith("copy")).length).toBeLessThan(5);
  });
});
