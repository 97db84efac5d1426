/** The ledger's tree: roots and proofs from the hashes that are stored with its entries. */
import {
  completedBy,
  consistencyPath,
  hashLeaf,
  hashNode,
  inclusionPath,
  joinHashes,
  nodesOf,
  type LeafRange,
  type TreeNode,
} from "~/domain/merkle-tree";
import { findLedgerNodes } from "~/models/ledger.server";

/** @returns the position of the entry whose leaf completes a node, which is stored with it */
const seqOf = ({ level, index }: TreeNode) => (index + 1) * 2 ** level;

/**
 * Reads the hashes of some complete subtrees of the stored tree, in one query.
 * @returns them in the same order
 * @throws Error if the tree does not have one of them
 */
async function readNodes(nodes: readonly TreeNode[]): Promise<string[]> {
  if (!nodes.length) return [];
  const stored = await findLedgerNodes(nodes.map(seqOf));
  return nodes.map((node) => {
    const hash = stored.get(seqOf(node))?.[node.level];
    if (hash === undefined) throw new Error(`entry ${seqOf(node)} of the ledger is missing`);
    return hash;
  });
}

/** @returns the hashes of some subtrees, in the same order */
async function readRanges(ranges: readonly LeafRange[]): Promise<string[]> {
  const parts = ranges.map(nodesOf);
  const hashes = await readNodes(parts.flat());
  return parts.map((nodes) => joinHashes(hashes.splice(0, nodes.length)));
}

/** @returns the root of the tree of the first entries. @param size how many; at most the stored number */
export const readRoot = async (size: number): Promise<string> =>
  (await readRanges([{ start: 0, end: size }]))[0]!;

/** @returns the proof that the tree of the first `size` entries has a leaf, which must be one of them */
export const readInclusionProof = (leaf: number, size: number): Promise<string[]> =>
  readRanges(inclusionPath(leaf, size));

/** @returns the proof that the tree of the first `to` entries begins with the one of the first `from` */
export const readConsistencyProof = (from: number, to: number): Promise<string[]> =>
  readRanges(consistencyPath(from, to));

/**
 * @param leaf the index of a leaf that is to follow the stored ones
 * @returns the hashes to store with it: its own, and those of the subtrees that it completes
 */
export async function nodesToStore(leaf: number, content: string): Promise<string[]> {
  const siblings = completedBy(leaf).map(({ level, index }) => ({
    level: level - 1,
    index: index * 2,
  }));
  const hashes = [hashLeaf(content)];
  for (const left of await readNodes(siblings)) hashes.push(hashNode(left, hashes.at(-1)!));
  return hashes;
}
