import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { addDays } from "~/domain/calendar-days";
import { readCloses, storeCloses } from "~/models/price.server";
import {
  importPrices,
  type ImportOptions,
  type PriceImport,
} from "~/services/prices/import.server";
import { collection, useDatabase } from "../../setup/database";

useDatabase();

const now = new Date("2026-03-10T23:59:59Z");
const HEADER = "date,asset,close\n";
const load = (text: string | Uint8Array, options?: ImportOptions) =>
  importPrices(Readable.from([text]), { now, ...options });
/** The report of an import without rejected rows, except for the given fields. */
const report = (told: Partial<PriceImport>): PriceImport => ({
  accepted: 0,
  changes: 0,
  rejected: [],
  moreRejected: 0,
  unusedForced: [],
  ...told,
});
const stored = async () =>
  Object.fromEntries(
    await readCloses({
      source: "import",
      assets: ["BTC", "SOL"],
      from: "2009-01-01",
      to: "2026-12-31",
    }),
  );
const rows = () => collection("prices");

test.each([
  ["2026-03-09,BTC,61234.5", 61234.5],
  ["2026-03-09,btc,61234.5", 61234.5],
  ['"2026-03-09","BTC","0.000012"', 0.000012],
  ["2026-03-09,BTC,.5E2", 50],
  ["2026-03-09 00:00:00 UTC,BTC,7", 7],
  ["2026-03-09T02:00:00+02:00,BTC,7", 7],
])("the row %j is a valid close", async (row, close) => {
  expect(await load(`${HEADER}${row}\n`)).toEqual(report({ accepted: 1, changes: 1 }));
  expect(await stored()).toEqual({ BTC: [{ day: "2026-03-09", close }], SOL: [] });
});

test.each([
  ["2026-02-30,BTC,1", '"2026-02-30" is not a date such as 2026-01-31'],
  ["1773014400,BTC,1", '"1773014400" is not a date such as 2026-01-31'],
  ...["2026-03-09T00:00:01Z", "2026-03-09T00:00:00", "2026-03-09T00:00:00+02:00"].map((moment) => [
    `${moment},BTC,1`,
    `"${moment}" is not midnight UTC, such as 2026-01-31T00:00:00Z`,
  ]),
  ["2026-03-10,BTC,1", "2026-03-10 is not over yet"],
  ["2009-01-02,BTC,1", "2009-01-02 is before 2009-01-03, when nothing here had a price"],
  [`2026-03-09,${"X".repeat(9000)},1`, `"${"X".repeat(40)}…" is not a known asset`],
  ...["0", "-1", "", "0x10", "Infinity", "1e999", "1e-999", "1_0", "6１"].map((price) => [
    `2026-03-09,BTC,${price}`,
    `"${price}" is not a positive number`,
  ]),
  ["2026-03-09,BTC", "has 2 columns instead of 3"],
  ['2026-03-09,BTC,"1,234.5"', '"1,234.5" is not a positive number'],
  ["2026-03-09,\u001b[2J\u202e,1", '"\ufffd[2J\ufffd" is not a known asset'],
  ['"2026-03-09,BTC,1', '""2026-03-09" is not a date such as 2026-01-31'],
])("the row %j is rejected", async (row, reason) => {
  expect(await load(`${HEADER}2026-03-08,BTC,7\n${row}\n2026-03-08,SOL,8\n`)).toEqual(
    report({ accepted: 2, changes: 2, rejected: [{ line: 3, reason }] }),
  );
  expect(await rows().countDocuments()).toBe(2);
});

