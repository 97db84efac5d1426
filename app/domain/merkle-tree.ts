/**
 * The Merkle tree of RFC 6962, section 2.1, over SHA-256. Hashes are in hexadecimal. The hash of a complete subtree never
 * changes, so they are stored: a leaf stores its own hash and those of the subtrees that it completes. Every root and
 * proof is computed from a few of them.
 */
import { createHash } from "node:crypto";

/** The leaves from `start` to before `end`, counting from 0. */
export interface LeafRange {
  start: number;
  end: number;
}

/** The complete subtree of the leaves from `index` × 2^`level` to before (`index` + 1) × 2^`level`. */
export interface TreeNode {
  level: number;
  index: number;
}

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** The root of the tree without leaves. */
export const EMPTY_ROOT = createHash("sha256").digest("hex");

/** @returns the hash of a leaf with some data; a text counts as UTF-8 */
export const hashLeaf = (data: string | Uint8Array): string =>
  createHash("sha256").update(LEAF).update(data).digest("hex");

/** @returns the hash of a node with two children */
export const hashNode = (left: string, right: string): string =>
  createHash("sha256").update(NODE).update(left, "hex").update(right, "hex").digest("hex");

/** @returns the largest power of two that is less than `size`, which must be at least 2 */
function splitOf(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/** @returns the complete subtrees that a range which is a subtree of a tree consists of, from left to right */
export function nodesOf({ start, end }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let from = start; from < end;) {
    let [level, width] = [0, 1];
    while (from + width * 2 <= end && from % (width * 2) === 0)
      [level, width] = [level + 1, width * 2];
    nodes.push({ level, index: from / width });
    from += width;
  }
  return nodes;
}

/** @returns the hash of a subtree that consists of complete ones. @param hashes theirs, from left to right */
export const joinHashes = (hashes: readonly string[]): string =>
  hashes.length ? hashes.reduceRight((right, left) => hashNode(left, right)) : EMPTY_ROOT;

/** @returns the nodes whose right child ends with a leaf, from the bottom up: those that the leaf completes */
export function completedBy(leaf: number): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let [level, index] = [1, leaf]; index % 2 === 1; level++) {
    index = (index - 1) / 2;
    nodes.push({ level, index });
  }
  return nodes;
}

/** @returns the subtrees whose hashes prove that a tree of a size has a leaf (RFC 6962, section 2.1.1), in order */
export function inclusionPath(leaf: number, size: number): LeafRange[] {
  const path: LeafRange[] = [];
  for (let [start, end] = [0, size]; end - start > 1;) {
    const middle = start + splitOf(end - start);
    if (leaf < middle) path.unshift({ start: middle, end });
    else path.unshift({ start, end: middle });
    [start, end] = leaf < middle ? [start, middle] : [middle, end];
  }
  return path;
}

/**
 * @returns the subtrees whose hashes prove that a tree begins with a smaller one (RFC 6962, section 2.1.2), in order;
 *   none for the empty tree, and for trees of the same size
 */
export function consistencyPath(from: number, to: number): LeafRange[] {
  const path: LeafRange[] = [];
  if (from === 0) return path;
  let [start, end] = [0, to];
  while (from < end) {
    const middle = start + splitOf(end - start);
    if (from <= middle) path.unshift({ start: middle, end });
    else path.unshift({ start, end: middle });
    [start, end] = from <= middle ? [start, middle] : [middle, end];
  }
  // The smaller tree is itself a subtree of the larger one, so its root is known to whoever checks the proof.
  return start === 0 ? path : [{ start, end }, ...path];
}

/** The size and the root of a tree. */
export interface TreeHead {
  size: number;
  root: string;
}

const half = (value: number) => Math.floor(value / 2);

/** @returns whether a proof shows that a tree begins with another one (RFC 9162, section 2.1.4.2); the empty one begins all */
export function verifyConsistency(proof: readonly string[], from: TreeHead, to: TreeHead): boolean {
  if (from.size > to.size) return false;
  if (from.size === 0) return proof.length === 0 && from.root === EMPTY_ROOT;
  if (from.size === to.size) return proof.length === 0 && from.root === to.root;
  if (!proof.length) return false;
  let [index, last] = [from.size - 1, to.size - 1];
  while (index % 2 === 1) [index, last] = [half(index), half(last)];
  // The smaller tree is a complete subtree if its size is a power of two: the proof then leaves out its root.
  const [first, ...rest] = index === 0 ? [from.root, ...proof] : proof;
  let [before, after] = [first!, first!];
  for (const hash of rest) {
    if (last === 0) return false;
    if (index % 2 === 1 || index === last) {
      [before, after] = [hashNode(hash, before), hashNode(hash, after)];
      while (index % 2 === 0 && index > 0) [index, last] = [index / 2, half(last)];
    } else after = hashNode(after, hash);
    [index, last] = [half(index), half(last)];
  }
  return last === 0 && before === from.root && after === to.root;
}
