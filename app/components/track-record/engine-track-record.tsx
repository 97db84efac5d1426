import { DateTime } from "~/components/ui/date-time";
import { EmptyState } from "~/components/ui/list";
import { TextLink } from "~/components/ui/link";
import type { Engine } from "~/domain/engines";
import { FEE, START_VALUE } from "~/domain/track-record";
import type { RecordSummary } from "~/domain/track-record-simulation";
import { Disclosure } from "./calculation-steps";
import { DeadAssets } from "./record-parts";
import { describeDay } from "~/utils/dates";
import { engineDisplay } from "./engine-display";
import { LineChart } from "./line-chart";
import type { LineChartGeometry } from "./line-chart-geometry";
import { figure, plural } from "~/utils/format";
import { RecordFigures, RecordRows } from "./record-tables";
import { ReturnBars } from "./return-bars";
import type { SerializedTrackRecord } from "./serialize-track-record";

interface EngineTrackRecordProps extends SerializedTrackRecord {
  engine: Engine;
}

const COLLAPSE_ABOVE = 12;

/** The result of following each week's recommendation, compared with holding BTC. */
export function EngineTrackRecord(props: EngineTrackRecordProps) {
  const { summary, chart, missing } = props;
  return (
    <section aria-labelledby="track-record">
      <h2 id="track-record" className="section-title">
        Track record
      </h2>
      {summary && chart ? (
        <TrackRecordDetails {...props} summary={summary} chart={chart} />
      ) : (
        <EmptyState className="mt-5">{emptyMessage(props)}</EmptyState>
      )}
      {missing.count ? (
        <p className="mt-4 max-w-measure text-sm text-muted">
          {plural(missing.count, "recommendation")} could not be followed because there are no
          closes for {missing.assets.join(", ")}; the previous holdings were kept instead.
        </p>
      ) : null}
      <DeadAssets dead={props.dead} />
    </section>
  );
}

function emptyMessage({ rows, missing, engine }: EngineTrackRecordProps): string {
  const name = engineDisplay[engine].name.toLowerCase();
  if (rows.length) return "Not known yet: the first recommendation is waiting for its next close.";
  if (missing.count) return `Not known: there are no closes for ${missing.assets.join(", ")}.`;
  return `No ${name} recommendation has been followed yet.`;
}

interface TrackRecordDetailsProps extends EngineTrackRecordProps {
  summary: RecordSummary;
  chart: LineChartGeometry;
}

function TrackRecordDetails(props: TrackRecordDetailsProps) {
  const { engine, summary, chart, rows, rowCount, source } = props;
  const { name } = engineDisplay[engine];
  const completed = rows.filter(({ until }) => until !== null).reverse();
  const showsBars = rows.length === rowCount && completed.length > 0;
  return (
    <>
      <p className="mt-2 max-w-measure text-base text-pretty text-muted">
        What {START_VALUE} became by following the one recommendation that the schedule makes each
        week, compared with {START_VALUE} held in BTC, from <DateTime value={summary.from} /> to{" "}
        <DateTime value={summary.until} />
        {source ? ` (${source.label})` : ""}. Each recommendation is entered at the close of the day
        on which it was made. A fee of {figure(FEE * 100, { digits: 1 })}% is charged on everything
        bought or sold, including the BTC.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <figure className="min-w-0">
          <LineChart
            id="track-record-value"
            title={`What ${START_VALUE} became: following ${name}, and holding BTC`}
            description={describeChart(name, summary)}
            base={START_VALUE}
            geometry={chart}
            series={[
              { name, style: engine },
              { name: "BTC held", style: "benchmark" },
            ]}
          />
          {showsBars ? (
            <>
              <figcaption className="mt-10 text-sm text-muted">
                Return of each recommendation until the next, in percent
              </figcaption>
              <ReturnBars
                id="track-record-returns"
                rows={completed}
                from={summary.from}
                to={summary.until}
              />
            </>
          ) : null}
        </figure>
        <RecordFigures name={name} summary={summary} />
      </div>
      <p className="mt-2 mb-4 max-w-measure text-base text-pretty">
        BTC held is only one possible benchmark.{" "}
        <TextLink to={`${engineDisplay[engine].list}/track-record`}>The full track record</TextLink>{" "}
        adds other benchmarks, higher fees, each calendar year and statistics on luck and skill
        {engine === "momentum"
          ? ", as well as a backtest of the method on all available closes"
          : ""}
        .
      </p>
      {rows.length > COLLAPSE_ABOVE ? (
        <Disclosure
          summary={
            rowCount > rows.length
              ? `The newest ${rows.length} of ${plural(rowCount, "recommendation")} in a table`
              : `All ${plural(rowCount, "recommendation")} in a table`
          }
        >
          <RecordRows engine={engine} rows={rows} rowCount={rowCount} />
        </Disclosure>
      ) : (
        <RecordRows engine={engine} rows={rows} rowCount={rowCount} />
      )}
    </>
  );
}

function describeChart(name: string, { from, until, value, bitcoin }: RecordSummary): string {
  const rounded = (amount: number) => figure(amount, { digits: 1 });
  return [
    `From ${describeDay(from)} to ${describeDay(until)}, ${START_VALUE} became ${rounded(value)} by following ${name}`,
    `and ${rounded(bitcoin.value)} by holding BTC.`,
    "The figures and the table give the numbers.",
  ].join(" ");
}
