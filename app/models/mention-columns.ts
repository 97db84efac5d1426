/**
 * Mentions packed together, field by field: they are read several times as fast as rows, of which each has to be found,
 * copied and decoded. Without mongoose, since a worker thread unpacks them, too.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { packSketch, unpackSketches, type StoredMention } from "./mention-row";

/** Mentions as they are stored together. */
export interface PackedMentions {
  /** `Columns` in JSON, which preserves every number, compressed to a third: that it is copied costs more. */
  columns: Uint8Array;
  /** The sketches one after the other, as `packSketch` makes them. Hashes cannot be compressed. */
  sketches: Uint8Array;
}

/** The fields of the mentions, each as a list in their order. */
type Columns = {
  [Field in keyof Omit<StoredMention, "sketch" | "textHash">]: StoredMention[Field][];
} & {
  textHash: (string | null)[];
  /** How many hashes each sketch has. */
  sketchLength: number[];
};

/** @returns mentions to be stored together, in their order */
export function packMentions(mentions: readonly StoredMention[]): PackedMentions {
  const columns: Columns = {
    token: mentions.map(({ token }) => token),
    p: mentions.map(({ p }) => p),
    author: mentions.map(({ author }) => author),
    kind: mentions.map(({ kind }) => kind),
    document: mentions.map(({ document }) => document),
    createdAt: mentions.map(({ createdAt }) => createdAt),
    method: mentions.map(({ method }) => method),
    textHash: mentions.map(({ textHash }) => textHash ?? null),
    sketchLength: mentions.map(({ sketch }) => sketch.length),
  };
  return {
    columns: gzipSync(JSON.stringify(columns)),
    sketches: Buffer.concat(mentions.map(({ sketch }) => packSketch(sketch))),
  };
}

/** @returns the mentions that `packMentions` was given */
export function unpackMentions({ columns, sketches }: PackedMentions): StoredMention[] {
  const all = JSON.parse(gunzipSync(columns).toString()) as Columns;
  return unpackSketches(sketches, all.sketchLength).map((sketch, i) => {
    // One literal with all fields: of a hundred thousand, objects that are put together take a second more.
    const mention: StoredMention = {
      token: all.token[i]!,
      p: all.p[i]!,
      author: all.author[i]!,
      kind: all.kind[i]!,
      document: all.document[i]!,
      createdAt: all.createdAt[i]!,
      method: all.method[i]!,
      sketch,
    };
    const textHash = all.textHash[i];
    if (textHash) mention.textHash = textHash;
    return mention;
  });
}
