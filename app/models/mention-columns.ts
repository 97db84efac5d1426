/**
 * Many mentions together, column by column. Reading them packed is several times as fast as finding, copying and
 * decoding a row for each. Without mongoose, since a worker thread unpacks them, too.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { packSketch, unpackSketches, type StoredMention } from "./mention-row";

/** Mentions as a list of each field's values, in the mentions' order. */
export type MentionColumns = {
  [Field in Exclude<keyof StoredMention, "textHash">]: readonly StoredMention[Field][];
} & {
  /** `null` where a mention has none. */
  textHash: readonly (string | null)[];
};

export interface PackedMentions {
  /** The columns but `sketch` as gzipped JSON. JSON preserves every number, and a third of the size is cheaper to copy. */
  columns: Uint8Array;
  /** All sketches, each as `packSketch` makes it. Not compressed, since hashes cannot be. */
  sketches: Uint8Array;
}

type JsonColumns = Omit<MentionColumns, "sketch"> & {
  /** How many hashes each sketch has. */
  sketchLength: number[];
};

/** @returns the columns of some mentions */
export const toColumns = (mentions: readonly StoredMention[]): MentionColumns => ({
  token: mentions.map(({ token }) => token),
  p: mentions.map(({ p }) => p),
  author: mentions.map(({ author }) => author),
  kind: mentions.map(({ kind }) => kind),
  document: mentions.map(({ document }) => document),
  createdAt: mentions.map(({ createdAt }) => createdAt),
  method: mentions.map(({ method }) => method),
  textHash: mentions.map(({ textHash }) => textHash ?? null),
  sketch: mentions.map(({ sketch }) => sketch),
});

/** @returns mentions packed together */
export function packMentions({ sketch, ...columns }: MentionColumns): PackedMentions {
  const json: JsonColumns = { ...columns, sketchLength: sketch.map(({ length }) => length) };
  return {
    columns: gzipSync(JSON.stringify(json)),
    sketches: Buffer.concat(sketch.map(packSketch)),
  };
}

/** @returns what `packMentions` was given */
export function unpackMentions({ columns, sketches }: PackedMentions): MentionColumns {
  const { sketchLength, ...json } = JSON.parse(gunzipSync(columns).toString()) as JsonColumns;
  return { ...json, sketch: unpackSketches(sketches, sketchLength) };
}
