import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "lmdb";
import { MongoClient } from "mongodb";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { openEmbedded, type EmbeddedDatabase } from "../src/index";
import { DataFileError } from "../src/storage/data-file";
import { Disk } from "../src/storage/disk";

const RESTORE =
  "Restore the folder it is in from a backup, or move that folder away to begin with an empty database.";

let directory: string;
let file: string;
let opened: { server: EmbeddedDatabase; client: MongoClient } | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "embedded-mongo-damaged-"));
  file = join(directory, "data.mdb");
});
afterEach(async () => {
  await closeAll();
  rmSync(directory, { recursive: true, force: true });
});

async function openAll(folder = directory) {
  const server = await openEmbedded(folder);
  const client = await new MongoClient(server.uri("test")).connect();
  opened = { server, client };
  return client.db();
}

async function closeAll() {
  await opened?.client.close();
  await opened?.server.close();
  opened = undefined;
}

/** Creates a database with long and short documents, and closes it. */
async function makeDatabase() {
  const db = await openAll();
  await db
    .collection("c")
    .insertMany(
      Array.from({ length: 400 }, (_, n) => ({ n, pad: "x".repeat(n % 9 ? 90 : 9_000) })),
    );
  await db.collection("c").createIndex({ n: 1 });
  await closeAll();
}

const refusal = () =>
  openEmbedded(directory).then(
    async (server) => {
      await server.close();
      throw new Error("it was opened");
    },
    (error: unknown) => error as Error,
  );

