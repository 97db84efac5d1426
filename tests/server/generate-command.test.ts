import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { runCommand, spawnCommand } from "../setup/commands";
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
// The key that signs the ledger is in this directory, for this process and its child process.
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
  const momentum = await spawnCommand({ dataDir: directory }, "generate", "momentum");
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

test("checks one recommendation, or the whole ledger", async () => {
  await importMomentumCloses();
  const { id } = await momentumEngine.make(new Date());
  const whole = await generate("check");
  expect(whole).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Checked \d+ ledger entries and \d+ recommendations: no differences\.\nThe root of \d+ entries is [0-9a-f]{64}\n$/,
    ),
  });
  const altered = await momentumEngine.make(new Date());
  await setFields("recommendations", altered.id, { rationale: "Luck." });
  const unknown = "f".repeat(24);
  const [good, bad, none] = await Promise.all(
    [id, altered.id, unknown].map((one) => generate("check", one)),
  );
  expect(good).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Recommendation \S+ follows from its inputs and matches the ledger\.\nLedger entry \d+ \(recommendation\) of \S+: [0-9a-f]{64}\n$/,
    ),
  });
  expect(bad).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /fails the check[^]*\n {2}rationale: "Luck\." is stored, ".+" follows from the inputs\n {2}rationale: "Luck\." is stored, ".+" is in the ledger\n/,
    ),
  });
  expect(none).toMatchObject({ code: 1, stderr: "Recommendation not found\n" });
  expect(await generate("check")).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      new RegExp(`: there are differences\\.\n {2}recommendation ${altered.id} rationale: `),
    ),
  });
});
