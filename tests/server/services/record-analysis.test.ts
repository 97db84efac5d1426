/** Track records with their benchmarks, and the backtest over the stored closes, as data and as CSV. */
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { addDays, dayOf, mondayOf, startOf } from "~/domain/calendar-days";
import { findBacktestPeriod, backtestMethod } from "~/domain/method-backtest";
import type { Close } from "~/domain/close";
import { momentumAssets } from "~/domain/momentum";
import { rankOf } from "~/domain/momentum-map";
import { samplePrices } from "~/domain/sample-prices";
import type { RecordPoint } from "~/domain/track-record-simulation";
import { storeCloses } from "~/models/price.server";
import {
  readMethodBacktest,
  readRecordAnalysis,
} from "~/services/recommendations/record-analysis.server";
import { readBacktestCsv, readRecordCsv } from "~/services/recommendations/record-csv.server";
import { readVerdict } from "~/services/recommendations/verdict.server";
import { readEngineRecord } from "~/services/recommendations/track-record.server";
import { useDatabase } from "../../setup/database";
import { addMomentum } from "../../setup/recommendations";

useDatabase();

const today = () => dayOf(new Date());
const at = (day: string) => new Date(startOf(day).getTime() + 9 * 3_600_000);
const monday = (weeks: number) => addDays(mondayOf(today()), -7 * weeks);

async function importCloses(
  days: number,
  keep: (asset: string, day: string) => boolean = () => true,
) {
  const yesterday = addDays(today(), -1);
  const closes = new Map<string, Close[]>(
    momentumAssets.map((asset) => [
      asset,
      samplePrices(asset, addDays(yesterday, 1 - days), yesterday).filter(({ day }) =>
        keep(asset, day),
      ),
    ]),
  );
  for (const [asset, ofAsset] of closes) await storeCloses("import", asset, ofAsset);
  return closes;
}

const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

test("without recommendations and closes there is no analysis, backtest or table", async () => {
  for (const engine of ["momentum", "sentiment"] as const) {
    expect(await readRecordAnalysis(engine)).toMatchObject({ analysis: null, source: null });
    expect(await readVerdict(engine)).toBeNull();
    expect(await readRecordCsv(engine)).toBe("day\n");
  }
  expect(await readMethodBacktest()).toEqual({ backtest: null, source: null, published: null });
  expect(await readBacktestCsv()).toBeNull();
});

test("a track record is compared with its benchmarks, and downloaded with every column", async () => {
  await importCloses(120);
  const allocation = { BTC: 40, SOL: 20, USDT: 40 };
  for (let week = 12; week > 0; week--) await addMomentum(at(monday(week)), allocation);
  const { record } = await readEngineRecord("momentum");
  const { analysis, source } = await readRecordAnalysis("momentum");
  expect(source?.name).toBe("import");
  expect(analysis?.strategies.map(({ name }) => name)).toEqual([
    ...["engine", "engineBills", "bitcoin", "bitcoinSol", "bitcoinCash", "mix", "cash", "bills"],
  ]);
  expect(analysis?.strategies[0]?.results[0]?.value).toBe(record.summary?.value);
  const valueOf = (name: string) =>
    analysis?.strategies.find((one) => one.name === name)?.results[0]?.value;
  expect(valueOf("bitcoin")).toBe(record.summary?.bitcoin.value);
  expect(analysis).toMatchObject({ cashRate: 3.61, missedWeeks: [] });
  expect(analysis?.statistics?.trials.count).toBe(63);
  // The allocation is the same every week, so the mean is the allocation itself.
  expect(analysis?.mix).toEqual({
    BTC: expect.closeTo(40, 9),
    SOL: expect.closeTo(20, 9),
    USDT: expect.closeTo(40, 9),
  });
  expect(await readRecordAnalysis("momentum"), "kept").toMatchObject({ analysis });

  const { summary } = record;
  expect(await readVerdict("momentum")).toMatchObject({
    weeks: 12,
    value: summary?.return,
    bitcoin: summary?.bitcoin.return,
    worstFall: summary?.maximumDrawdown,
    bitcoinWorstFall: summary?.bitcoin.maximumDrawdown,
    ownMix: analysis?.strategies.find(({ name }) => name === "mix")?.results[0]?.return,
    isLuckExcluded: false,
    isSample: false,
    points: expect.toSatisfy(
      (points: RecordPoint[]) =>
        points.length <= 30 &&
        Math.abs(points.at(-1)!.bitcoin - record.points.at(-1)!.bitcoin) < 0.01,
    ),
  });

  const rows = rowsOf(await readRecordCsv("momentum"));
  expect(rows).toHaveLength(12);
  rows.forEach((row, index) => {
    const { day, id, fee, turnover, until, return: result } = record.rows[index]!;
    expect(row).toMatchObject({
      day,
      id,
      prices: "import",
      until,
      trouble: "",
      worthless: "",
      fee: String(fee),
      turnover: String(turnover),
      return: String(result),
      btc_allocation: "40",
      sol_allocation: "20",
      usdt_allocation: "40",
    });
  });
  const last = rows.at(-1)!;
  expect(last.value).toBe(String(record.summary?.value));
  expect(last.btc_value).toBe(String(record.summary?.bitcoin.value));
  // The record itself stays with USDT at its closes; interest is in columns of its own.
  expect(last.cash_in_tbills_value).toBe(String(valueOf("engineBills")));
  expect(last.tbills_value).toBe(String(valueOf("bills")));
  for (const column of ["btc_sigma", "exposure", "hurdle", "portfolio_sigma", "mix_value"]) {
    expect(Object.keys(last)).toContain(column);
  }
});

