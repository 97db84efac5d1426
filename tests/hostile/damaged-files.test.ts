/** Damaged or missing files: the site refuses to start with them, and to write without them. */
import {
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { addArticle, addSignedIn, type SignedIn } from "../setup/people";
import { startSite, type Site } from "../setup/site";
import { directories } from "../setup/started-sites";

const RESTORE =
  "Restore the folder it is in from a backup, or move that folder away to begin with an empty database.";

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "test-site-"));
  directories.add(directory);
  return directory;
}

describe("a data file that cannot be used", () => {
  let good: Buffer;
  let dataDir: string;
  let file: string;

  beforeAll(async () => {
    const site = await startSite();
    await site.stop();
    good = readFileSync(join(site.dataDir, "db/data.mdb"));
  });
  beforeEach(async () => {
    dataDir = await newDirectory();
    await mkdir(join(dataDir, "db"));
    file = join(dataDir, "db/data.mdb");
    writeFileSync(file, good);
  });

  test.each<[string, () => void, string]>([
    ["of zero bytes", () => truncateSync(file, 0), "is empty"],
    ["cut short", () => truncateSync(file, good.length / 2), "is damaged: its end is missing"],
    ["with other content", () => writeFileSync(file, "x".repeat(99_999)), "is not a database"],
    [
      "of another version",
      () =>
        writeFileSync(
          file,
          Buffer.from(good)
            .fill(9, 28, 29)
            .fill(9, 8192 + 28, 8192 + 29),
        ),
      "was written by another version of LMDB (its format is 9 instead of 2)",
    ],
  ])("%s stops the start with a message, and is not replaced", async (_what, damage, sentence) => {
    damage();
    const { size } = statSync(file);
    await expect(startSite({ DEMO: "1" }, { dataDir })).rejects.toThrow(
      `starting:\nThe database cannot be opened: ${file} ${sentence}`,
    );
    await expect(startSite({ DEMO: "1" }, { dataDir })).rejects.toThrow(RESTORE);
    expect(statSync(file).size).toBe(size);
  });
});

describe("a data directory that is lost while the site runs", () => {
  let site: Site;
  let member: SignedIn;
  let articleId: string;

  beforeAll(async () => {
    site = await startSite({ LOG_LEVEL: "warn" });
    await startDatabase({ DATA_DIR: site.dataDir, MONGODB_URI: undefined });
    member = await addSignedIn();
    articleId = (await addArticle()).id;
    await closeDatabase();
  });

  const comment = async () => {
    const response = await fetch(`${site.origin}/api/articles/${articleId}/comments`, {
      method: "POST",
      headers: { Authorization: `Bearer ${member.token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ content: "A comment." }),
    });
    return [response.status, await response.text()] as const;
  };
  const readiness = async () => (await fetch(`${site.origin}/readyz`)).status;

  test("makes writes fail and the site not ready until it is restored", async () => {
    expect((await comment())[0]).toBe(201);
    const db = join(site.dataDir, "db");
    renameSync(db, `${db}-away`);
    const [status, text] = await comment();
    expect(status).toBe(503);
    expect(text).toContain("This is not available just now.");
    await expect.poll(readiness).toBe(503);
    await expect.poll(() => site.logs()).toMatch(/data\.mdb was removed while it was open/);
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
    expect(existsSync(db)).toBe(false);

    renameSync(`${db}-away`, db);
    await expect.poll(readiness).toBe(200);
    expect((await comment())[0]).toBe(201);

    rmSync(site.dataDir, { recursive: true });
    expect((await comment())[0]).toBe(503);
    await expect.poll(readiness).toBe(503);
  });
});

describe("the demonstration", () => {
  const SAMPLE = "it now holds sample content";

  test("is not added to a database that was used before, nor to a public site", async () => {
    const dataDir = await newDirectory();
    const first = await startSite({ DEMO: "0" }, { dataDir });
    await first.stop();
    const second = await startSite({ DEMO: "1" }, { dataDir });
    await second.stop();
    expect(second.logs()).not.toContain(SAMPLE);

    const settings = { DEMO: undefined, APP_ORIGIN: "https://example.org" };
    const open = await startSite(settings, { dataDir: await newDirectory() });
    await open.stop();
    expect(open.logs()).not.toContain(SAMPLE);
  });

  test("is added to an empty data directory, which only its owner can read", async () => {
    const dataDir = await newDirectory();
    const site = await startSite({ DEMO: undefined }, { dataDir });
    expect(site.logs()).toContain(SAMPLE);
    const modes = ["", "db", "db/data.mdb", "db/lock.mdb"].map(
      (path) => statSync(join(dataDir, path)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
    await site.stop();
  });
});
