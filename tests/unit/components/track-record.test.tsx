import { createRemixStub } from "@remix-run/testing";
import fc from "fast-check";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EngineTrackRecord } from "~/components/track-record/engine-track-record";
import {
  toY,
  roundScale,
  dateTicks,
  linePoints,
} from "~/components/track-record/line-chart-geometry";
import { Gain } from "~/components/track-record/record-parts";
import {
  MAX_POINTS,
  MAX_ROWS,
  serializeTrackRecord,
} from "~/components/track-record/serialize-track-record";
import { keptIndexes } from "~/domain/kept-points";
import { addDays } from "~/domain/calendar-days";
import type { PriceSource } from "~/domain/price-sources";
import { simulateEntries, type EngineRecord } from "~/domain/track-record-simulation";
import { expectConsoleError } from "../../setup/console";

describe("a scale", () => {
  test.each([
    [
      [100, 112.3],
      [100, 102.5, 105, 107.5, 110, 112.5],
    ],
    [
      [97, 131],
      [90, 100, 110, 120, 130, 140],
    ],
    [
      [100, 100.2],
      [99, 99.5, 100, 100.5, 101, 101.5],
    ],
    [[100], [99, 99.5, 100, 100.5, 101]],
  ])("of %j has its lines at %j", (values, steps) => {
    expect(roundScale(values).steps).toEqual(steps);
  });

  test("holds every value between its ends, with two to six lines", () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const { low, high, steps } = roundScale(values);
        const invisible = (high - low) * 1e-6;
        expect(low).toBeLessThanOrEqual(Math.min(...values) + invisible);
        expect(high).toBeGreaterThanOrEqual(Math.max(...values) - invisible);
        expect(steps.length).toBeGreaterThanOrEqual(2);
        expect(steps.length).toBeLessThanOrEqual(6);
        expect([steps[0], steps.at(-1)]).toEqual([low, high]);
      }),
    );
  });
});

describe("coordinates in the chart", () => {
  const scale = { low: 90, high: 140, steps: [] };

  test("the ends of the scale are at the top and the bottom", () => {
    expect([140, 115, 90].map((value) => toY(value, scale, 288))).toEqual([0, 144, 288]);
  });

  test("the points of a line are spaced by date, not by index", () => {
    const days = ["2026-09-01", "2026-09-02", "2026-09-05"];
    expect(linePoints(days, [100, 140, 90], scale, 288)).toBe("0,230.4 250,0 1000,288");
  });
});

describe("dates below the chart", () => {
  const labels = (from: string, to: string) =>
    dateTicks(from, to).map(({ label, year }) => (year ? `${label} ${year}` : label));

  test.each([
    ["2026-11-16", "2026-11-23", ["Nov 16", "Nov 23"]],
    ["2026-11-18", "2026-12-03", ["Nov 18", "Nov 25", "Dec 2"]],
    ["2026-08-31", "2026-11-20", ["Sep 2026", "Oct", "Nov"]],
    ["2026-10-20", "2027-01-31", ["Nov 2026", "Dec", "Jan 2027"]],
    ["2020-03-01", "2026-12-28", ["2022", "2024", "2026"]],
  ])("from %s to %s: %j", (from, to, expected) => expect(labels(from, to)).toEqual(expected));

  test("are at most four, all within the chart", () => {
    const days = fc.integer({ min: 0, max: 12_000 });
    fc.assert(
      fc.property(days, days, (start, length) => {
        const from = addDays("2000-01-01", start);
        const ticks = dateTicks(from, addDays(from, length));
        expect(ticks.length).toBeLessThanOrEqual(4);
        for (const { at } of ticks) expect(at >= 0 && at <= 100).toBe(true);
      }),
    );
  });
});

/** A record of weekly recommendations that hold one asset each, over given closes. */
function recordOf(assets: readonly string[], closes: Record<string, number[]>): EngineRecord {
  const entries = assets.map((asset, week) => ({
    id: `id${week}`,
    day: addDays("2026-01-05", week * 7),
    allocation: { [asset]: 100 },
  }));
  const days = Math.max(...Object.values(closes).map(({ length }) => length));
  const dated = Object.entries(closes).map(
    ([symbol, values]) =>
      [
        symbol,
        values.map((close, index) => ({ day: addDays("2026-01-05", index), close })),
      ] as const,
  );
  return simulateEntries(entries, new Map(dated), addDays("2026-01-05", days - 1));
}

