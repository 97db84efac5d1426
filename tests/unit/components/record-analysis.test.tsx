/** What the page of a track record says about its numbers. */
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Significance } from "~/components/track-record/significance";
import {
  serializeBacktest,
  type SerializedMap,
  keptIndexes,
} from "~/components/track-record/serialize-track-record";
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
const tested = backtestMethod({ closes, from: FROM, to: TO });
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
          statistics={{ ...statistics!, ...change }}
        />,
      ),
    );

  test.each([
    { interval: { low: -1, high: 1 }, sentence: "luck is enough to explain" },
    { interval: { low: 0.1, high: 1 }, sentence: "did better than BTC" },
    { interval: { low: -1, high: -0.1 }, sentence: "did worse than BTC" },
  ])("is judged by the interval $interval", ({ interval, sentence }) => {
    expect(render({ interval })).toContain(sentence);
  });

  test("names the number of trials and the best result to be expected of them", () => {
    const text = render({ trials: { count: 63, variance: 0.01 }, threshold: 0.1, deflated: 0.25 });
    expect(text).toContain("25.0%");
    expect(text).toContain(
      "above 0.72, the highest to be expected from 63 trials without skill: as many",
    );
    expect(text).toContain("95% confidence interval");
    expect(text).toMatch(/Independent bets \d+\.\d of 52 weeks/);
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