test("the method and its variants are tested over all stored closes", async () => {
  const closes = await importCloses(300);
  await addMomentum(at(monday(3)), { BTC: 40, SOL: 20, USDT: 40 });
  await addMomentum(at(monday(1)), { BTC: 40, SOL: 20, USDT: 40 });
  const { backtest, source, published } = await readMethodBacktest();
  expect(published).toBe(monday(3));
  expect((await readRecordAnalysis("momentum")).analysis?.missedWeeks).toEqual([
    { first: monday(2), last: monday(2), count: 1 },
  ]);
  const time = findBacktestPeriod(closes, addDays(today(), -1))!;
  expect(time.from).toBe(mondayOf(time.from));
  expect(source?.name).toBe("import");
  const expected = backtestMethod({ closes, ...time, cashRate: 3.61 });
  expect(backtest).toEqual(expected);
  expect(backtest?.analysis?.statistics?.trials.count).toBe(63);
  expect(rankOf(backtest!.map!).of).toBe(63);
  const rows = rowsOf((await readBacktestCsv())!);
  expect(rows).toHaveLength(expected.weeks.length);
  expect(rows.at(-1)).toMatchObject({
    value: String(expected.record.summary?.value),
    exposure: String(expected.weeks.at(-1)?.momentum?.exposure ?? ""),
    btc_sigma: String(expected.weeks.at(-1)?.momentum?.assets.BTC.volatility),
  });

  // A new close makes it compute the backtest again.
  await storeCloses("import", "BTC", [{ day: addDays(today(), -1), close: 1 }]);
  const after = (await readMethodBacktest()).backtest;
  expect(after?.record.summary?.bitcoin.value).toBeLessThan(1);
});

test("a backtest needs half a year of closes after the longest period", () => {
  const first = "2024-03-04";
  const until = (last: string) =>
    findBacktestPeriod(
      new Map(momentumAssets.map((asset) => [asset, samplePrices(asset, first, last)])),
      "2026-01-01",
    );
  // 65 days after the first close is May 8, and the Monday after that May 13; 26 weeks later is Nov 11.
  expect(until("2024-11-10")).toBeNull();
  expect(until("2024-11-11")).toEqual({ from: "2024-05-13", to: "2024-11-11" });
  expect(
    findBacktestPeriod(new Map([["BTC", samplePrices("BTC", first, "2025-12-31")]]), "2026-01-01"),
  ).toBeNull();
});
