import { startOf } from "~/domain/calendar-days";
import { DEFAULT_CASH_RATE } from "~/domain/treasury-bills";
import { DateTime } from "~/components/ui/date-time";
import { START_VALUE } from "~/domain/track-record";
import { fees, strategyLabels, type StrategyName } from "~/domain/track-record-analysis";
import { WEEKS_PER_YEAR } from "~/domain/weekly-returns";
import { describeDay, formatMonth } from "~/utils/dates";
import { change, figure, figureOrDash } from "~/utils/format";
import { Disclosure } from "./calculation-steps";
import { DataTable } from "./data-table";
import { DeadAssets } from "./record-parts";
import { LineChart, type Series } from "./line-chart";
import { RecordPath } from "./record-path";
import { Robustness } from "./robustness";
import type { SerializedAnalysis, SerializedStrategy } from "./serialize-track-record";

interface ComparisonProps {
  name: string;
  style: "momentum" | "sentiment";
  analysis: SerializedAnalysis;
  /** Whether decisions were computed afterwards, rather than made by the schedule. */
  isBacktest?: boolean;
}

const styles: Partial<Record<StrategyName, Series["style"]>> = {
  bitcoin: "benchmark",
  bitcoinSol: "half",
  mix: "mix",
};
/** Names that fit beside a line on a phone. */
const shortNames: Partial<Record<StrategyName, string>> = {
  bitcoinSol: "BTC + SOL",
  mix: "Mean mix",
};

/** Compares an engine with strategies that need no engine: as charts, at each fee, by year, and what it hangs on. */
export function Comparison({ name, style, analysis, isBacktest = false }: ComparisonProps) {
  const { chart, from, until, strategies, dead } = analysis;
  const labels = strategyLabels(name);
  return (
    <>
      <LineChart
        title={`What ${START_VALUE} became: ${name} and its benchmarks`}
        description={`From ${describeDay(from)} to ${describeDay(until)}: ${strategies
          .map((one) => `${labels[one.name]} ${figureOrDash(one.results[0]?.value ?? null)}`)
          .join(", ")}.`}
        base={START_VALUE}
        geometry={chart.geometry}
        series={chart.names.map((one) => ({
          name: shortNames[one] ?? labels[one],
          style: styles[one] ?? style,
        }))}
      />
      <Disclosure summary="The chart as a table">
        <DataTable
          caption={`What ${START_VALUE} had become at the end of each period, at a fee of ${percentOf(fees[0])}`}
          rows={analysis.table}
          keyOf={({ day }) => day}
          columns={[
            { label: "Day", isText: true, cell: ({ day }) => <Day value={day} /> },
            ...strategies.map((one, index) => ({
              label: labels[one.name],
              cell: ({ values }: { values: number[] }) => figure(values[index]!, { digits: 1 }),
            })),
          ]}
        />
      </Disclosure>
      <Results labels={labels} strategies={strategies} />
      <Benchmarks name={name} analysis={analysis} />
      <FeeTable labels={labels} strategies={strategies} />
      <YearTable labels={labels} strategies={strategies} />
      <DeadAssets dead={dead} />
      <RecordPath name={name} style={style} analysis={analysis} isBacktest={isBacktest} />
      <Robustness name={name} labels={labels} analysis={analysis} isBacktest={isBacktest} />
    </>
  );
}

const percentOf = (fee: number) => `${figure(fee * 100, { digits: 1 })}%`;
const Day = ({ value }: { value: string }) => (
  <DateTime value={value} className="whitespace-nowrap" />
);

interface StrategyTableProps {
  labels: Record<StrategyName, string>;
  strategies: readonly SerializedStrategy[];
}

/** The column that names a strategy; the engine stands out. */
const nameColumn = (labels: StrategyTableProps["labels"]) => ({
  label: <span className="sr-only">Strategy</span>,
  isText: true,
  cell: ({ name }: SerializedStrategy) => (
    <span className={name === "engine" ? "font-medium" : "font-normal"}>{labels[name]}</span>
  ),
});

const Results = ({ labels, strategies }: StrategyTableProps) => (
  <DataTable
    className="mt-8"
    caption={`Results at a fee of ${percentOf(fees[0])}. The Sharpe ratio is computed from the returns of whole weeks above Treasury bills, without the days since, and annualised.`}
    rows={strategies}
    keyOf={({ name }) => name}
    columns={[
      nameColumn(labels),
      { label: `${START_VALUE} became`, cell: usual(({ value }) => figure(value)) },
      { label: "Return", cell: usual((one) => change(one.return)) },
      { label: "Max. drawdown", cell: usual(({ maximumDrawdown }) => change(maximumDrawdown)) },
      {
        label: "Volatility",
        cell: usual(({ volatility }) => (volatility === null ? "–" : `${figure(volatility)}%`)),
      },
      { label: "Sharpe", cell: ({ sharpe }) => annual(sharpe) },
      {
        label: "Turnover",
        cell: usual(({ turnover }) => `${figure(turnover, { digits: 0 })}%`),
      },
      { label: "Fees", cell: usual((one) => figure(one.fees)) },
    ]}
  />
);

