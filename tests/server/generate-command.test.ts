import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { runCommand } from "../setup/commands";
import { main as verifyFile } from "../../scripts/verify.mjs";
import { makeEmpty, setFields } from "../setup/database";
import { useEnvironment } from "../setup/environment";
import { importMomentumCloses } from "../setup/recommendations";
import { copyTemplate } from "../setup/templates";

let directory = "";
const generate = (...args: string[]) => runCommand(directory, "generate", ...args);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "test-generate-"));
  await copyTemplate("empty", directory, makeEmpty);
});
// The key that signs the ledger is in this directory.
useEnvironment(() => ({ DATA_DIR: directory }));
beforeAll(() => startDatabase({ DATA_DIR: directory, MONGODB_URI: undefined }));
afterAll(async () => {
  await closeDatabase();
  await rm(directory, { recursive: true, force: true });
});

test("prints its usage for an unknown engine or an extra argument", async () => {
  const outcomes = await Promise.all([
    generate("everything"),
    generate("momentum", "x"),
    generate("check", "x", "y"),
  ]);
  for (const { code, stdout, stderr } of outcomes) {
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^Usage:\n {2}npm run generate -- momentum/);
  }
});

test("says why it failed, and exits with 1", async () => {
  const { code, stdout, stderr } = await generate("momentum");
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    "Failed to generate momentum recommendation: no provider is asked for prices\n",
  );
  expect(await momentumEngine.count()).toBe(0);
});

test("prints what it made while the site is running", async () => {
  await importMomentumCloses();
  const momentum = await generate("momentum");
  const sentiment = await generate("sentiment");
  expect(momentum).toMatchObject({ code: 0, stderr: "" });
  const [row] = (await momentumEngine.list({ limit: 10 })).items;
  expect(momentum.stdout).toBe(
    `New momentum recommendation of ${row?.day}: SOL 60%, BTC 25%, USDT 15%\n${row?.rationale}\n`,
  );
  expect(sentiment).toMatchObject({ code: 0, stderr: "" });
  expect(sentiment.stdout).toMatch(/^New sentiment recommendation of \S+: USDT 100%\nNo mentions/);
  expect([await momentumEngine.count(), await sentimentEngine.count()]).toEqual([1, 1]);
});

test("checks the whole ledger, its exported file, and one recommendation", async () => {
  await importMomentumCloses();
  const { id } = await momentumEngine.make(new Date());
  const fine = expect.stringMatching(
    /\d+ momentum and \d+ sentiment recommendations, 0 outcomes\.\nHead: \d+:[0-9a-f]{64}\nNo differences\.\n$/,
  );
  expect(await generate("check")).toMatchObject({ code: 0, stdout: fine });
  const file = join(directory, "exports", "ledger.jsonl");
  expect(await runCommand(directory, "export")).toMatchObject({
    ...{ code: 0, stdout: expect.stringMatching(/^[1-9]\d* lines written to .*ledger\.jsonl\n$/) },
  });
  expect(await verifyFile([file], () => {})).toBe(0);
  expect(await generate("check", id)).toMatchObject({ code: 0, stdout: fine });
  expect(await generate("check", "f".repeat(24))).toMatchObject({
    code: 1,
    stderr: "Recommendation not found\n",
  });
  await setFields("recommendations", id, { rationale: "Luck." });
  expect(await generate("check", id)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^recommendation \w+: recommendation\.rationale is "Luck\.", but entry \d+ says .+\nrecommendation \w+: rationale: "Luck\." is stored, ".+" follows from the inputs\n[^]+\n2 differences\.\n$/,
    ),
  });
});
