/** Which closes are accepted because of the candles of their days, in tables that were computed by hand. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "~/domain/calendar-days";
import { isCandle } from "~/domain/candle";
import type { CloseWithCandle } from "~/domain/close";
import { judgeCloses, type Judging } from "~/domain/plausible-closes";

/** `[low, close, high]` with a volume of 1 unless there is a fourth number; a close without candle; or no close. */
type Day = readonly [number, number, number, number?] | number | null;

const closesOf = (days: readonly Day[]): CloseWithCandle[] =>
  days.flatMap((day, i) => {
    if (day === null) return [];
    const date = addDays("2026-01-01", i);
    if (typeof day === "number") return [{ day: date, close: day }];
    const [low, close, high, volume = 1] = day;
    return [{ day: date, close, candle: { low, high, volume } }];
  });

/** The outcome for each close: the close if it is accepted, `-` if it is refused. */
function outcome(days: readonly Day[], judging: Partial<Judging> = {}): string {
  const received = closesOf(days);
  const { accepted } = judgeCloses({ asset: "SOL", known: [], received, ...judging });
  return received.map((close) => (accepted.includes(close) ? close.close : "-")).join(" ");
}
const bare = (days: readonly Day[]) =>
  days.map((day) => (Array.isArray(day) ? day[1] : day) as Day);

/** The daily figures of CoinMarketCap, rounded to cents. */
const crashes: [string, Day[], string][] = [
  // ln(35.11 / 55.91) = −0.465; the next day is nearer to the first close: ln(44.74 / 35.11) = 0.242 against −0.223.
  // The limit by the 89 returns before was 0.410.
  [
    "of SOL on 2021-05-19",
    [
      [46.19, 55.91, 58.3],
      [29.43, 35.11, 57.53],
      [32.32, 44.74, 51.26],
    ],
    "55.91 35.11 44.74",
  ],
  // ln(4970.79 / 7911.43) = −0.465, ln(5563.71 / 4970.79) = 0.113
  [
    "of BTC on 2020-03-12",
    [
      [7642.81, 7911.43, 7950.81],
      [4860.35, 4970.79, 7929.12],
      [4106.98, 5563.71, 5838.11],
    ],
    "7911.43 4970.79 5563.71",
  ],
  // ln(13.94 / 24.15) = −0.550, ln(17.68 / 13.94) = 0.238
  [
    "of SOL on 2022-11-09",
    [
      [21.78, 24.15, 31.06],
      [12.51, 13.94, 24.16],
      [13.41, 17.68, 18.68],
    ],
    "24.15 13.94 17.68",
  ],
  // ln(5.52 / 22.14) = −1.389, ln(2.30 / 5.52) = −0.875, ln(3.52 / 2.30) = 0.426: without candles each is a jump
  // that the next close does not confirm.
  [
    "of FTT from 2022-11-08 on",
    [
      [21.92, 22.14, 23.15],
      [3.15, 5.52, 22.14],
      [2.06, 2.3, 6.25],
      [2.14, 3.52, 4.2],
    ],
    "22.14 - - -",
  ],
];

describe("the crash", () => {
  test.each(crashes)("%s is believed at once with its candles", (_what, days) => {
    for (let count = 1; count <= days.length; count++) {
      const known = days.slice(0, count);
      expect(outcome(known)).toBe(bare(known).join(" "));
    }
  });

  test.each(crashes)("%s without candles is judged by the next close", (_what, days, expected) => {
    const [before, day] = bare(days);
    expect(outcome([before!, day!]), "on its day").toBe(`${String(before)} -`);
    expect(outcome(bare(days))).toBe(expected);
  });
});

const CALM = [98, 100, 102] as const;
const NEXT = [97, 101, 103] as const;

