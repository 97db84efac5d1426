/** Writes a ZIP file as a stream, so that only the entry being written is in memory. */
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ArchiveEntry {
  name: string;
  modifiedAt: Date;
  /** Its text, in pieces of any length. */
  content: AsyncIterable<string> | Iterable<string>;
}

/** The length of the text compressed at once, in characters. */
const BLOCK_LENGTH = 64 * 1024;

/** @returns the archive's bytes; if the consumer stops early, the entries are no longer read either */
export async function* archiveOf(entries: AsyncIterable<ArchiveEntry>): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const stopping = new AbortController();
  const output = zip.outputStream as Readable;
  const adding = addAll(zip, entries, stopping.signal).catch((error: unknown) => {
    output.destroy(error as Error);
  });
  zip.on("error", (error: Error) => output.destroy(error));
  try {
    for await (const bytes of output) yield bytes as Buffer;
  } finally {
    stopping.abort();
    await adding;
  }
}

async function addAll(
  zip: ZipFile,
  entries: AsyncIterable<ArchiveEntry>,
  signal: AbortSignal,
): Promise<void> {
  for await (const { name, modifiedAt, content } of entries) {
    signal.throwIfAborted();
    let source: Readable | null = Readable.from(inBlocks(content), { objectMode: false });
    const written = finished(source, { signal, cleanup: true });
    const stop = source.destroy.bind(source, undefined);
    signal.addEventListener("abort", stop, { once: true });
    // The archive keeps this closure until its end, so it must not retain the stream of a written entry.
    zip.addReadStreamLazy(name, { mtime: modifiedAt, mode: 0o100600 }, (give) => {
      const given = source!;
      source = null;
      give(null, given);
    });
    await written;
    signal.removeEventListener("abort", stop);
  }
  zip.end();
}

const encoder = new TextEncoder();

/** Joins short pieces, because every chunk passes through several streams. */
async function* inBlocks(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Uint8Array> {
  let block = "";
  for await (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK_LENGTH) continue;
    // Not `Buffer.from`: small buffers share a pool, so a retained one would keep the others' memory.
    yield encoder.encode(block);
    block = "";
  }
  yield encoder.encode(block);
}

/** Joins bytes into chunks of at least a length, except for the last. */
export async function* inChunks(
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    waiting.push(piece);
    size += piece.length;
    if (size < length) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size) yield Buffer.concat(waiting);
}
