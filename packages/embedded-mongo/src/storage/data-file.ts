/**
 * Checks LMDB's data file before LMDB maps it into memory, because a missing page in mapped memory ends the
 * process without a message. The layout is that of `mdb.c` on a 64-bit little-endian machine.
 */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** The LMDB page size, which limits the size of keys. */
export const PAGE_BYTES = 8192;

const MAGIC = 0xbeefc0de;
const VERSION = 2;
const HEADER_BYTES = 24;
const DB_BYTES = 48;
const MAX_TRIES = 5;

const Flag = { branch: 0x01, leaf: 0x02, meta: 0x08 } as const;
const NodeFlag = { bigData: 0x01, subDatabase: 0x02 } as const;

const NO_PAGE = 2n ** 64n - 1n;

/** The data file cannot be opened; the message is a sentence for the operator. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

interface Tree {
  depth: number;
  overflowPages: bigint;
  root: bigint;
}

/** A meta page: the freelist and the main database, the last page in use, and the transaction that wrote it. */
interface Meta {
  trees: [Tree, Tree];
  lastPage: bigint;
  transaction: bigint;
}

/**
 * Checks that a file is a complete LMDB data file with the format and page size used here. Reads a few pages;
 * the whole trees only if the file is shorter than its meta page says, which LMDB allows if the last pages are
 * unused.
 *
 * @throws DataFileError if it is not; the message says what is wrong and how to restore the file
 */
export function checkDataFile(file: string): void {
  const fd = openSync(file, "r");
  try {
    new DataFile(file, fd).check();
  } finally {
    closeSync(fd);
  }
}

class DataFile {
  constructor(
    readonly file: string,
    readonly fd: number,
  ) {}

  get #size(): number {
    return fstatSync(this.fd).size;
  }

  check(): void {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const { lastPage, transaction, trees } = this.#newestMeta();
      try {
        const isWhole = this.#pages > lastPage;
        for (const tree of trees) this.#checkTree(tree, isWhole ? 1 : Infinity);
        return;
      } catch (error) {
        // Another process has committed since and may have reused the pages that were read, so try again. If that
        // happens each time, accept the file: a process that writes has checked it.
        if (this.#newestMeta().transaction !== transaction) continue;
        throw error instanceof RangeError ? this.#damaged() : error;
      }
    }
  }

  get #pages(): bigint {
    return BigInt(Math.floor(this.#size / PAGE_BYTES));
  }

  #newestMeta(): Meta {
    if (this.#size === 0) throw this.#unusable("is empty");
    const first = this.#read(0);
    if (
      this.#size < HEADER_BYTES + 8 ||
      !(first.readUInt16LE(18) & Flag.meta) ||
      first.readUInt32LE(HEADER_BYTES) !== MAGIC
    )
      throw this.#unusable("is not a database");
    const version = first.readUInt32LE(HEADER_BYTES + 4) & 0xffff;
    if (version !== VERSION)
      throw this.#unusable(
        `was written by another version of LMDB (its format is ${version} instead of ${VERSION})`,
      );
    if (this.#size < 2 * PAGE_BYTES) throw this.#truncated();
    const pageBytes = first.readUInt32LE(HEADER_BYTES + 24);
    if (pageBytes !== PAGE_BYTES)
      throw this.#unusable(`has pages of ${pageBytes} bytes instead of ${PAGE_BYTES}`);
    const second = this.#read(1);
    if (second.readUInt32LE(HEADER_BYTES) !== MAGIC) throw this.#damaged();
    const [a, b] = [readMeta(first), readMeta(second)];
    return b.transaction > a.transaction ? b : a;
  }

  /**
   * Checks the pages of a tree down to a number of levels, and what its leaves refer to: the trees of named
   * databases, and the overflow pages of long values.
   */
  #checkTree({ root, depth, overflowPages }: Tree, levels: number): void {
    if (root === NO_PAGE) return;
    const leavesHaveReferences = overflowPages > 0n || levels === 1;
    const descend = (number: bigint, level: number): void => {
      const page = this.#page(number);
      const flags = page.readUInt16LE(18);
      const isLeaf = level === depth;
      if (!(flags & (isLeaf ? Flag.leaf : Flag.branch))) throw this.#damaged();
      for (const node of nodesOf(page)) {
        if (isLeaf) this.#checkValue(node, levels);
        else if (level < levels) {
          const child = node.readUInt32LE(0) + node.readUInt16LE(4) * 2 ** 32;
          // A leaf without references to other pages need not be read.
          if (level + 1 === depth && !leavesHaveReferences) this.#assertThere(BigInt(child), 1n);
          else descend(BigInt(child), level + 1);
        }
      }
    };
    descend(root, 1);
  }

  #checkValue(node: Buffer, levels: number): void {
    const flags = node.readUInt16LE(4);
    const value = node.subarray(8 + node.readUInt16LE(6));
    if (flags & NodeFlag.subDatabase) this.#checkTree(readTree(value), levels);
    else if (flags & NodeFlag.bigData)
      this.#assertThere(value.readBigUInt64LE(0), value.readBigUInt64LE(16));
  }

  #page(number: bigint): Buffer {
    this.#assertThere(number, 1n);
    const page = this.#read(Number(number));
    if (page.readBigUInt64LE(0) !== number) throw this.#damaged();
    return page;
  }

  #assertThere(number: bigint, count: bigint): void {
    if (number + count > this.#pages) throw this.#truncated();
  }

  /** Reads a page; bytes beyond the end of the file are zero. */
  #read(page: number): Buffer {
    const bytes = Buffer.alloc(PAGE_BYTES);
    readSync(this.fd, bytes, 0, PAGE_BYTES, page * PAGE_BYTES);
    return bytes;
  }

  #truncated = () => this.#unusable(`is damaged: its end is missing after ${this.#size} bytes`);

  #damaged = () => this.#unusable("is damaged: it contains something else than it says");

  #unusable(what: string): DataFileError {
    return new DataFileError(
      `${this.file} ${what}. Restore the folder it is in from a backup, or move that folder away to begin with an empty database.`,
    );
  }
}

function readMeta(page: Buffer): Meta {
  const trees = HEADER_BYTES + 24;
  return {
    trees: [readTree(page.subarray(trees)), readTree(page.subarray(trees + DB_BYTES))],
    lastPage: page.readBigUInt64LE(trees + 2 * DB_BYTES),
    transaction: page.readBigUInt64LE(trees + 2 * DB_BYTES + 8),
  };
}

const readTree = (bytes: Buffer): Tree => ({
  depth: bytes.readUInt16LE(6),
  overflowPages: bytes.readBigUInt64LE(24),
  root: bytes.readBigUInt64LE(40),
});

/** The nodes of a branch or leaf page, each as the part of the page from its first byte to the page's end. */
function nodesOf(page: Buffer): Buffer[] {
  const count = page.readUInt16LE(20) >> 1;
  return Array.from({ length: count }, (_, i) =>
    page.subarray(HEADER_BYTES + page.readUInt16LE(HEADER_BYTES + 2 * i)),
  );
}
