/** `npm run mentions`, on documents that were stored before mentions were recorded. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Mention } from "~/domain/sentiment/mention";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { gatherMentions } from "~/services/recommendations/gather-mentions.server";
import { COMMANDS_TIMEOUT, runCommand, spawnCommand } from "../setup/commands";
import { addArticle } from "../setup/people";

test("prints its usage for an extra argument", { timeout: COMMANDS_TIMEOUT }, async () => {
  // It checks its arguments first, so it needs no data directory.
  const { code, stdout, stderr } = await runCommand("/nowhere", "mentions", "again");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^Usage:\n {2}npm run mentions/);
});

test(
  "records the mentions in existing documents, and prints how many it found",
  async () => {
    const directory = await mkdtemp(join(tmpdir(), "test-mentions-"));
    try {
      await startDatabase({ DATA_DIR: directory, MONGODB_URI: undefined });
      await addArticle({ title: "Bitcoin: bullish", createdAt: new Date("2026-01-02") });
      await addArticle({ title: "Nothing" });
      expect(await spawnCommand({ dataDir: directory }, "mentions")).toEqual({
        code: 0,
        stdout: "2 documents checked, 1 mention found, 1 document updated\n",
        stderr: "",
      });
      const window = { from: new Date("2026-01-01"), to: new Date("2026-01-08") };
      const found: Mention[] = [];
      for await (const batch of gatherMentions(window)) found.push(...batch);
      expect(found).toMatchObject([{ token: "BTC", p: 0.5994 }]);
    } finally {
      await closeDatabase();
      await rm(directory, { recursive: true, force: true });
    }
  },
  COMMANDS_TIMEOUT,
);