function overwrite(at: number, bytes: Buffer) {
  const content = readFileSync(file);
  bytes.copy(content, at);
  writeFileSync(file, content);
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const PAGE = 8192;
const bothMetas = (change: (at: number) => void) => [0, PAGE].forEach(change);

const half = () => Math.floor(statSync(file).size / 2);
const zeros = () => Buffer.alloc(statSync(file).size - 2 * PAGE);

test.each<[string, () => void, string]>([
  ["of zero bytes", () => truncateSync(file, 0), "is empty"],
  ["with other content", () => writeFileSync(file, "x".repeat(50_000)), "is not a database"],
  [
    "of another version of LMDB",
    () => bothMetas((at) => overwrite(at + 28, number(1))),
    "was written by another version of LMDB (its format is 1 instead of 2)",
  ],
  [
    "with another page size",
    () => bothMetas((at) => overwrite(at + 48, number(4096))),
    "has pages of 4096 bytes instead of 8192",
  ],
  ["cut after a page", () => truncateSync(file, PAGE), "its end is missing after 8192 bytes"],
  ["cut after two pages", () => truncateSync(file, 2 * PAGE), "its end is missing after 16384"],
  ["cut in the middle", () => truncateSync(file, half()), "is damaged: its end is missing after"],
  [
    "with zeros after its first pages",
    () => overwrite(2 * PAGE, zeros()),
    "is damaged: it contains something else than it says",
  ],
])(
  "a data file %s is refused with a sentence that says why, and is not changed",
  async (_what, damage, sentence) => {
    await makeDatabase();
    damage();
    const before = readFileSync(file);
    const { name, message } = await refusal();
    expect(name).toBe("DataFileError");
    expect(message).toContain(`${file} `);
    expect(message).toContain(sentence);
    expect(message).toContain(RESTORE);
    expect(readFileSync(file).equals(before)).toBe(true);
  },
);

test.each([
  ["another program", "theirs", "key"],
  ["another format", "catalog", "format"],
])("a data file of %s is refused, and no tables are added to it", async (_what, table, key) => {
  const options = { path: directory, noSubdir: false, pageSize: PAGE, overlappingSync: false };
  const other = open(options);
  await other.openDB(table, { encoding: "binary" }).put(key, Buffer.from("other"));
  await other.close();
  expect((await refusal()).message).toContain("holds data in another format than embedded-mongo 2");
  const again = open(options);
  expect([...again.getKeys()]).toContain(table);
  expect([...again.getKeys()]).not.toContain("documents");
  await again.close();
});

test("a data file that only lacks unused pages at its end is opened", async () => {
  await makeDatabase();
  // LMDB leaves the file like this if a transaction has not needed the last pages that it allocated.
  const content = readFileSync(file);
  bothMetas((at) => {
    const last = content.readBigUInt64LE(at + 144);
    content.writeBigUInt64LE(last + 3n, at + 144);
  });
  writeFileSync(file, content);
  const db = await openAll();
  expect(await db.collection("c").countDocuments({ n: { $gte: 0 } })).toBe(400);
});

test("create: false fails if the database does not exist, and creates nothing", async () => {
  const missing = join(directory, "db");
  await expect(openEmbedded(missing, { create: false })).rejects.toThrow(
    `${join(missing, "data.mdb")} is missing. Restore the folder it is in from a backup.`,
  );
  expect(existsSync(missing)).toBe(false);
});

test.each<[string, (folder: string) => void, RegExp]>([
  ["removed", (folder) => rmSync(folder, { recursive: true }), /was removed while it was open/],
  ["moved away", (folder) => renameSync(folder, `${folder}-away`), /was removed while it was open/],
  [
    "replaced by a copy",
    (folder) => {
      copyFileSync(join(folder, "data.mdb"), join(folder, "copy"));
      renameSync(join(folder, "copy"), join(folder, "data.mdb"));
    },
    /was replaced while it was open/,
  ],
])(
  "writes and ping fail with code 38 and a sentence once the data file is %s, until it is back",
  async (how, lose, message) => {
    const folder = join(directory, "db");
    const db = await openAll(folder);
    await db.collection("c").insertOne({ n: 1 });
    lose(folder);
    await expect(db.collection("c").insertOne({ n: 2 })).rejects.toMatchObject({
      code: 38,
      message,
    });
    await expect(db.command({ ping: 1 })).rejects.toMatchObject({ code: 38, message });
    if (how !== "moved away") return;
    renameSync(`${folder}-away`, folder);
    await db.collection("c").insertOne({ n: 3 });
    expect(await db.collection("c").countDocuments({})).toBe(2);
  },
);

test("only the owner can access the folder and its files, even if others could before", async () => {
  const modes = () =>
    [directory, file, join(directory, "lock.mdb")].map((path) => statSync(path).mode & 0o777);
  await makeDatabase();
  expect(modes()).toEqual([0o700, 0o600, 0o600]);
  chmodSync(directory, 0o755);
  chmodSync(file, 0o664);
  chmodSync(join(directory, "lock.mdb"), 0o644);
  await openAll();
  expect(modes()).toEqual([0o700, 0o600, 0o600]);
});

describe("a file-system error after the data file is open", () => {
  const failing = (act: () => void) =>
    vi.spyOn(Disk.prototype, "noteOpened").mockImplementationOnce(act);

  test("is reported as a DataFileError, after which the folder can be opened", async () => {
    const missing = join(directory, "missing");
    failing(() => void statSync(missing));
    const error = await openEmbedded(directory).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect((error as Error).message).toMatch(
      `${directory} cannot be written: ENOENT: no such file or directory, stat '${missing}'`,
    );
    expect(await (await openAll()).collection("c").insertOne({})).toMatchObject({
      acknowledged: true,
    });
  });

  test("names a full disk", async () => {
    failing(() => {
      const errno = -constants.errno.ENOSPC;
      throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", errno, syscall: "write" });
    });
    await expect(openEmbedded(directory)).rejects.toThrow(
      new DataFileError(`there is no space left for ${directory}: free some on its disk`),
    );
  });

  test("is reported even if nothing in the folder can be read any more", async () => {
    const away = `${directory}-away`;
    onTestFinished(() => rmSync(away, { recursive: true }));
    failing(() => {
      renameSync(directory, away);
      symlinkSync(directory, directory);
      statSync(file);
    });
    const error = await openEmbedded(directory).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DataFileError);
    expect((error as Error).message).toContain("ELOOP");
  });
});

test("a folder in place of the data file is refused with a sentence that says why", async () => {
  mkdirSync(file);
  expect((await refusal()).message).toMatch(/^\S+ cannot be written: EISDIR/);
});
