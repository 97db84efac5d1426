/** The tree of RFC 6962, against the vectors of the reference tests of Certificate Transparency. */
import { expect, test } from "vitest";
import {
  EMPTY_ROOT,
  hashLeaf,
  hashNode,
  joinHashes,
  nodesOf,
  verifyConsistency,
  type TreeHead,
} from "~/domain/merkle-tree";
import { proveConsistency, proveInclusion, rootOf } from "../../setup/merkle-tree";

const INPUTS = [
  ...["", "00", "10", "2021", "3031", "40414243"],
  ...["5051525354555657", "606162636465666768696a6b6c6d6e6f"],
];
/** The roots of the first 1 to 8 inputs. */
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];
const leaves = INPUTS.map((input) => hashLeaf(Buffer.from(input, "hex")));
const headOf = (size: number): TreeHead => ({ size, root: ROOTS[size - 1]! });
const hex = (...hashes: string[]) =>
  hashes.map((hash) => Buffer.from(hash, "base64").toString("hex"));

test.each([
  [
    "the empty tree",
    EMPTY_ROOT,
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  ],
  [
    "an empty leaf",
    hashLeaf(""),
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  ],
  [
    "a leaf",
    hashLeaf("L123456"),
    "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56",
  ],
  [
    "a node",
    hashNode(Buffer.from("N123").toString("hex"), Buffer.from("N456").toString("hex")),
    "aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb",
  ],
])("hashes %s", (_, hash, expected) => expect(hash).toBe(expected));

test("gives the published roots, from all leaves and from the hashes of complete subtrees", () => {
  expect(ROOTS.map((_, i) => rootOf(leaves.slice(0, i + 1)))).toEqual(ROOTS);
  for (const [i, root] of ROOTS.entries()) {
    const hashes = nodesOf({ start: 0, end: i + 1 }).map(({ level, index }) =>
      rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    );
    expect(joinHashes(hashes)).toBe(root);
  }
});

test.each([
  [0, 1, []],
  [
    ...[0, 8],
    hex(
      "lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=",
      "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
      "a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=",
    ),
  ],
  [
    ...[5, 8],
    hex(
      "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=",
      "yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=",
      "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=",
    ),
  ],
  [2, 3, hex("+sVCA+fMaWzw38tCySodnbr3CtnmIfS9jZhmLwDjwSU=")],
  [
    ...[1, 5],
    hex(
      "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=",
      "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
      "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=",
    ),
  ],
] as [number, number, string[]][])(
  "proves that leaf %i is in the tree of %i",
  (index, size, proof) => {
    expect(proveInclusion(leaves.slice(0, size), index)).toEqual(proof);
  },
);

test.each([
  [1, 1, []],
  [
    ...[1, 8],
    hex(
      "lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=",
      "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
      "a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=",
    ),
  ],
  [
    ...[6, 8],
    hex(
      "DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=",
      "yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=",
      "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=",
    ),
  ],
  [
    ...[2, 5],
    hex(
      "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
      "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=",
    ),
  ],
  [
    ...[6, 7],
    hex(
      "DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=",
      "sIaT7C5yFZcTBkHoIR5+7cy0wmQTlj7ubB4u0W/7Gl8=",
      "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=",
    ),
  ],
] as [number, number, string[]][])(
  "proves that the tree of %i begins the tree of %i",
  (from, to, proof) => {
    expect(proveConsistency(leaves.slice(0, to), from)).toEqual(proof);
  },
);

/** A proof with one bit changed, cut, lengthened, or preceded by another hash. */
const spoilt = (proof: readonly string[]): string[][] => [
  ...proof.map((hash, i) =>
    proof.with(
      i,
      hash.replace(/^./, (digit) => (digit === "0" ? "1" : "0")),
    ),
  ),
  ...(proof.length ? [proof.slice(1), proof.slice(0, -1)] : []),
  [...proof, EMPTY_ROOT],
  [EMPTY_ROOT, ...proof],
];

test("a proof of consistency is accepted for any two trees of up to 8 leaves, and no other", () => {
  for (const to of ROOTS.keys()) {
    const newer = headOf(to + 1);
    for (const from of ROOTS.slice(0, to + 1).keys()) {
      const older = headOf(from + 1);
      const proof = proveConsistency(leaves.slice(0, newer.size), older.size);
      expect(verifyConsistency(proof, older, newer)).toBe(true);
      for (const other of spoilt(proof)) expect(verifyConsistency(other, older, newer)).toBe(false);
      expect(verifyConsistency(proof, { ...older, root: EMPTY_ROOT }, newer)).toBe(false);
      expect(verifyConsistency(proof, older, { ...newer, root: EMPTY_ROOT })).toBe(false);
      if (from !== to) expect(verifyConsistency(proof, newer, older)).toBe(false);
    }
    const empty = { size: 0, root: EMPTY_ROOT };
    expect(verifyConsistency([], empty, newer)).toBe(true);
    expect(verifyConsistency([EMPTY_ROOT], empty, newer)).toBe(false);
    expect(verifyConsistency([], { size: 0, root: ROOTS[0]! }, newer)).toBe(false);
  }
});
