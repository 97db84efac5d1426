import { describe, expect, test } from "vitest";
import { differenceOf } from "~/domain/allocation";
import { randomNumbers } from "~/domain/random-numbers";
import { Copies, type ComparedDocument } from "~/domain/sentiment/copies";
import { Effects, type ArticleSupport } from "~/domain/sentiment/effects";
import { inOrder, type Mention } from "~/domain/sentiment/mention";
import { computeSentiment, documentWeight } from "~/domain/sentiment/sentiment";

/** A week as it was written, before anything is computed. */
interface Written {
  mentions: Mention[];
  documents: ComparedDocument[];
  support: Map<string, ArticleSupport>;
}

const range = (length: number) => Array.from({ length }, (_, i) => i);
const TOKENS = ["ADA", "BTC", "ETH", "SOL", "USDC"];

/** Few different words, so that there are many near-copies, also such as are copies of several others. */
function randomWeek(seed: number, people: number, texts: number, mood: number): Written {
  const random = randomNumbers(seed);
  const below = (end: number) => Math.floor(random() * end);
  const authors = range(people).map((i) => ({
    author: `author ${i}`,
    trust: random() < 0.4 ? 0 : [random(), 1][below(2)]!,
  }));
  const support = new Map<string, ArticleSupport>();
  const documents = range(texts).map((i): ComparedDocument => {
    const sketch = range(14).filter(() => random() < 0.8);
    if (random() < 0.5) sketch.push(...range(6).map(() => 20 + below(1000)));
    sketch.sort((one, other) => one - other);
    const document = `text ${i}`;
    if (random() < 0.4) {
      const commenters = authors.filter(({ trust }) => trust && random() < 0.1);
      support.set(document, {
        upvoters: random() < 0.5 ? 0 : random(),
        commenters: commenters.map(({ author, trust }) => [author, trust] as const),
      });
    }
    return { document, ...authors[below(people)]!, createdAt: below(texts), sketch };
  });
  const mentions = documents.flatMap(({ document, author, trust, createdAt }) =>
    TOKENS.filter(() => random() < 0.35).map((token): Mention => ({
      ...{ document, author, trust, createdAt, token },
      kind: support.has(document) ? "article" : "comment",
      p: Math.max(-1, Math.min(1, mood + 1.2 * (random() - 0.5))),
      weight: 1,
      isCopy: false,
    })),
  );
  return { mentions: mentions.sort(inOrder), documents, support };
}

/** Everything anew. @param author whose texts are left out */
function computeAnew({ mentions, documents, support }: Written, author?: string) {
  const copies = new Copies(documents.filter((one) => one.author !== author));
  const isCopy = copies.ids();
  const weightOf = ({ document }: Mention) => {
    const { upvoters, commenters } = support.get(document) ?? { upvoters: 0, commenters: [] };
    const others = commenters.filter(([id]) => id !== author);
    return documentWeight(
      upvoters,
      others.reduce((sum, [, trust]) => sum + trust, 0),
    );
  };
  const said = mentions
    .filter((one) => one.author !== author)
    .map((one) => ({ ...one, isCopy: isCopy.has(one.document), weight: weightOf(one) }));
  return { copies, said, allocation: computeSentiment(said).allocation };
}

describe("the effect of each author", () => {
  // Of people who write much and of many who write little, in good weeks and in very good ones.
  const cases = range(12).map((seed) => {
    const [people, texts] = [
      [8, 48],
      [15, 90],
      [50, 100],
    ][seed % 3]!;
    return [seed + 1, people!, texts!, seed % 2 ? 0.6 : 0.3] as const;
  });

  test.each(cases)("is what computing anew gives: week %i of %i people", (...made) => {
    const week = randomWeek(...made);
    const { copies, said, allocation } = computeAnew(week);
    const effects = new Effects({ mentions: said, copies, support: week.support }, allocation);
    for (const author of effects.authors()) {
      const anew = differenceOf(allocation, computeAnew(week, author).allocation);
      expect(effects.of(author)?.points ?? {}, author).toEqual(anew);
    }
  });

  test("is exact where the last digit of a share decides how it is rounded", () => {
    const week = randomWeek(4, 15, 90, 0.6);
    const { said } = computeAnew(week);
    const author = said[0]!.author;
    const counted = said.findIndex(
      (one) => one.author !== author && one.trust === 1 && !one.isCopy,
    );
    const at = (p: number) => said.map((one, i) => (i === counted ? { ...one, p } : one));
    const without = (p: number) =>
      computeSentiment(at(p).filter((one) => one.author !== author)).allocation;
    let checked = 0;
    for (let step = 0; step < 40; step += 1) {
      let [from, to] = [-1 + step / 20, -1 + (step + 1) / 20];
      const isAsBelow = (p: number) => !Object.keys(differenceOf(without(p), without(from))).length;
      if (isAsBelow(to)) continue;
      for (let middle = (from + to) / 2; middle > from && middle < to; middle = (from + to) / 2) {
        if (isAsBelow(middle)) from = middle;
        else to = middle;
      }
      for (const p of [from, to]) {
        const { allocation } = computeSentiment(at(p));
        const points = new Effects({ mentions: at(p) }, allocation).of(author)?.points ?? {};
        expect(points).toEqual(differenceOf(allocation, without(p)));
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(4);
  });
});

test("near-copies without an author are those that comparing all others anew finds", () => {
  let changes = 0;
  for (const seed of range(16)) {
    const documents = seed % 2 ? randomWeek(seed, 4 + seed, 200, 0).documents : repeated(seed);
    const copies = new Copies(documents);
    const before = copies.ids();
    for (const author of new Set(documents.map((one) => one.author))) {
      const others = documents.filter((one) => one.author !== author);
      const anew = new Copies(others).ids();
      const changed = others
        .filter(({ document }) => anew.has(document) !== before.has(document))
        .map(({ document }) => [document, anew.has(document)] as const);
      expect(new Map([...copies.without(author)].sort())).toEqual(new Map(changed.sort()));
      changes += changed.length;
    }
  }
  expect(changes).toBeGreaterThan(300);
});

/** Texts by people who post each of theirs up to twenty times, more than others are compared with. */
function repeated(seed: number): ComparedDocument[] {
  const random = randomNumbers(seed);
  const below = (end: number) => Math.floor(random() * end);
  return range(12).flatMap((person) => {
    const trust = random();
    return range(1 + below(3)).flatMap((text) => {
      const words = range(16).filter(() => random() < 0.75);
      const sketch = [...words, ...range(below(4)).map(() => 20 + below(900))];
      return range(1 + below(20)).map((i) => ({
        document: `${person} ${text} ${i}`,
        author: `author ${person}`,
        trust,
        createdAt: below(100),
        sketch: sketch.toSorted((one, other) => one - other),
      }));
    });
  });
}