describe("a file with candles", () => {
  const loadRows = (...lines: string[]) =>
    load(`date,asset,close,low,high,volume\n${lines.join("\n")}\n`);

  test("stores those that a row has, and replaces them", async () => {
    const closes = ["2026-03-07,BTC,100,98,102,7.5", '2026-03-08,BTC,101,"","",""'];
    expect(await loadRows(...closes)).toEqual(report({ accepted: 2, changes: 2 }));
    const candles = async () =>
      (await rows().find().sort({ day: 1 }).toArray()).map(({ candle }) => candle as unknown);
    expect(await candles()).toEqual([{ low: 98, high: 102, volume: 7.5 }, undefined]);
    expect(await loadRows(...closes)).toMatchObject({ changes: 0 });
    await loadRows("2026-03-07,BTC,100,,,", "2026-03-08,BTC,101,101,101,0");
    expect(await candles()).toEqual([undefined, { low: 101, high: 101, volume: 0 }]);
  });

  test("is judged by them and by those of an earlier import", async () => {
    await loadRows("2026-03-07,BTC,100,98,102,1");
    expect(await loadRows("2026-03-08,BTC,40,39,41,1")).toMatchObject({ accepted: 0 });
    expect(await loadRows("2026-03-08,BTC,40,39,98,1")).toMatchObject({ accepted: 1 });
    // Its prices reach down to those of the day before, but not to its close.
    expect(await loadRows("2026-03-09,BTC,150,110,151,1")).toMatchObject({ accepted: 0 });
    expect(await loadRows("2026-03-09,BTC,150,95,151,1")).toMatchObject({ accepted: 1 });
  });

  test.each([
    ["98,102", "has 5 columns instead of 6"],
    ["98,102,1,1", "has 7 columns instead of 6"],
    ...["98,99,1", "101,102,1", "0,102,1", "98,1e999,1", "98,102,-1", "98,102,", "NaN,102,1"].map(
      (candle) => {
        const [low, high, volume] = candle.split(",").map((field) => `"${field}"`);
        return [
          candle,
          `low ${low}, high ${high} and volume ${volume} are not those of a day that closed at 100`,
        ];
      },
    ),
  ])("rejects the candle %s", async (candle, reason) => {
    expect(await loadRows(`2026-03-08,BTC,100,${candle}`)).toEqual(
      report({ rejected: [{ line: 2, reason: reason! }] }),
    );
  });
});

test("a second close of a day is rejected with the line of the first, which is stored", async () => {
  const { rejected } = await load(
    `${HEADER}2026-03-08,BTC,1\n2026-03-08,SOL,2\n2026-03-08,btc,3\n`,
  );
  expect(rejected).toEqual([
    { line: 4, reason: "the close of BTC on 2026-03-08 is on line 2 already" },
  ]);
  expect((await stored()).BTC).toEqual([{ day: "2026-03-08", close: 1 }]);
});

test("a close replaces one that was imported before", async () => {
  await load(`${HEADER}2026-03-07,BTC,100\n2026-03-08,BTC,101\n`);
  expect(await load(`${HEADER}2026-03-07,BTC,100\n2026-03-08,BTC,102\n`)).toEqual(
    report({ accepted: 2, changes: 1 }),
  );
  expect((await stored()).BTC?.at(-1)).toEqual({ day: "2026-03-08", close: 102 });
});

test("lines are counted as in an editor, with any line ending and in chunks of any size", async () => {
  const text =
    "\ufeffdate,asset,close\r\n\r\n2026-03-08,BTC,x\n\n2026-03-07,BTC,5\r\n2026-03-09,?,1";
  for (const length of [1, 7, 1000]) {
    const pieces = text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
    const { accepted, rejected } = await importPrices(Readable.from(pieces), { now });
    expect(accepted).toBe(1);
    expect(rejected.map(({ line }) => line)).toEqual([3, 6]);
  }
});

test.each(["", '{"a": 1}\n2026-03-08,BTC,1\n'])(
  "the file %j is refused completely",
  async (text) => {
    await expect(load(text)).rejects.toMatchObject({
      name: "ServiceError",
      kind: "invalid",
      message: "The first line must be date,asset,close or date,asset,close,low,high,volume",
    });
    expect(await rows().countDocuments()).toBe(0);
  },
);

const FILE = `${HEADER}2026-03-08,BTC,1\n`;

