import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The folders that the site keeps in its data directory, in addition to the database. */
const FOLDERS = ["outbox", "exports"];

/**
 * Creates the data directory if necessary, and makes it and the site's files in it inaccessible to other users
 * of the machine, as far as this process may.
 */
export function keepDataDirectoryPrivate(directory: string): void {
  // If this fails, opening the database in the directory reports why.
  attempt(() => mkdirSync(directory, { recursive: true, mode: 0o700 }));
  attempt(() => chmodSync(directory, 0o700));
  for (const folder of FOLDERS.map((name) => join(directory, name))) {
    attempt(() => {
      chmodSync(folder, 0o700);
      for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o600);
    });
  }
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The file does not exist, is on a read-only disk, or belongs to another user.
  }
}