describe("a jump", () => {
  test.each<[string, Day[], string]>([
    ["joins the candle before", [CALM, [38, 40, 101]], "100 40"],
    ["joins the close before", [100, [38, 40, 101]], "100 40"],
    // ln(98 / 93.3) = 0.0491, ln(98 / 93.1) = 0.0513
    ["nearly touches the candle before", [CALM, [38, 40, 93.3]], "100 40"],
    ["does not touch the candle before", [CALM, [38, 40, 93.1]], "100 -"],
    ["joins that of the day after", [CALM, [38, 40, 101], [35, 90, 95]], "100 40 90"],
    // ln(42.1 / 40) = 0.0512; ln(90 / 40) = 0.811
    ["does not touch it", [CALM, [38, 40, 101], [42.1, 90, 95]], "100 - 90"],
    ["is followed by a close within the limit", [CALM, [38, 40, 101], 50], "100 40 50"],
    ["is followed by a close beyond the limit", [CALM, [38, 40, 101], 60], "100 - -"],
    ["is followed by the same close", [CALM, [38, 40, 101], [38, 40, 101], NEXT], "100 - - 101"],
    ["is the last before a gap (delisted)", [CALM, [38, 40, 101], null, null, 90], "100 40 -"],
    ["is a rise by a factor of 100", [CALM, [99, 10_000, 10_100]], "100 10000"],
  ])("whose candle %s", (_what, days, expected) => {
    expect(outcome(days)).toBe(expected);
  });

  test("that another source contradicts is not believed for its candle", () => {
    const others = (close: number) => new Map([["2026-01-02", [close]]]);
    const days: Day[] = [CALM, [38, 40, 101]];
    expect(outcome(days, { others: others(99) })).toBe("100 -");
    // 5 % off, as in a crash
    expect(outcome(days, { others: others(42) })).toBe("100 40");
  });
});

describe("a glitch", () => {
  test.each<[string, Day[], string]>([
    ["by ten with a candle of its own", [CALM, [9.8, 10.1, 10.2], NEXT], "100 - 101"],
    ["by ten in the close alone", [CALM, [97, 10.1, 103], NEXT], "100 - 101"],
    ["of a day in the close alone, within the limit", [CALM, [97, 90, 103], NEXT], "100 - 101"],
    ["in the last trade of the day", [CALM, [10, 10, 102], NEXT], "100 - 101"],
    // ln(76 / 98) = −0.2542: too far below the day before. ln(93 / 75) = 0.215 would do for closes alone.
    ["on its own far from both days", [CALM, [74, 75, 76], [92, 93, 95]], "100 - 93"],
    ["on two days", [CALM, [198, 200, 202], [199, 201, 203], NEXT], "100 - - 101"],
    ["on two days by more than ten without candles", [99, 100, 1001, 1010, 101], "99 100 - - 101"],
    ["of a feed that repeats a day", [CALM, [58, 60, 62], [58, 60, 62], NEXT], "100 - - 101"],
    ["on a day without trades", [CALM, [10, 10, 102, 0], NEXT], "100 - 101"],
    [
      "in the first close",
      [
        [5.9, 6, 6.1],
        [59_000, 60_000, 61_000],
        [58_000, 60_100, 62_000],
      ],
      "- 60000 60100",
    ],
    ["in a candle up to 1e308", [CALM, [9.8, 10, 1e308]], "100 -"],
    ["after a crash", [100, 60, [97, 300, 103], 62], "100 60 - 62"],
  ])("%s is refused", (_what, days, expected) => {
    expect(outcome(days)).toBe(expected);
  });

  test("in the last trade of the newest day passes for a crash, and the day after is believed", () => {
    const glitch: Day = [10, 10, 102];
    expect(outcome([CALM, glitch])).toBe("100 10");
    const [, , after] = closesOf([CALM, glitch, NEXT]);
    const known = closesOf([CALM, glitch]);
    expect(judgeCloses({ asset: "SOL", known, received: [after!] }).refused).toEqual([]);
  });
});

test.each<[string, Day[], string]>([
  ["a slip of the finger far below the close", [CALM, [1, 99, 101], NEXT], "100 99 101"],
  ["a flash of wicks on both sides", [CALM, [0.1, 101, 5000], NEXT], "100 101 101"],
  [
    "a wick beside a crash",
    [
      [1, 100, 102],
      [38, 40, 101],
      [37, 41, 44],
    ],
    "100 40 41",
  ],
  ["a crash beside days without a close", [CALM, null, [38, 40, 101], null, 50], "100 40 50"],
  ["a crash before closes alone, a day late", [100, 60, [58, 63, 66]], "100 60 63"],
  [
    "a halt over midnight of a quarter, a day late",
    [CALM, [70, 72, 78], [69, 73, 75]],
    "100 72 73",
  ],
  [
    "a first close that falls on the next day",
    [
      [8, 10, 60],
      [0.5, 0.6, 10.2],
      [0.5, 0.62, 0.7],
    ],
    "10 0.6 0.62",
  ],
])("%s is accepted", (_what, days, expected) => {
  expect(outcome(days)).toBe(expected);
});

