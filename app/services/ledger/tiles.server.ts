/** The ledger's tree as tiles and entry bundles (C2SP tlog-tiles). */
import { findLedgerNodes, listFullLedger } from "~/models/ledger.server";
import { enforceRateLimit } from "../rate-limits.server";

const TILE_WIDTH = 256;
const TILE_HEIGHT = 8;
const MAX_LEVEL = 63;
const LENGTH_BYTES = 2;

export interface TileAddress {
  /** The level of a tile of hashes, or `entries` for an entry bundle. */
  level: number | "entries";
  index: number;
  width: number;
}

const ADDRESS =
  /^(?<level>0|[1-9]\d?|entries)\/(?<index>(?:x\d{3}\/){0,5}\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/;

/** @returns the tile that the end of a path names, or `null` if it is not written as the specification says */
export function parseTileAddress(path: string): TileAddress | null {
  const { level = "", index = "", width } = ADDRESS.exec(path)?.groups ?? {};
  const isPadded = /^x000\//.test(index);
  if (!level || isPadded || Number(level) > MAX_LEVEL || Number(width) >= TILE_WIDTH) return null;
  return {
    level: level === "entries" ? level : Number(level),
    index: Number(index.replace(/[x/]/g, "")),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
}

/**
 * @param address of the client
 * @returns the bytes of a tile or bundle; `null` if the tree has not all of it
 */
export const readTile = (tile: TileAddress, address: string): Promise<Buffer | null> =>
  tile.level === "entries" ? readBundle(tile, address) : readHashes(tile.level, tile);

async function readHashes(level: number, { index, width }: TileAddress): Promise<Buffer | null> {
  const leaves = TILE_WIDTH ** level;
  const seqs = Array.from({ length: width }, (_, i) => (index * TILE_WIDTH + i + 1) * leaves);
  if (!Number.isSafeInteger(seqs.at(-1))) return null;
  const nodes = await findLedgerNodes(seqs);
  const hashes = seqs.flatMap((seq) => nodes.get(seq)?.[level * TILE_HEIGHT] ?? []);
  return hashes.length === width ? Buffer.from(hashes.join(""), "hex") : null;
}

/** Each entry of a bundle follows its length. */
async function readBundle({ index, width }: TileAddress, address: string): Promise<Buffer | null> {
  await enforceRateLimit("ledgerExports", address);
  const entries = await listFullLedger(index * TILE_WIDTH, width);
  if (entries.length < width) return null;
  const parts = entries.flatMap(({ content }) => {
    const [length, bytes] = [Buffer.alloc(LENGTH_BYTES), Buffer.from(content)];
    length.writeUInt16BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat(parts);
}
