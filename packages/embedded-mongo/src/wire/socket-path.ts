/** The location of the socket: in a private directory. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../storage/running-process";

const PREFIX = "embedded-mongo-";
const SOCKET = "db.sock";
/** The maximum length of a socket path on both Linux and macOS. */
const MAX_PATH_LENGTH = 103;

/** Creates a directory for a socket; removes directories left by killed processes. */
export function makeSocketPath(): { path: string; remove(): void } {
  const parent = [tmpdir(), "/tmp", "/var/tmp"].find(isUsable);
  if (!parent)
    throw new Error(
      `no folder for a socket: ${tmpdir()} is too long or not writable, and so is /tmp; set TMPDIR`,
    );
  sweep(parent);
  // The name contains the process id, so that other processes can tell whether it is in use. Its mode is 0700.
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  return {
    path: join(folder, SOCKET),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function isUsable(parent: string): boolean {
  const longest = join(parent, `${PREFIX}${2 ** 22}-XXXXXX`, SOCKET);
  if (Buffer.byteLength(longest) > MAX_PATH_LENGTH) return false;
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
      // It belongs to another user.
    }
  }
}
