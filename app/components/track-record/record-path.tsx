import { CASH } from "~/domain/tokens";
import { DateTime } from "~/components/ui/date-time";
import { figure, change, formatNumber, plural } from "~/utils/format";
import { describeDay } from "~/utils/dates";
import { Disclosure } from "./calculation-steps";
import { DataTable } from "./data-table";
import { LineChart, type Series } from "./line-chart";
import type { SerializedAnalysis } from "./serialize-track-record";

interface RecordPathProps {
  name: string;
  style: Series["style"];
  analysis: SerializedAnalysis;
  isBacktest: boolean;
}

/** How an engine went over time: how far and how long it was below its highest value, and how much was at risk. */
export function RecordPath({ name, style, analysis, isBacktest }: RecordPathProps) {
  const { path, from, until, mix } = analysis;
  const hasBitcoin = path.names.includes("bitcoin");
  const cash = mix.find(({ asset }) => asset === CASH)?.percent ?? 0;
  const percent = (value: number) => `${figure(value, { digits: 1 })}%`;
  const period = `From ${describeDay(from)} to ${describeDay(until)}`;
  return (
    <>
      <h3 className="mt-10 font-display text-xl font-medium">Drawdown</h3>
      <p className="mt-2 max-w-measure text-base text-pretty">
        <TimeUnderWater name={name} analysis={analysis} />
      </p>
      <LineChart
        title={`Drawdown of ${name}${hasBitcoin ? " and of BTC held" : ""}, in percent below the highest value so far`}
        description={`${period}. The tables have the numbers.`}
        base={0}
        isFilled
        geometry={path.drawdown}
        series={[
          { name, style },
          { name: "BTC held", style: "benchmark" },
        ]}
      />
      {path.deepest.length ? <DeepestTable name={name} deepest={path.deepest} /> : null}
      <h3 className="mt-10 font-display text-xl font-medium">Exposure</h3>
      <p className="mt-2 max-w-measure text-base text-pretty">
        On average {percent(100 - cash)} was not in USDT. Of{" "}
        {plural(path.entries, isBacktest ? "decision" : "recommendation")},{" "}
        {formatNumber(path.inCash)} left everything in USDT. The chart shows the share outside of
        USDT that each one asked for, in percent.
      </p>
      <LineChart
        title={`Exposure of ${name}: the share that was not in USDT, in percent`}
        description={`${period}, ${percent(100 - cash)} on average. The table has the numbers.`}
        base={0}
        isFilled
        geometry={path.exposure}
        series={[{ name: "Exposure", style }]}
      />
      <Disclosure summary="Drawdown and exposure as a table">
        <DataTable
          caption="Drawdown and exposure at the end of each period"
          rows={path.table}
          keyOf={({ day }) => day}
          columns={[
            { label: "Day", isText: true, cell: ({ day }) => <Day value={day} /> },
            ...path.names.map((one, index) => ({
              label: `Drawdown of ${one === "engine" ? name : "BTC held"}`,
              cell: ({ drawdowns }: { drawdowns: number[] }) => change(drawdowns[index]!),
            })),
            { label: "Exposure", cell: ({ exposure }) => percent(exposure) },
          ]}
        />
      </Disclosure>
    </>
  );
}

const Day = ({ value }: { value: string }) => (
  <DateTime value={value} className="whitespace-nowrap" />
);

/** States the deepest drawdown, and the longest and the present time under water. */
function TimeUnderWater({ name, analysis }: Pick<RecordPathProps, "name" | "analysis">) {
  const [engine] = analysis.strategies;
  const { deepest } = analysis.path;
  const worst = deepest[0];
  if (!engine || !worst) return <>{name} was never below an earlier value.</>;
  return (
    <>
      {name} fell by up to {figure(-worst.depth)}% from a highest value, until{" "}
      <DateTime value={worst.trough} />. It was under water, below an earlier highest value, for at
      most {plural(engine.longest, "day")} in a row.{" "}
      {engine.current
        ? `On ${describeDay(analysis.until)} it had been under water for ${plural(engine.current, "day")}.`
        : `On ${describeDay(analysis.until)} it was at its highest value.`}
    </>
  );
}

interface DeepestTableProps {
  name: string;
  deepest: SerializedAnalysis["path"]["deepest"];
}

const DeepestTable = ({ name, deepest }: DeepestTableProps) => (
  <DataTable
    caption={`The deepest drawdowns of ${name}, each from a highest value until it was reached again`}
    rows={deepest}
    keyOf={({ peak }) => peak}
    columns={[
      { label: "Highest on", isText: true, cell: ({ peak }) => <Day value={peak} /> },
      { label: "Drawdown", cell: ({ depth }) => change(depth) },
      { label: "Days under water", cell: ({ days }) => formatNumber(days) },
      { label: "Lowest on", isText: true, cell: ({ trough }) => <Day value={trough} /> },
      {
        label: "Reached again",
        isText: true,
        cell: ({ recovered }) => (recovered ? <Day value={recovered} /> : "not yet"),
      },
    ]}
  />
);