/** Renders a cell from a strategy's result at the usual fee, the first in the list. */
const usual =
  (cell: (result: SerializedStrategy["results"][number]) => string) =>
  ({ results }: SerializedStrategy) =>
    results[0] ? cell(results[0]) : "–";

/** Formats a weekly Sharpe ratio as an annual one; a dash for `null`. */
export const annual = (sharpe: number | null): string =>
  figureOrDash(sharpe === null ? null : sharpe * Math.sqrt(WEEKS_PER_YEAR));

function Benchmarks({ name, analysis }: Pick<ComparisonProps, "name" | "analysis">) {
  const { mix, unknown } = analysis;
  const labels = strategyLabels(name);
  const shares = mix.map(({ asset, percent }) => `${asset} ${figure(percent, { digits: 1 })}%`);
  return (
    <ul className="mt-4 max-w-measure list-disc space-y-1 ps-5 text-base text-pretty text-muted">
      <li>“BTC held” and “USDT held” are bought on the first day and never traded again.</li>
      <li>
        Two portfolios are rebalanced to equal weights every seven days: BTC and SOL, between which
        Momentum chooses, and BTC and USDT.
      </li>
      <li>
        {labels.mix} has the average weights of {name} over the whole period ({shares.join(", ")})
        and is rebalanced every seven days; the share of a token that has no close yet waits in
        USDT. Nobody could know these weights in advance. What {name} returned beyond it is due to
        its timing.
      </li>
      <li>
        <CashRate percent={analysis.cashRate} /> This is also the risk-free rate of all Sharpe
        ratios.
      </li>
      <li>
        “{labels.engineBills}” keeps in Treasury bills whatever the recommendations leave in USDT.
        In all other rows USDT is valued at its closes and earns no interest, as in the outcome of
        each recommendation.
      </li>
      <li>All benchmarks pay the same fees and hold nothing but the assets named.</li>
      {unknown.length ? (
        <li>
          Left out because there is no close for the first day:{" "}
          {unknown.map((one) => labels[one]).join("; ")}.
        </li>
      ) : null}
    </ul>
  );
}

/** Says what Treasury bills earn, and where the rate is from. */
const CashRate = ({ percent }: { percent: number }) => {
  const { month, source, low, high, percent: usual } = DEFAULT_CASH_RATE;
  return percent === usual ? (
    <>
      Treasury bills earn {figure(percent)}% a year on every day. This is the rate of three-month US
      bills in {formatMonth(startOf(`${month}-01`))} {month.slice(0, 4)} ({source}); from 2021 until
      then it was between {figure(low)}% and {figure(high)}%.
    </>
  ) : (
    <>Treasury bills earn {figure(percent)}% a year on every day, a rate set by the operator.</>
  );
};

const FeeTable = ({ labels, strategies }: StrategyTableProps) => (
  <DataTable
    className="mt-8"
    caption={`What ${START_VALUE} became at different fees, charged on everything bought or sold`}
    rows={strategies}
    keyOf={({ name }) => name}
    columns={[
      nameColumn(labels),
      ...fees.map((fee, index) => ({
        label: percentOf(fee),
        cell: ({ results }: SerializedStrategy) => figureOrDash(results[index]?.value ?? null),
      })),
    ]}
  />
);

function YearTable({ labels, strategies }: StrategyTableProps) {
  const years = strategies[0]?.years ?? [];
  const [first, last] = [years[0], years.at(-1)];
  if (!first || !last) return null;
  return (
    <DataTable
      className="mt-8"
      caption={
        <>
          Return by calendar year, from the last close of the previous year; {first.year} begins on{" "}
          <Day value={first.from} />, {last.year} ends on <Day value={last.until} />
        </>
      }
      rows={strategies}
      keyOf={({ name }) => name}
      columns={[
        nameColumn(labels),
        ...years.map(({ year }) => ({
          label: year,
          cell: ({ years: ofOne }: SerializedStrategy) => {
            const found = ofOne.find((one) => one.year === year);
            return found ? change(found.return) : "–";
          },
        })),
      ]}
    />
  );
}
