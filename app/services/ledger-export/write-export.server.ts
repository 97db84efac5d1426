/** The whole public download as a file of the data directory, for backups: what was recommended cannot be made again. */
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readWholeExport } from "./export-ledger.server";

/**
 * Writes the file anew. The former one stays until the new one is whole.
 * @param directory the data directory
 * @param signal aborts it
 * @returns how many lines the file has, and its path, in words
 */
export async function writeExport(directory: string, signal?: AbortSignal): Promise<string> {
  const file = join(directory, "exports", "ledger.jsonl");
  const unfinished = `${file}.${process.pid}`;
  let count = 0;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await pipeline(counted(), createWriteStream(unfinished, { mode: 0o600 }), { signal });
    await rename(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
  return `${count} lines written to ${file}`;

  async function* counted() {
    for await (const line of readWholeExport()) {
      count += 1;
      yield line;
    }
  }
}
