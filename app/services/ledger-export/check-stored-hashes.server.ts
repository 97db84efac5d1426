import { hashLeaf, hashNode } from "~/domain/merkle-tree";
import { listLeaves } from "~/models/ledger.server";

const BATCH_SIZE = 100;

/**
 * Checks the hashes that are stored with the entries, from which the site makes checkpoints, tiles and proofs.
 * @returns the positions of the entries whose hashes do not follow from the entries
 */
export async function findWrongHashes(): Promise<number[]> {
  const wrong: number[] = [];
  /** The largest complete subtrees so far, from left to right. */
  const subtrees: { level: number; hash: string }[] = [];
  for (let after = 0; ;) {
    const leaves = await listLeaves(after, BATCH_SIZE);
    for (const { seq, content, nodes } of leaves) {
      let hash = hashLeaf(content);
      const expected = [hash];
      for (; subtrees.at(-1)?.level === expected.length - 1;) {
        hash = hashNode(subtrees.pop()!.hash, hash);
        expected.push(hash);
      }
      subtrees.push({ level: expected.length - 1, hash });
      if (nodes.join() !== expected.join()) wrong.push(seq);
      after = seq;
    }
    if (leaves.length < BATCH_SIZE) return wrong;
  }
}
