/** Damaged or missing files: the site refuses to start with them, and to write without them. */
import { existsSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { addArticle, addSignedIn, type SignedIn } from "../setup/people";
import { makeDataDir, startSite, type Site } from "../setup/site";

test("a data file that is cut short stops the start with a message, and is not replaced", async () => {
  const dataDir = await makeDataDir();
  const file = join(dataDir, "db/data.mdb");
  // Only the two pages that describe the file are left. What a cut further on finds depends on what was there.
  truncateSync(file, 8192);
  // The database's own tests have the message for each kind of damage.
  await expect(startSite({ DEMO: "1" }, { dataDir })).rejects.toThrow(
    `The database cannot be opened: ${file} is damaged: its end is missing after 8192 bytes`,
  );
  expect(statSync(file).size).toBe(8192);
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
