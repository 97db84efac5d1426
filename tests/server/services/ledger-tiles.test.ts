/** Tiles, proofs and keys of the ledger, read from its stored hashes. */
import { beforeAll, describe, expect, test } from "vitest";
import { completedBy, hashLeaf, hashNode } from "~/domain/merkle-tree";
import { loader } from "~/routes/ledger.tile.$";
import { nodesToStore, readRoot } from "~/services/ledger/stored-tree.server";
import { call } from "../../setup/api";
import { collection, useDatabase } from "../../setup/database";
import { proveConsistency, proveInclusion, rootOf } from "../../setup/merkle-tree";
import { ask, argsFor } from "../../setup/routes";

useDatabase({ isKept: true });

const SIZE = 259;
const contents = Array.from({ length: SIZE }, (_, i) => `{"entry":"№ ${i}"}`);
const leaves = contents.map((content) => hashLeaf(content));
const rootOfNode = ({ level, index }: { level: number; index: number }) =>
  rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level));

beforeAll(async () => {
  const rows = contents.map((content, i) => ({
    _id: i + 1,
    ...{ kind: "recommendation", of: String(i), at: new Date(), content },
    nodes: [leaves[i]!, ...completedBy(i).map(rootOfNode)],
  }));
  await collection("ledger").insertMany(rows as never);
});

const tile = (path: string) => ask(loader, `/ledger/tile/${path}`, { params: { "*": path } });
const bytesOf = async (path: string) => {
  const response = (await loader(argsFor("/", { params: { "*": path } }))) as Response;
  return Buffer.from(await response.arrayBuffer());
};
const joined = (...hashes: string[]) => Buffer.from(hashes.join(""), "hex");

test("the hashes that a new leaf completes are computed from the stored ones", async () => {
  for (const leaf of [0, 1, 2, 3, 127, 255, 258]) {
    const expected = [leaves[leaf], ...completedBy(leaf).map(rootOfNode)];
    expect(await nodesToStore(leaf, contents[leaf]!)).toEqual(expected);
  }
});

describe("a tile has the hashes that C2SP tlog-tiles says", () => {
  test.each([
    ["0/000", joined(...leaves.slice(0, 256))],
    ["0/000.p/255", joined(...leaves.slice(0, 255))],
    ["0/001.p/3", joined(...leaves.slice(256))],
    ["0/001.p/1", joined(leaves[256]!)],
    ["1/000.p/1", joined(rootOf(leaves.slice(0, 256)))],
  ])("%s", async (path, expected) => {
    expect(await bytesOf(path)).toEqual(expected);
    const { status, headers } = await tile(path);
    expect([status, headers.get("Content-Type")]).toEqual([200, "application/octet-stream"]);
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });

  test("and an entry bundle has each entry behind its length", async () => {
    const bytes = await bytesOf("entries/001.p/3");
    const found: string[] = [];
    for (let at = 0; at < bytes.length;) {
      const end = at + 2 + bytes.readUInt16BE(at);
      found.push(bytes.toString("utf8", at + 2, end));
      at = end;
    }
    expect(found).toEqual(contents.slice(256));
    expect((await bytesOf("entries/000")).length).toBeGreaterThan(256 * 2);
  });

  test.each([
    ...["0/001", "0/001.p/4", "0/002.p/1", "1/000", "1/000.p/2", "2/000.p/1", "63/000.p/1"],
    ...["entries/001", "entries/001.p/4", "entries/x001/067"],
    ...[
      "64/000",
      "00/000",
      "0/0",
      "0/1000",
      "0/x000/000",
      "0/001.p/0",
      "0/001.p/03",
      "0/001.p/256",
    ],
    ...["0/000/", "0/x001/x234/067", `0/${"x999/".repeat(5)}999`, `0/${"x999/".repeat(90)}999`],
    ...["", "data/000", "-1/000", "entries", "0/001.p/", "0/000?x", "0/٠٠١"],
  ])("nothing else: %s", async (path) => {
    expect((await tile(path)).status).toBe(404);
  });
});

test("a root follows from tiles, and the stored hashes give the root of every size", async () => {
  const [level1, level0] = await Promise.all([bytesOf("1/000.p/1"), bytesOf("0/001.p/3")]);
  const rest = [0, 32, 64].map((at) => level0.toString("hex", at, at + 32));
  expect(hashNode(level1.toString("hex"), rootOf(rest))).toBe(rootOf(leaves));
  for (const size of [1, 2, 3, 6, 255, 256, 257, 259])
    expect(await readRoot(size)).toBe(rootOf(leaves.slice(0, size)));
});

describe("a proof by call", () => {
  const prove = async (query: string) => {
    const response = await call(`/api/ledger/proof?${query}`);
    return { status: response.status, body: (await response.json()) as object };
  };

  test.each([
    [0, 1],
    [5, 6],
    [255, 259],
    [258, 259],
  ])("that leaf %i is in the tree of %i", async (index, size) => {
    const tree = leaves.slice(0, size);
    expect((await prove(`leaf=${index}&size=${size}`)).body).toEqual({
      ...{ size, root: rootOf(tree), leaf: { index, hash: leaves[index] }, from: null },
      proof: proveInclusion(tree, index),
    });
  });

  test.each([
    [1, 1],
    [3, 7],
    [256, 259],
    [257, 259],
  ])("that the tree of %i begins the tree of %i", async (from, to) => {
    const tree = leaves.slice(0, to);
    expect((await prove(`from=${from}&to=${to}`)).body).toEqual({
      ...{ size: to, root: rootOf(tree), leaf: null },
      from: { size: from, root: rootOf(leaves.slice(0, from)) },
      proof: proveConsistency(tree, from),
    });
  });

  test.each([
    ["leaf=0&size=260", 404],
    ["from=1&to=260", 404],
    ["leaf=999999999999998&size=999999999999999", 404],
    ["leaf=2&size=2", 400],
    ["from=3&to=2", 400],
    ["from=0&to=2", 400],
    ["leaf=1", 400],
    ["", 400],
    ["leaf=0&size=1&from=1&to=2", 400],
    ["leaf=0&to=1", 400],
    ["leaf=-1&size=1", 400],
    ["leaf=0&size=1e3", 400],
    [`leaf=0&size=${"9".repeat(400)}`, 400],
  ])("is refused for ?%s with %i", async (query, status) => {
    expect((await prove(query)).status).toBe(status);
  });
});