test.each([
  ["Latin-1", Buffer.from(`${FILE}2026-03-08,S\u00d6L,1\n`, "latin1")],
  ["UTF-16 without a mark", Buffer.from(FILE, "utf16le")],
  ["UTF-8 that is cut inside of a character", Buffer.from(`${FILE}€`).subarray(0, -1)],
])("a file in %s is refused", async (_, bytes) => {
  await expect(load(bytes)).rejects.toMatchObject({
    name: "ServiceError",
    kind: "invalid",
    message: expect.stringMatching(/^The file is not UTF-8 but in another encoding/),
  });
  expect(await rows().countDocuments()).toBe(0);
});

test("a file with an overlong line is refused", async () => {
  const text = `${HEADER}2026-03-08,BTC,1\n${"x".repeat(30_000)}\n2026-03-08,SOL,1\n`;
  await expect(load(text)).rejects.toMatchObject({
    name: "ServiceError",
    kind: "invalid",
    message: "Line 3 is too long: this is not a file of closes",
  });
  expect(await rows().countDocuments(), "nothing is stored of such a file").toBe(0);
});

describe("implausible rows", () => {
  /** A file with closes of BTC on consecutive days up to 2026-03-09. */
  const fileOf = (...prices: (number | string)[]) =>
    HEADER +
    prices
      .map((price, i) => `${addDays("2026-03-09", i + 1 - prices.length)},BTC,${price}\n`)
      .join("");
  const closes = async () => (await stored()).BTC?.map(({ close }) => close);

  test.each([
    ["an outlier", fileOf(60_000, 90_000, 60_500), 3, "90000 is 1.50 times more than 60000 on"],
    ["a stale close", fileOf(60_000, 60_000, 60_000, 60_500), 4, "60000 is the third identical"],
  ])("(%s) are reported and left out, and the others stored", async (_what, file, line, reason) => {
    const { rejected, accepted } = await load(file);
    const day = `2026-03-0${line + 5 - (accepted - 2)}`;
    expect(rejected).toEqual([
      {
        line,
        reason: expect.stringContaining(`the close of BTC on ${day} is implausible: ${reason}`),
        refused: { asset: "BTC", day },
      },
    ]);
    expect((await closes())?.at(-1)).toBe(60_500);
    expect(await rows().countDocuments({ day })).toBe(0);
  });

  test("are judged by closes that were imported before, and do not replace them", async () => {
    await load(fileOf(60_000, 60_100, 60_200));
    const { rejected } = await load(fileOf(6, 60_300));
    expect(rejected.map(({ line }) => line)).toEqual([2]);
    expect(await closes()).toEqual([60_000, 60_100, 60_300]);
  });

  test("are accepted if a provider's close of the day is within 3 %", async () => {
    const file = fileOf(60_000, 30_000, 60_500);
    const linesRejected = async () => (await load(file)).rejected.map(({ line }) => line);
    await storeCloses("sample", "BTC", [{ day: "2026-03-08", close: 30_000 }]);
    expect(await linesRejected(), "sample prices confirm nothing").toEqual([3]);
    await storeCloses("kraken", "BTC", [{ day: "2026-03-08", close: 31_000 }]);
    expect(await linesRejected(), "3.2 % off").toEqual([3]);
    await storeCloses("coinbase", "BTC", [{ day: "2026-03-08", close: 30_900 }]);
    await rows().deleteMany({ source: "import" });
    // The next close is judged by the accepted one: 60,500 is twice 30,000.
    expect(await linesRejected()).toEqual([4]);
    expect(await closes()).toEqual([60_000, 30_000]);
  });

  test("are stored if they are forced, without others", async () => {
    const file = fileOf(60_000, 6, "1e308", 6, 60_500);
    const forced = new Set(["BTC 2026-03-06", "BTC 2026-03-07", "SOL 2026-03-08"]);
    const { rejected, unusedForced } = await load(file, { forced });
    expect(rejected.map(({ line }) => line)).toEqual([5, 6]);
    expect(unusedForced).toEqual(["SOL 2026-03-08"]);
    expect(await closes()).toEqual([60_000, 6, 1e308]);
  });
});
