import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serializeAnalysis } from "~/components/track-record/serialize-track-record";
import { backtest } from "~/domain/backtest";
import { backtestMethod } from "~/domain/method-backtest";
import type { Close } from "~/domain/close";
import { momentumAssets } from "~/domain/momentum";
import { samplePrices } from "~/domain/sample-prices";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { storeCloses } from "~/models/price.server";
import { runCommand } from "../setup/commands";

const FROM = "2025-01-06";
const TO = "2025-03-03";
/** BTC has no close on the day of the fourth decision. */
const GAP = "2025-01-27";

const known = new Map<string, Close[]>(
  momentumAssets.map((asset) => [
    asset,
    samplePrices(asset, "2024-12-01", "2025-03-10").filter(
      ({ day }) => asset !== "BTC" || day !== GAP,
    ),
  ]),
);
let directory: string;
const run = (...args: string[]) => runCommand(directory, "backtest", ...args);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "test-backtest-"));
  await startDatabase({ DATA_DIR: directory, MONGODB_URI: undefined });
  for (const [asset, closes] of known) await storeCloses("kraken", asset, closes);
  // The source with fewer closes is not chosen by default, and its closes are not mixed in.
  await storeCloses("import", "BTC", [{ day: GAP, close: 1 }]);
  await closeDatabase();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("prints and writes the backtest of the stored closes, the same on each run", async () => {
  const { weeks, record } = backtest({ closes: known, from: FROM, to: TO });
  const file = join(directory, "weeks.csv");
  const first = await run("--from", FROM, "--to", TO, "--csv", file);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const second = await run("--from", FROM, "--to", TO, "--source", "kraken");
  expect(second).toEqual(first);

  const lines = first.stdout.split("\n");
  expect(lines[0]).toBe(`Momentum from ${FROM} to ${TO}. Source of the closes: Kraken.`);
  const table = lines.slice(
    lines.findIndex((line) => line.startsWith("Week ")),
    lines.findIndex((line) => line.startsWith("At 0.1%")),
  );
  const rows = table.slice(1, 1 + weeks.length);
  rows.forEach((row, index) => {
    const { day, asOf, allocation, return: result } = weeks[index]!;
    const shares = momentumAssets.map((asset) => allocation?.[asset] ?? "–");
    const [inRow, asOfInRow, ...rest] = row.split(/\s+/);
    expect([inRow, asOfInRow, ...rest.slice(0, 3)]).toEqual([day, asOf, ...shares.map(String)]);
    if (result !== null) expect(row).toContain(` ${result.toFixed(2)}%`);
  });
  // The columns are right-aligned, so all lines have the same length.
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([table[0]!.length]));
  const { summary } = record;
  const line = (name: string) => lines.find((one) => one.startsWith(`${name}  `))?.split(/ {2,}/);
  expect(line("Momentum")?.slice(1, 4)).toEqual([
    ...[summary!.value.toFixed(2), `${summary!.maximumDrawdown.toFixed(2)}%`],
    `${summary!.volatility!.toFixed(2)}%`,
  ]);
  expect(line("BTC held")?.[1]).toBe(summary!.bitcoin.value.toFixed(2));
  const { analysis } = backtestMethod({ closes: known, from: FROM, to: TO, cashRate: 3.61 });
  for (const [name, label] of [
    ["withoutSol", "Momentum without SOL"],
    ["bitcoinSol", "BTC and SOL, half each"],
    ["mix", "Momentum’s mean mix"],
    ["cash", "USDT held"],
    ["bills", "Treasury bills"],
    ["engineBills", "Momentum, cash in bills"],
  ] as const) {
    const { results } = analysis!.strategies.find((one) => one.name === name)!;
    expect(line(label)?.at(1), name).toBe(results[0]!.value.toFixed(2));
    expect(line(label)?.slice(-2)).toEqual([1, 2].map((fee) => results[fee]!.value.toFixed(2)));
  }
  expect(first.stdout).toContain("Treasury bills earn 3.61% a year");
  const later = analysis!.delays[2]!;
  expect(line("2 days later")).toEqual([
    ...["2 days later", later.value!.toFixed(2), `${later.return!.toFixed(2)}%`],
  ]);
  const { longest, current } = serializeAnalysis(analysis)!.strategies[0]!;
  const named = lines
    .filter((one) => one.startsWith("Momentum  "))
    .map((one) => one.split(/ {2,}/));
  expect(named.at(-1)?.slice(-2)).toEqual([`${longest} days`, `${current} days`]);
  // The closes begin only a month earlier, so the map leaves out its longest period.
  expect(first.stdout).not.toContain("28 days on Mondays");
  expect(first.stdout).toContain(
    `7 weeks followed, ${summary!.losers} of them with a loss; turnover `,
  );
  expect(first.stdout).toContain(`${GAP} was not followed: No closes for BTC.`);
  expect(first.stdout).toContain("Not investment advice.");

  const written: Record<string, string>[] = parse(await readFile(file, "utf8"), {
    columns: true,
  });
  expect(written).toHaveLength(8);
  written.forEach((row, index) => {
    const week = weeks[index]!;
    expect(row).toMatchObject({
      day: week.day,
      as_of: week.asOf,
      until: week.until ?? "",
      btc_allocation: String(week.allocation?.BTC ?? ""),
      btc_roc: String(week.momentum?.assets.BTC.rateOfChange),
      return: String(week.return ?? ""),
      btc_sigma: String(week.momentum?.assets.BTC.volatility ?? ""),
      exposure: String(week.momentum?.exposure ?? ""),
      fee: String(week.fee ?? ""),
      turnover: String(week.turnover ?? ""),
      value: String(week.value ?? ""),
      trouble: week.skipReason ?? "",
    });
  });
});

describe("refuses", () => {
  test("invalid arguments, with the reason", async () => {
    for (const { line, reason } of [
      { line: "", reason: "--from is missing" },
      { line: `--from 2025-02-30 --to ${TO}`, reason: "--from 2025-02-30 is not a day" },
      {
        line: `--from ${FROM} --to 2025-01-12`,
        reason: "--to must be at least 7 days after --from",
      },
      {
        line: `--from ${FROM} --to ${TO} --source gossip`,
        reason: "--source gossip is not one of",
      },
      { line: `--from ${FROM} --to ${TO} --fast`, reason: "Unknown option '--fast'" },
    ]) {
      const { code, stdout, stderr } = await run(...line.split(" ").filter(Boolean));
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(reason);
      expect(stderr).toContain("npm run backtest -- --from 2025-01-06");
    }
  });

  test("a period or source without enough closes, and a file that cannot be written", async () => {
    const old = await run("--from", "2020-01-06", "--to", "2020-03-02");
    expect(old).toMatchObject({ code: 1, stdout: "" });
    expect(old.stderr).toContain("no stored closes from 2019-12-07 to 2020-03-02");
    const few = await run("--from", FROM, "--to", TO, "--source", "import");
    expect(few).toMatchObject({ code: 1, stdout: "" });
    expect(few.stderr).toBe("No week could be followed. Neither BTC nor SOL has enough closes.\n");

    const nowhere = join(directory, "nowhere", "weeks.csv");
    const unwritten = await run("--from", FROM, "--to", TO, "--csv", nowhere);
    expect(unwritten).toMatchObject({ code: 1, stdout: "" });
    expect(unwritten.stderr).toContain(`${nowhere} cannot be written`);
    await expect(stat(nowhere)).rejects.toThrow();
  });
});
