/** The text of a checkpoint (C2SP tlog-checkpoint): the origin of a log, and the size and root of its tree. */
import type { TreeHead } from "~/domain/merkle-tree";
import { decodeBase64 } from "./signed-note";

export interface Checkpoint extends TreeHead {
  origin: string;
}

const HASH_BYTES = 32;
/** A size in plain digits, as far as it is an exact number. */
const SIZE = /^(0|[1-9]\d{0,15})$/;

/** @returns a hash in base64, from hexadecimal */
export const hashToBase64 = (hash: string): string => Buffer.from(hash, "hex").toString("base64");

/** @returns a hash in hexadecimal, or `null` if a text in base64 is not one */
export function hashFromBase64(text: string): string | null {
  const bytes = decodeBase64(text);
  return bytes?.length === HASH_BYTES ? bytes.toString("hex") : null;
}

/** @returns the size that a text states, or `null` if it is none */
export const parseSize = (text: string): number | null =>
  SIZE.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;

/** @returns the text of a checkpoint, without extension lines */
export const formatCheckpoint = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${hashToBase64(root)}\n`;

/** @returns the checkpoint that the text of a note states, or `null` if it is none */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = "", sizeText = "", rootText = "", ...extensions] = text.split("\n");
  const [size, root] = [parseSize(sizeText), hashFromBase64(rootText)];
  const isWhole = extensions.pop() === "" && !extensions.includes("");
  return origin && size !== null && root && isWhole ? { origin, size, root } : null;
}