const sampleSource = { name: "sample", label: "sample prices", isSample: true } as const;

const shown = (record: EngineRecord, source: PriceSource | null = sampleSource) =>
  serializeTrackRecord({ record, source, until: "2026-06-01", changedTexts: new Map() });

/** Renders the section. The stub is a router for browsers, so React reports an error. @returns its markup and text */
function draw(record: EngineRecord, source?: PriceSource | null) {
  expectConsoleError(/useLayoutEffect does nothing on the server/);
  const Stub = createRemixStub([
    {
      path: "/",
      Component: () => <EngineTrackRecord engine="sentiment" {...shown(record, source)} />,
    },
  ]);
  const markup = renderToString(<Stub />).replaceAll("<!-- -->", "");
  const words = markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  return { markup, words };
}

describe("a gain", () => {
  test.each([
    [7.113, "text-positive", "+7.11%"],
    [-0.0042, "text-negative", "−0.0042%"],
    [-0.00001, null, "0.0000%"],
  ])("of %d is %s %s", (percent, tone, written) => {
    const markup = renderToStaticMarkup(<Gain percent={percent} />).replaceAll("<!-- -->", "");
    expect(markup).toBe(`<span${tone ? ` class="${tone}"` : ""}>${written}</span>`);
  });
});

/** Closes that rise by one percent a day for a week, and then fall back in the same steps. */
const hill = (days: number) =>
  Array.from({ length: days }, (_, index) => 100 * 1.01 ** Math.min(index, 14 - index));
const flat = (days: number) => Array.from({ length: days }, () => 1);

describe("a track record", () => {
  const days = 15;
  const record = recordOf(["BTC", "BTC"], { BTC: hill(days), USDT: flat(days) });

  test("shows gains and losses, fees, drawdown, the period and the source of the closes", () => {
    const { words, markup } = draw(record);
    // 99.9% of 100, seven days up and seven down.
    for (const said of [
      "from Jan 5, 2026 to Jan 19, 2026 (sample prices)",
      "A fee of 0.1% is charged",
      "100 became 99.90 99.90",
      "Losing weeks 1 of 2",
      "Fees 0.10 0.10",
      "1 gained 1 lost",
    ])
      expect(words).toContain(said);
    // From the top of 1.01^7 down again: 1 / 1.01^7 − 1.
    expect(words).toContain("Maximum drawdown −6.73% −6.73%");
    expect(markup).toMatch(/text-negative[^>]*>−6\.73%/);
    expect(markup).toMatch(/text-positive[^>]*>\+7\.11%/);
    expect(markup).not.toContain("style=");
    expect(markup).not.toContain("<details");
  });

  test.each([
    [[], null, "No sentiment recommendation has been followed yet."],
    [["BTC"], sampleSource, "Not known yet: the first recommendation is waiting"],
  ] as const)("of %j without a result says why", (assets, source, said) => {
    expect(draw(recordOf(assets, { BTC: [100], USDT: [1] }), source).words).toContain(said);
  });
});

describe("the data sent to the browser", () => {
  const values = Array.from({ length: 3000 }, (_, i) => 100 + 40 * Math.sin(i / 37.3) + i / 100);
  const weeks = Array.from({ length: 420 }, (_, week) => (week % 2 ? "BTC" : "USDT"));
  const record = recordOf(weeks, { BTC: values, USDT: flat(3000) });

  test("are thinned, but keep both ends and all extremes", () => {
    const lines = (["value", "bitcoin"] as const).map((name) =>
      record.points.map((point) => point[name]),
    );
    const indexes = keptIndexes(lines, MAX_POINTS);
    expect(indexes.length).toBeLessThanOrEqual(MAX_POINTS);
    expect(shown(record).chart!.lines[0]!.points.split(" ")).toHaveLength(indexes.length);
    for (const all of lines) {
      const kept = indexes.map((index) => all[index]!);
      expect([kept[0], kept.at(-1)]).toEqual([all[0], all.at(-1)]);
      expect([Math.min(...kept), Math.max(...kept)]).toEqual([Math.min(...all), Math.max(...all)]);
    }
  });

  test("have the newest rows, and the number of all rows", () => {
    const { rows, rowCount } = shown(record);
    expect([rows.length, rowCount]).toEqual([MAX_ROWS, 420]);
    expect(rows[0]!.id).toBe("id419");
    expect(rows[0]!.value).toBeCloseTo(record.summary!.value, 3);
  });
});
