/** Where the socket is: in a folder of its own that nobody else may look into. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../storage/index-build";

const PREFIX = "embedded-mongo-";
const SOCKET = "db.sock";
/** What a socket's address has room for on Linux and macOS, the smaller of the two. */
const LONGEST_PATH = 103;

/** Makes the folder for a socket and gives the socket's path; sweeps away what killed processes left behind. */
export function makeSocketPath(): { path: string; remove(): void } {
  const parent = [tmpdir(), "/tmp", "/var/tmp"].find(isUsable);
  if (!parent)
    throw new Error(
      `no folder for a socket: ${tmpdir()} is too long or not writable, and so is /tmp; set TMPDIR`,
    );
  sweep(parent);
  // The process is part of the name, so that others can tell whether the folder is still in use. Its mode is 0700.
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  return {
    path: join(folder, SOCKET),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isUsable(parent: string): boolean {
  const longest = join(parent, `${PREFIX}${2 ** 22}-XXXXXX`, SOCKET);
  if (Buffer.byteLength(longest) > LONGEST_PATH) return false;
  try {
    return statSync(parent).isDirectory();
  } catch {
    return false;
  }
}

function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^embedded-mongo-(\d+)-\w{6}$/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Somebody else's: theirs to sweep.
    }
  }
}
