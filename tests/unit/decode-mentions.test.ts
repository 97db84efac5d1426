import { Binary, deserialize, ObjectId, serialize } from "bson";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeMentions, joinRows } from "~/models/decode-mentions";
import { packSketch, toMention, type MentionFields } from "~/models/mention-row";

const row = (fields: object = {}) => ({
  _id: new ObjectId(),
  token: "BTC",
  p: -0.25,
  author: "a".repeat(24),
  kind: "comment",
  document: "d".repeat(24),
  createdAt: new Date(1_760_000_000_000),
  method: 4,
  sketch: new Binary(packSketch([0, 1, 4_294_967_295])),
  textHash: "hash",
  ...fields,
});
type Row = ReturnType<typeof row>;

/** The mentions that the BSON library decodes. */
const expected = (rows: readonly Row[]) =>
  rows.map((one) => toMention(deserialize(serialize(one)) as MentionFields));

const decoded = (rows: readonly Row[]) =>
  decodeMentions(joinRows(rows.map((one) => serialize(one)))).map((one) => ({
    ...one,
    sketch: [...one.sketch],
  }));

test.each<[string, Row[]]>([
  ["no row", []],
  ["one", [row()]],
  ["several, each with a sketch of its own", [1, 2, 3].map((n) => row({ sketch: sketch(n) }))],
  ["one without a sketch among others", [row(), row({ sketch: null }), row({ sketch: sketch(2) })]],
  ["one without the field of the sketch", [row(), row({ sketch: undefined })]],
  ["an empty sketch", [row({ sketch: sketch(0) })]],
  ["scores that are whole numbers", [-1, 0, 1].map((p) => row({ p }))],
  ["times before 1970", [row({ createdAt: new Date(-1) })]],
  ["no hash", [row({ textHash: null }), row({ textHash: undefined })]],
  ["fields in another order", [Object.fromEntries(Object.entries(row()).reverse()) as Row]],
  ["unknown fields", [row({ more: { token: "ETH" }, words: ["token"] })]],
])("decodes %s", (_, rows) => {
  expect(decoded(rows)).toEqual(expected(rows));
});

function sketch(length: number): Binary {
  return new Binary(packSketch(Array.from({ length }, (_, i) => length * 1_000_000_000 + i)));
}

test("decodes any row as the BSON library does", () => {
  const any = fc.record({
    token: fc.string({ unit: "grapheme" }),
    p: fc.double({ min: -1, max: 1, noNaN: true }),
    document: fc.string({ unit: "grapheme" }),
    createdAt: fc.date({ noInvalidDate: true }),
    sketch: fc
      .array(fc.integer({ min: 0, max: 4_294_967_295 }))
      .map((hashes) => new Binary(packSketch(hashes))),
  });
  fc.assert(
    fc.property(fc.array(any), (some) => {
      const rows = some.map((fields) => row(fields));
      expect(decoded(rows)).toEqual(expected(rows));
    }),
  );
});
