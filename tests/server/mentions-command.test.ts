/** `npm run mentions`, on documents that were stored before mentions were recorded. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Mention } from "~/domain/sentiment/mention";
import { gatherMentions } from "~/services/recommendations/gather-mentions.server";
import { useDataDirectory } from "../setup/commands";
import { addArticle } from "../setup/people";

const data = useDataDirectory({ isOpen: true });

test("prints its usage for an extra argument", async () => {
  const { code, stdout, stderr } = await data.run("mentions", "again");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^Usage:\n {2}npm run mentions/);
});

test("records the mentions in existing documents, and prints how many it found", async () => {
  await addArticle({ title: "Bitcoin: bullish", createdAt: new Date("2026-01-02") });
  await addArticle({ title: "Nothing" });
  expect(await data.run("mentions")).toEqual({
    code: 0,
    stdout: "2 documents checked, 1 mention found, 1 document updated\n",
    stderr: "",
  });
  const window = { from: new Date("2026-01-01"), to: new Date("2026-01-08") };
  const found: Mention[] = [];
  for await (const batch of gatherMentions(window)) found.push(...batch);
  expect(found).toMatchObject([{ token: "BTC", p: 0.5994 }]);
});

test("measures how well tokens are found in a file", async () => {
  const path = join(data.path(), "examples.tsv");
  await writeFile(path, "BTC\tBitcoin it is.\nSOL\tThe sun is out.\n");
  expect(await data.run("mentions", "evaluate", path)).toMatchObject({
    code: 0,
    stdout: "SOL, found -: The sun is out.\n2 sentences: precision 1.000, recall 0.500\n",
  });
  await writeFile(path, "BTC Bitcoin it is.");
  expect(await data.run("mentions", "evaluate", path)).toMatchObject({
    code: 1,
    stderr: `${path} has a line without a tab\n`,
  });
});
