import { chmodSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What the site keeps in its data directory beside the database. */
const FOLDERS = ["whitepaper"];

/**
 * Makes the data directory if necessary, and takes it and what the site keeps in it away from other users
 * of the machine, as far as it is ours.
 */
export function keepDataDirectoryPrivate(directory: string): void {
  // Where it cannot be made, the database that is to be in it says why.
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
    // Not there, on a read-only disk, or another user's.
  }
}
