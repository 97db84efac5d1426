import { serialize } from "bson";
import { expect, test } from "vitest";
import type { Mention } from "~/domain/sentiment/mention";
import { joinRows } from "~/models/decode-mentions";
import { MentionIntake } from "~/services/recommendations/mention-intake";

const batch = (...authors: string[]) => ({
  isPacked: false,
  bytes: joinRows(
    authors.map((author, i) =>
      serialize({
        ...{ token: "BTC", p: 0.5, kind: "comment", method: 4, createdAt: new Date(i) },
        ...{ author, document: `${author} ${i}` },
      }),
    ),
  ),
});

test("an author's trust is requested once, and applies to all batches", () => {
  const taken: Mention[] = [];
  const intake = new MentionIntake((mention) => taken.push(mention));
  const first = intake.decode(batch("mara", "ida", "mara"));
  const second = intake.decode(batch("ida", "jon", "mara"));
  expect([first.newAuthors, second.newAuthors]).toEqual([["mara", "ida"], ["jon"]]);
  intake.takeDecoded(
    1,
    new Map([
      ["mara", 0.5],
      ["ida", 1],
    ]),
  );
  expect(taken).toHaveLength(3);
  intake.takeDecoded(1, new Map([["jon", 0.25]]));
  expect(taken.map(({ author, trust }) => [author, trust])).toEqual([
    ["mara", 0.5],
    ["ida", 1],
    ["mara", 0.5],
    ["ida", 1],
    ["jon", 0.25],
    ["mara", 0.5],
  ]);
});

test("mentions by authors without trust or without an account are skipped", () => {
  const taken: Mention[] = [];
  const intake = new MentionIntake((mention) => taken.push(mention));
  intake.decode(batch("nobody", "mara", "unproven"));
  intake.takeDecoded(
    1,
    new Map([
      ["mara", 1],
      ["unproven", 0],
    ]),
  );
  expect(taken.map(({ author }) => author)).toEqual(["mara"]);
});
