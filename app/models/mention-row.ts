/** Mentions as they are stored, without mongoose: a worker thread decodes them, too. */
import { deserialize } from "bson";
import type { DocumentKind } from "~/domain/sentiment/sentiment";

/** Document kinds written on this site, as opposed to outside sources. */
export type WrittenKind = Exclude<DocumentKind, "outside">;

/** A stored mention, with dates as numbers. */
export interface StoredMention {
  token: string;
  p: number;
  author: string;
  kind: WrittenKind;
  document: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  method: number;
}

/** The fields of a row that a mention is made of. */
export type MentionFields = Omit<StoredMention, "kind" | "createdAt"> & {
  kind: string;
  createdAt: Date;
};

/** @returns a row as a mention, without the fields that nobody outside the models needs */
export const toMention = (row: MentionFields): StoredMention => ({
  token: row.token,
  p: row.p,
  author: row.author,
  kind: row.kind as WrittenKind,
  document: row.document,
  createdAt: row.createdAt.getTime(),
  method: row.method,
});

/** @param row in BSON @returns the mention stored in it */
export const decodeMention = (row: Uint8Array): StoredMention =>
  toMention(deserialize(row) as MentionFields);