test("a split is refused where candles show that nobody traded in between, and forced", () => {
  const days: Day[] = [CALM, [9.9, 10.1, 10.3], [10, 10.2, 10.4]];
  expect(outcome(days)).toBe("100 - -");
  expect(outcome(days, { forced: new Set(["2026-01-02"]) })).toBe("100 10.1 10.2");
  // ln(10.1 / 100) = −2.2926 is less than ln 10
  expect(outcome(bare(days)), "where it looks like a crash").toBe("100 10.1 10.2");
});

test("a stablecoin that loses its peg and returns is believed with its candles", () => {
  const days: Day[] = [
    [0.999, 1, 1.001],
    [0.65, 0.7, 1],
    [0.69, 0.995, 1.001],
  ];
  const of = (closes: Day[]) => outcome(closes, { asset: "USDT" });
  expect(of(days)).toBe("1 0.7 0.995");
  // ln(0.995 / 0.7) = 0.352
  expect(of(bare(days))).toBe("1 - 0.995");
});

test("a close outside of its candle is accepted if another source is within 3 %", () => {
  const days: Day[] = [CALM, [101, 100, 103]];
  expect(outcome(days)).toBe("100 -");
  expect(outcome(days, { others: new Map([["2026-01-02", [103]]]) })).toBe("100 100");
});

test("the reason of a refusal names the candle", () => {
  const received = closesOf([CALM, [58, 60, 62], [97, 104, 103]]);
  expect(judgeCloses({ asset: "SOL", known: [], received }).refused).toMatchObject([
    {
      reason:
        "60 is 1.67 times less than 100 on 2026-01-01: at most 1.28 times is plausible within a day, its range from 58 to 62 does not join the days beside it, and no other source confirms it",
    },
    {
      reason: "104 is not between 97 and 103, the lowest and the highest price of its own day",
    },
  ]);
});

test("whatever a market does, its closes are believed with their candles, together and day by day", () => {
  const log = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  /** The first trade of a day after the last one of the day before, and the further trades of the day. */
  const day = fc.tuple(log(0.049), fc.array(log(0.9), { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(fc.array(day, { minLength: 2, maxLength: 12 }), (days) => {
      let price = 10;
      const closes = closesOf(
        days.map(([first, moves], i) => {
          const trades = [first, ...moves].map((move) => {
            price = Math.min(1e7, Math.max(1e-7, price * Math.exp(move)));
            return price;
          });
          // Different numbers, since the same one three times is stale.
          price *= 1 + i / 1000;
          const of = [...trades, price];
          return [Math.min(...of), price, Math.max(...of)] as const;
        }),
      );
      expect(judgeCloses({ asset: "SOL", known: [], received: closes }).refused).toEqual([]);
      for (const [i, close] of closes.entries()) {
        const judging = { asset: "SOL", known: closes.slice(0, i), received: [close] };
        expect(judgeCloses(judging).refused).toEqual([]);
      }
    }),
  );
});

test.each([
  ["the figures of a day", { low: 1, high: 3, volume: 0.5, open: 2 }, true],
  ["a day of one price without trades", { low: 1, high: 1, volume: 0 }, true],
  ["a low of 0", { low: 0, high: 3, volume: 1 }, false],
  ["a low above the high", { low: 3, high: 2, volume: 1 }, false],
  ["an infinite high", { low: 1, high: Infinity, volume: 1 }, false],
  ["a negative volume", { low: 1, high: 3, volume: -1 }, false],
  ["an infinite volume", { low: 1, high: 3, volume: Infinity }, false],
  ["a first price below the lowest", { low: 1, high: 3, volume: 1, open: 0.9 }, false],
  ["no number as a first price", { low: 1, high: 3, volume: 1, open: NaN }, false],
])("%s: whether it is a candle", (_what, candle, expected) => {
  expect(isCandle(candle)).toBe(expected);
});
