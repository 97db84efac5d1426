/** What the page of a track record says about its numbers. */
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Comparison } from "~/components/track-record/comparison";
import { Significance } from "~/components/track-record/significance";
import {
  serializeBacktest,
  type SerializedAnalysis,
  type SerializedMap,
} from "~/components/track-record/serialize-track-record";
import { keptIndexes } from "~/domain/kept-points";
import { VariantsMap } from "~/components/track-record/variants-map";
import { addDays } from "~/domain/calendar-days";
import { backtestMethod } from "~/domain/method-backtest";
import { momentumAssets } from "~/domain/momentum";
import { MAP_LEAD_DAYS, mapLookbacks, mapWeekdays, type MapCell } from "~/domain/momentum-map";
import { samplePrices } from "~/domain/sample-prices";
import type { RecordStatistics } from "~/domain/track-record-statistics";

const FROM = "2024-07-01";
const TO = "2025-06-30";
const closes = new Map(
  momentumAssets.map((asset) => [asset, samplePrices(asset, addDays(FROM, -MAP_LEAD_DAYS), TO)]),
);
const tested = backtestMethod({ closes, from: FROM, to: TO, cashRate: 3.61 });
const { analysis } = serializeBacktest(tested)!;
const textOf = (markup: string) =>
  markup
    .replace(/<(title|desc)[^>]*>.*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");

describe("the map", () => {
  const cellsWith = (rank: number): MapCell[] =>
    mapLookbacks.flatMap((lookback, row) =>
      mapWeekdays.map((weekday) => {
        const place = row * 7 + weekday; // 28 days on Mondays is the 22nd.
        const value = 1000 - ((place - 21 + rank - 1 + 63) % 63);
        return { lookback, weekday, value, sharpe: null };
      }),
    );
  const withRank = (rank: number): SerializedMap =>
    serializeBacktest({ ...tested, map: cellsWith(rank) })!.map!;
  const render = (rank: number) =>
    textOf(
      renderToStaticMarkup(
        <VariantsMap map={withRank(rank)} from="2020-01-06" until="2024-12-30" />,
      ),
    );

  test.each([
    {
      rank: 1,
      sentence: "28 days on Mondays ranked first of 63 variants from Jan 6, 2020 to Dec 30, 2024",
    },
    { rank: 6, sentence: "may be overfitted" },
    { rank: 7, sentence: "6 others did better: nothing here singles out" },
    { rank: 63, sentence: "62 others did better" },
  ])("judges rank $rank", ({ rank, sentence }) => {
    expect(withRank(rank)).toMatchObject({ rank, of: 63 });
    expect(render(rank)).toContain(sentence);
  });
});

describe("luck", () => {
  const { statistics } = analysis;
  const render = (change: Partial<RecordStatistics>) =>
    textOf(
      renderToStaticMarkup(
        <Significance
          name="Momentum"
          trials="as many"
          hindsight="SOL was chosen afterwards."
          statistics={{ ...statistics!, ...change }}
        />,
      ),
    );

  test.each([
    { interval: { low: -1, high: 1 }, sentence: "luck is enough to explain" },
    { interval: { low: 0.1, high: 1 }, sentence: "timing of Momentum added more" },
    { interval: { low: -1, high: -0.1 }, sentence: "timing of Momentum cost more" },
  ])("is judged by the interval $interval", ({ interval, sentence }) => {
    expect(render({ overMix: { mean: 0, interval } })).toContain(sentence);
  });

  test("names the number of trials and the best result to be expected of them", () => {
    const text = render({
      ...{ trials: { count: 63, variance: 0.01 }, threshold: 0.1 },
      ...{ deflated: 0.25, deflatedWithoutTiming: 0.08 },
    });
    expect(text).toContain("25.0%");
    expect(text).toContain(
      "above 0.72, the highest to be expected from 63 trials without skill: as many. A mix that times nothing has 8.0%",
    );
    expect(text).toContain("SOL was chosen afterwards.");
    expect(text).toContain("95% confidence interval");
    expect(text).toMatch(/Independent bets \d+\.\d of 52 weeks/);
  });
});

describe("what the result hangs on", () => {
  const render = (change: Partial<SerializedAnalysis>, isBacktest = false) =>
    textOf(
      renderToStaticMarkup(
        <Comparison
          name="Momentum"
          style="momentum"
          analysis={{ ...analysis, ...change }}
          isBacktest={isBacktest}
        />,
      ),
    );
  const weeks = [
    { first: "2025-01-06", last: "2025-01-06", count: 1 },
    { first: "2025-02-03", last: "2025-02-17", count: 3 },
  ];

  test("names the weeks without a recommendation", () => {
    expect(render({})).toContain("The schedule missed no week.");
    expect(render({ missedWeeks: weeks })).toContain(
      "The schedule missed 4 weeks , which began on Jan 6, 2025 , Feb 3, 2025 to Feb 17, 2025",
    );
    expect(render({ missedWeeks: weeks }, true)).toContain(
      "No decision could be computed in 4 weeks",
    );
  });

  test("says where the rate of Treasury bills is from, unless it was set", () => {
    expect(render({})).toContain("three-month US bills in Apr 2026 (series TB3MS of FRED");
    const text = render({ cashRate: 2 });
    expect(text).toContain(
      "Treasury bills earn 2.00% a year on every day, a rate set by the operator",
    );
    expect(text).not.toContain("FRED");
  });

  test("states the time under water of the engine", () => {
    const { underWater } = tested.analysis!.strategies[0]!;
    const longest = Math.max(...underWater.map(({ days }) => days));
    expect(render({})).toContain(`for at most ${longest} days in a row`);
    expect(analysis.path.deepest.map(({ depth }) => depth)).toEqual(
      underWater
        .map(({ depth }) => Number(depth.toFixed(4)))
        .sort((one, other) => one - other)
        .slice(0, 5),
    );
  });
});

describe("the line in the charts", () => {
  const marks = (published: string | null) => {
    const { chart, path } = serializeBacktest(tested, published)!.analysis;
    return [chart.geometry, path.drawdown, path.exposure].map(({ mark }) => mark);
  };

  test("is where publishing began, in each of them", () => {
    // Of 364 days, 91 are a quarter.
    const mark = { at: 25, label: "Published since Sep 30, 2024" };
    expect(marks("2024-09-30")).toEqual([mark, mark, mark]);
  });

  test.each([null, FROM, TO])("is missing if all or none was published: %s", (published) => {
    expect(marks(published)).toEqual([null, null, null]);
  });

  test("exposure changes in steps", () => {
    const { geometry, first } = {
      geometry: analysis.path.exposure,
      first: tested.analysis!.exposure[0]!,
    };
    // The first point, and twice the day of the first change: with the former exposure, and with its own.
    const [start, before, after] = geometry.lines[0]!.points.split(" ");
    expect(start).toMatch(/^0,/);
    expect(before!.split(",")[0]).toBe(after!.split(",")[0]);
    expect(before!.split(",")[1]).toBe(start!.split(",")[1]);
    expect(first.percent).toBe(100 - (tested.weeks[0]!.allocation!.USDT ?? 0));
  });
});

test("a long line is thinned to both ends, the extremes and every nth point", () => {
  const line = Array.from({ length: 1000 }, (_, index) => (index === 501 ? 99 : index / 1000));
  const other = line.map((_, index) => (index === 333 ? -9 : 0));
  const kept = keptIndexes([line, other], 100);
  expect(kept.length).toBeLessThanOrEqual(100);
  expect(kept).toEqual(expect.arrayContaining([0, 333, 501, 999]));
  expect(kept).toEqual(kept.toSorted((a, b) => a - b));
  expect(keptIndexes([[1, 2, 3]], 100)).toEqual([0, 1, 2]);
});
