/** Reads a ZIP archive with another library than the one that writes it. */
import { text } from "node:stream/consumers";
import { fromBufferPromise } from "yauzl";

/** @returns the texts of an archive's files by name; names and sizes are validated */
export async function unzip(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await fromBufferPromise(archive, { strictFileNames: true, validateEntrySizes: true });
  for await (const entry of zip.eachEntry()) {
    if (files.has(entry.fileName)) throw new Error(`${entry.fileName} is there twice`);
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
