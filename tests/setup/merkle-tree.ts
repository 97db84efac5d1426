/** Roots and proofs as RFC 6962 defines them, from the hashes of all leaves, which the site does not read at once. */
import {
  consistencyPath,
  EMPTY_ROOT,
  hashNode,
  inclusionPath,
  type LeafRange,
} from "~/domain/merkle-tree";

/** @returns the root of the tree with some leaves. @param leaves their hashes */
export function rootOf(leaves: readonly string[]): string {
  const size = leaves.length;
  if (size <= 1) return leaves[0] ?? EMPTY_ROOT;
  const middle = 2 ** Math.floor(Math.log2(size - 1));
  return hashNode(rootOf(leaves.slice(0, middle)), rootOf(leaves.slice(middle)));
}

const rootsOf = (leaves: readonly string[], path: readonly LeafRange[]) =>
  path.map(({ start, end }) => rootOf(leaves.slice(start, end)));

export const proveInclusion = (leaves: readonly string[], leaf: number): string[] =>
  rootsOf(leaves, inclusionPath(leaf, leaves.length));

export const proveConsistency = (leaves: readonly string[], from: number): string[] =>
  rootsOf(leaves, consistencyPath(from, leaves.length));
