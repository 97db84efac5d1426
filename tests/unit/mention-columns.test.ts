import fc from "fast-check";
import { expect, test } from "vitest";
import { packMentions, toColumns, unpackMentions } from "~/models/mention-columns";
import type { StoredMention, WrittenKind } from "~/models/mention-row";
import { mentionsIn } from "../setup/mention-columns";

const mention = fc.record(
  {
    token: fc.string({ unit: "grapheme" }),
    // JSON has no −0; adding 0 turns it into 0.
    p: fc.double({ min: -1, max: 1, noNaN: true }).map((p) => p + 0),
    author: fc.string({ unit: "grapheme" }),
    kind: fc.constantFrom<WrittenKind>("article", "comment", "review"),
    document: fc.string({ unit: "grapheme" }),
    createdAt: fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
    method: fc.nat(),
    sketch: fc.array(fc.integer({ min: 0, max: 4_294_967_295 }), { maxLength: 32 }),
    textHash: fc.string({ minLength: 1 }),
  },
  { requiredKeys: ["token", "p", "author", "kind", "document", "createdAt", "method", "sketch"] },
) as fc.Arbitrary<StoredMention>;

test("any mentions are unpacked as they were packed", () => {
  fc.assert(
    fc.property(fc.array(mention), (mentions) => {
      const unpacked = unpackMentions(packMentions(toColumns(mentions)));
      expect(mentionsIn(unpacked)).toEqual(mentions);
    }),
  );
});
