/** What becomes of a file of closes, row by row. */
import { Readable } from "node:stream";
import mongoose from "mongoose";
import { expect, test, vi } from "vitest";
import { addDays } from "~/domain/calendar-days";
import { readCloses } from "~/models/price.server";
import { importPrices } from "~/services/prices/prices.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const now = new Date("2026-03-10T23:59:59Z");
const HEADER = "date,asset,close\n";
const load = (text: string, onProgress?: Parameters<typeof importPrices>[1]) =>
  importPrices(Readable.from([text]), onProgress, now);
const stored = async () =>
  Object.fromEntries(
    await readCloses({
      ...{ source: "import", assets: ["BTC", "SOL"] },
      ...{ from: "2009-01-01", to: "2026-12-31" },
    }),
  );
const rows = () => mongoose.connection.collection("prices");

test.each([
  ["2026-03-09,BTC,61234.5", 61234.5],
  ["2026-03-09,btc,61234.5", 61234.5],
  ["  2026-03-09 , BTC , 6.1e4  ", 61000],
  ['"2026-03-09","BTC","0.000012"', 0.000012],
])("%j is a close", async (row, close) => {
  expect(await load(`${HEADER}${row}\n`)).toEqual({ accepted: 1, changes: 1, rejected: [] });
  expect(await stored()).toEqual({ BTC: [{ day: "2026-03-09", close }], SOL: [] });
});

test.each([
  ["2026-02-30,BTC,1", '"2026-02-30" is not a date such as 2026-01-31'],
  ["09.03.2026,BTC,1", '"09.03.2026" is not a date such as 2026-01-31'],
  ["2026-03-09T00:00:00Z,BTC,1", '"2026-03-09T00:00:00Z" is not a date such as 2026-01-31'],
  [",BTC,1", '"" is not a date such as 2026-01-31'],
  ["2026-03-10,BTC,1", "2026-03-10 is not over yet"],
  ["2027-01-01,BTC,1", "2027-01-01 is not over yet"],
  ["2026-03-09,PEPE,1", '"PEPE" is not a known asset'],
  ["2026-03-09,,1", '"" is not a known asset'],
  ...["0", "0.0", "-1", "", "x", "0x10", "Infinity", "NaN", "1e999", "1e-999", "1 000"].map(
    (price) => [`2026-03-09,BTC,${price}`, `"${price}" is not a positive number`],
  ),
  ["2026-03-09,BTC", "has 2 columns instead of 3"],
  ["2026-03-09,BTC,1,5", "has 4 columns instead of 3"],
  ["2026-03-09;BTC;1", "has 1 columns instead of 3"],
  ['"2026-03-09,BTC,1', '""2026-03-09" is not a date such as 2026-01-31'],
])("%j is none", async (row, reason) => {
  const report = await load(`${HEADER}2026-03-08,BTC,7\n${row}\n2026-03-08,SOL,8\n`);
  expect(report).toEqual({ accepted: 2, changes: 2, rejected: [{ line: 3, reason }] });
  expect(await rows().countDocuments()).toBe(2);
});

test("a second close of a day is told with the line of the first, which stays", async () => {
  const report = await load(`${HEADER}2026-03-08,BTC,1\n2026-03-08,SOL,2\n2026-03-08,btc,3\n`);
  expect(report.rejected).toEqual([
    { line: 4, reason: "the close of BTC on 2026-03-08 is on line 2 already" },
  ]);
  expect((await stored()).BTC).toEqual([{ day: "2026-03-08", close: 1 }]);
});

test("a close takes the place of one that was imported before", async () => {
  await load(`${HEADER}2026-03-07,BTC,1\n2026-03-08,BTC,2\n`);
  const report = await load(`${HEADER}2026-03-07,BTC,1\n2026-03-08,BTC,3\n`);
  expect(report).toEqual({ accepted: 2, changes: 1, rejected: [] });
  expect((await stored()).BTC?.at(-1)).toEqual({ day: "2026-03-08", close: 3 });
});

test("lines are counted as an editor counts them, whatever ends them, and come in any pieces", async () => {
  const text =
    "\ufeffdate,asset,close\r\n\r\n2026-03-08,BTC,x\n\n2026-03-07,BTC,5\r\n2026-03-09,?,1";
  for (const length of [1, 7, 1000]) {
    const pieces = text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
    const report = await importPrices(Readable.from(pieces), undefined, now);
    expect(report.accepted).toBe(1);
    expect(report.rejected.map(({ line }) => line)).toEqual([3, 6]);
  }
});

test.each(["", "\n", "2026-03-08,BTC,1\n", "date;asset;close\n", '{"a": 1}\n2026-03-08,BTC,1\n'])(
  "%j is refused whole",
  async (text) => {
    await expect(load(text)).rejects.toMatchObject({
      name: "ServiceError",
      kind: "invalid",
      message: "The first line must be date,asset,close",
    });
    expect(await rows().countDocuments()).toBe(0);
  },
);

test("a line without an end is none of a file of closes", async () => {
  const text = `${HEADER}2026-03-08,BTC,1\n${"x".repeat(30_000)}\n2026-03-08,SOL,1\n`;
  await expect(load(text)).rejects.toMatchObject({
    name: "ServiceError",
    kind: "invalid",
    message: "Line 3 is too long: this is no file of closes",
  });
});

test("a file that cannot be read to its end fails with the reason", async () => {
  async function* pieces() {
    yield `${HEADER}2026-03-08,BTC,1\n`;
    await Promise.resolve();
    throw new Error("the disk is gone");
  }
  await expect(importPrices(pieces(), undefined, now)).rejects.toThrow("the disk is gone");
});

test("many rows are stored in batches, and told of meanwhile", async () => {
  const days = Array.from({ length: 600 }, (_, i) => addDays("2022-01-01", i));
  const progress = vi.fn();
  const report = await load(HEADER + days.map((day) => `${day},BTC,5\n`).join(""), progress);
  expect(report).toEqual({ accepted: 600, changes: 600, rejected: [] });
  expect(progress.mock.calls.map(([{ line, accepted }]) => [line, accepted])).toEqual([[500, 499]]);
  expect((await stored()).BTC?.map(({ day }) => day)).toEqual(days);
});
