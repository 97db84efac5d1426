/** Which of many mentions count, and which are kept. */
import { describe, expect, test } from "vitest";
import {
  countedMentions as countedInOrder,
  inOrder,
  type Mention,
} from "~/domain/sentiment/mention";
import { KEPT_PER_AUTHOR, RecentMentions } from "~/domain/sentiment/recent-mentions";
import { computeSentiment } from "~/domain/sentiment/sentiment";
import { mention, mentions } from "../../../setup/made-mentions";

const countedMentions = (all: readonly Mention[]) => countedInOrder(all.toSorted(inOrder));

describe("of each author", () => {
  test("only the newest three mentions of a token count", () => {
    const old = mention({ author: "a", createdAt: 1, p: -1 });
    const rest = [5, 2, 4].map((createdAt) => mention({ author: "a", createdAt }));
    const expected = rest.toSorted(inOrder);
    expect(countedMentions([old, ...rest])).toEqual(expected);
    expect(countedMentions([...rest, old].reverse())).toEqual(expected);
  });

  test("those with greater ids count among equally old ones", () => {
    const all = mentions(5, { author: "a", createdAt: 1 });
    expect(countedMentions(all)).toEqual(all.slice(2));
    expect(countedMentions(all.toReversed())).toEqual(all.slice(2));
  });

  test("each token is counted by itself, and copies do not count", () => {
    const all = ["BTC", "SOL"].flatMap((token) => mentions(3, { token, author: "a" }));
    expect(countedMentions(all)).toHaveLength(6);
    expect(countedMentions(all.map((one) => ({ ...one, isCopy: true })))).toEqual([]);
  });
});

describe("of an author with very many mentions", () => {
  const loud = mentions(200, { author: "loud", token: "SOL", p: 0.4 });
  const all = [...loud, ...mentions(4, { p: 0.6 }), ...mentions(2, { token: "SOL", p: 0.4 })];

  test.each([
    ["in their order", all],
    ["in another", all.toReversed()],
  ])("only the newest are kept, and the result is that of all (%s)", (_, given) => {
    const newest = new RecentMentions();
    for (const one of given) newest.add(one);
    const kept = newest.kept().sort(inOrder);
    expect(kept.filter(({ author }) => author === "loud")).toEqual(loud.slice(-KEPT_PER_AUTHOR));
    expect(newest.unlisted).toEqual({ SOL: 200 - KEPT_PER_AUTHOR });
    expect(computeSentiment(kept, newest.unlisted)).toEqual(
      computeSentiment(all.toSorted(inOrder)),
    );
  });
});
