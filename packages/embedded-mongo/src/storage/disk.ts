/**
 * The folder of a database on disk. Checks that it can be written and still contains the open data file, and
 * creates the errors if not. After a failed write, writes are refused until a probe file can be written again.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { Code, CommandError } from "../errors";
import { checkDataFile, DataFileError } from "./data-file";

/** The size of the file that is written to test the disk: more than most transactions need. */
const PROBE_BYTES = 256 * 1024;
const PROBE_FILE = "write-probe";
/** While writes fail, a write tests the disk again if the last test is at least this long ago. */
const PROBE_MS = 500;
/** How long another process may take between creating the data file and filling its first pages. */
const CREATION_MS = 250;

const { ENOSPC, EDQUOT, EFBIG, EROFS, EACCES, EPERM, EIO } = constants.errno;
const MAP_FULL = -30792;
const OUT_OF_SPACE = new Set<unknown>([ENOSPC, EDQUOT, EFBIG, MAP_FULL]);
const READ_ONLY = new Set<unknown>([EROFS, EACCES, EPERM]);

/**
 * Whether an error comes from LMDB or the file system, not from a command. LMDB's errors have a number as their code,
 * LMDB's own or the system's `errno`; those of Node's file system have a name as their code, and the `errno`.
 */
export function isDiskError(error: unknown): error is Error & { code: unknown } {
  if (!(error instanceof Error) || error instanceof CommandError) return false;
  const { code, errno } = error as { code?: unknown; errno?: unknown };
  return typeof code === "number" || (typeof code === "string" && typeof errno === "number");
}

export class Disk {
  readonly file: string;
  #opened: { dev: number; ino: number } | undefined;
  #failure: CommandError | undefined;
  #triedAt = 0;
  #isNew = false;

  constructor(readonly directory: string) {
    this.file = join(directory, "data.mdb");
  }

  /**
   * Creates the folder if necessary, and checks that the database in it can be opened and written.
   *
   * @param create whether a database may be created
   * @throws DataFileError if it cannot; the message says why, and what to do
   */
  async prepare(create: boolean): Promise<void> {
    if (!create && !existsSync(this.file))
      throw new DataFileError(
        `${this.file} is missing. Restore the folder it is in from a backup.`,
      );
    try {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      this.keepPrivate();
      this.#isNew = !existsSync(this.file);
      if (!this.#isNew) {
        if (!statSync(this.file).size) await new Promise((done) => setTimeout(done, CREATION_MS));
        checkDataFile(this.file);
      }
      this.#probe();
    } catch (error) {
      if (error instanceof DataFileError) throw error;
      throw new DataFileError(this.#explain(error).message);
    }
  }

  /** Denies other users access to the folder and its files, as far as this user owns them. */
  keepPrivate(): void {
    restrict(this.directory, 0o700);
    for (const name of readdirSync(this.directory)) {
      if (name.endsWith(".mdb")) restrict(join(this.directory, name), 0o600);
    }
  }

  /** Removes the empty data file that a failed open has created, which the next open would take for a damaged one. */
  undoCreation(): void {
    try {
      const size = statSync(this.file, { throwIfNoEntry: false })?.size;
      if (this.#isNew && size === 0) rmSync(this.file);
    } catch {
      // The error that made the open fail says what is wrong.
    }
  }

  noteOpened(): void {
    const { dev, ino } = statSync(this.file);
    this.#opened = { dev, ino };
  }

  /** @throws CommandError if the open data file has been removed or replaced */
  assertThere(): void {
    const found = statSync(this.file, { throwIfNoEntry: false });
    if (found?.ino === this.#opened?.ino && found?.dev === this.#opened?.dev) return;
    throw new CommandError(
      Code.FileNotOpen,
      `${this.file} was ${found ? "replaced" : "removed"} while it was open, so nothing is written any more: put it back, or restart with what is there`,
    );
  }

  /** @throws CommandError while the disk rejects writes, or if the data file has been removed or replaced */
  assertWritable(): void {
    this.assertThere();
    if (!this.#failure) return;
    if (performance.now() - this.#triedAt < PROBE_MS) throw this.#failure;
    this.#triedAt = performance.now();
    try {
      this.#probe();
      this.#failure = undefined;
    } catch (error) {
      throw (this.#failure = this.#explain(error));
    }
  }

  /** Remembers that a write has failed, so that further writes test the disk first; returns the error to report. */
  noteFailure(error: unknown): CommandError {
    this.#triedAt = performance.now();
    return (this.#failure = this.#explain(error));
  }

  #probe(): void {
    const probe = join(this.directory, PROBE_FILE);
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600 });
    } finally {
      rmSync(probe, { force: true });
    }
  }

  #explain(error: unknown): CommandError {
    const { code, errno, message } = error as NodeJS.ErrnoException;
    const number = typeof errno === "number" ? Math.abs(errno) : code;
    if (OUT_OF_SPACE.has(number))
      return new CommandError(
        Code.OutOfDiskSpace,
        `there is no space left for ${this.directory}: free some on its disk`,
      );
    // LMDB also reports EIO if the disk has accepted only a part of a write.
    if (number === EIO)
      return new CommandError(
        Code.OutOfDiskSpace,
        `not everything could be written to ${this.directory}: its disk is full or failing`,
      );
    if (READ_ONLY.has(number))
      return new CommandError(
        Code.FileStreamFailed,
        `${this.directory} cannot be written: its disk is read-only, or it belongs to another user`,
      );
    return new CommandError(
      Code.FileStreamFailed,
      `${this.directory} cannot be written: ${message} (${String(code)})`,
    );
  }
}

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // It belongs to another user, is on a read-only disk, or was just removed. If that matters, a later step fails
    // with an error that says so.
    if (!["EPERM", "EROFS", "ENOENT"].includes(code ?? "")) throw error;
  }
}
