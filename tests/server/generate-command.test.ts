/** `npm run generate`, as a weekly timer runs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mongoose from "mongoose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import {
  countMomentum,
  listMomentum,
  makeMomentum,
} from "~/services/recommendations/momentum.server";
import { countSentiment, makeSentiment } from "~/services/recommendations/sentiment.server";
import { COMMANDS_TIMEOUT, runCommand, spawnCommand } from "../setup/commands";
import { importMomentumCloses } from "../setup/recommendations";

let directory = "";
const generate = (...args: string[]) => runCommand(directory, "generate", ...args);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "test-generate-"));
  await startDatabase({ DATA_DIR: directory, MONGODB_URI: undefined });
});
afterAll(async () => {
  await closeDatabase();
  await rm(directory, { recursive: true, force: true });
});

test(
  "with another engine, or a word more, says how it is used",
  { timeout: COMMANDS_TIMEOUT },
  async () => {
    const outcomes = await Promise.all([generate("everything"), generate("momentum", "x")]);
    for (const { code, stdout, stderr } of outcomes) {
      expect(code).toBe(2);
      expect(stdout).toBe("");
      expect(stderr).toMatch(/^Usage:\n {2}npm run generate -- momentum/);
    }
  },
);

test("says why there is none, and ends with 1", { timeout: COMMANDS_TIMEOUT }, async () => {
  const { code, stdout, stderr } = await generate("momentum");
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toBe(
    "Failed to generate momentum recommendation: no provider is asked for prices\n",
  );
  expect(await countMomentum()).toBe(0);
});

test("says what it made, beside a running site", { timeout: COMMANDS_TIMEOUT }, async () => {
  await importMomentumCloses();
  const spawned = (engine: string) => spawnCommand({ dataDir: directory }, "generate", engine);
  const [momentum, sentiment] = await Promise.all([spawned("momentum"), spawned("sentiment")]);
  expect(momentum).toMatchObject({ code: 0, stderr: "" });
  const [row] = (await listMomentum({ limit: 10 })).items;
  expect(momentum.stdout).toBe(
    `New momentum recommendation of ${row?.day}: SOL 60%, BTC 25%, USDT 15%\n${row?.rationale}\n`,
  );
  expect(sentiment).toMatchObject({ code: 0, stderr: "" });
  expect(sentiment.stdout).toMatch(/^New sentiment recommendation of \S+: USDT 100%\nNo mentions/);
  expect([await countMomentum(), await countSentiment()]).toEqual([1, 1]);
});

test("checks one against its inputs", { timeout: COMMANDS_TIMEOUT }, async () => {
  await importMomentumCloses();
  const { id } = await makeMomentum(new Date());
  const altered = await makeMomentum(new Date());
  await mongoose.connection
    .collection("recommendations")
    .updateOne({ _id: new mongoose.Types.ObjectId(altered.id) }, { $set: { rationale: "Luck." } });
  const former = await makeSentiment(new Date());
  await mongoose.connection
    .collection("recommendations")
    .updateOne({ _id: new mongoose.Types.ObjectId(former.id) }, { $set: { "facts.method": 3 } });
  const unknown = "f".repeat(24);
  const [good, bad, old, none] = await Promise.all(
    [id, altered.id, former.id, unknown].map((one) => generate("check", one)),
  );
  expect(good).toMatchObject({
    code: 0,
    stdout: `Recommendation ${id} comes of its inputs once more.\n`,
  });
  expect(bad).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /does not come of[^]*\n {2}rationale: "Luck\." is stored, ".+" comes/,
    ),
  });
  expect(old).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/comes of its inputs once more\.\nIt was made by method 3 /),
  });
  expect(none).toMatchObject({ code: 1, stderr: "Recommendation not found\n" });
});
