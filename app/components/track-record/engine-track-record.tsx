import { Link } from "@remix-run/react";
import { sharesOf } from "~/components/recommendations/allocation";
import { NotAdvice } from "~/components/recommendations/not-advice";
import { SampleBadge } from "~/components/recommendations/sample-badge";
import { DateTime } from "~/components/ui/date-time";
import { EmptyState } from "~/components/ui/empty-state";
import type { Engine } from "~/domain/engines";
import { FEE, START_VALUE, type Performance, type RecordSummary } from "~/domain/track-record";
import { plural } from "~/utils/format";
import { Disclosure } from "./calculation";
import { dayInWords } from "./days";
import { engineLooks } from "./engines";
import { FigureTable } from "./figure-table";
import { LineChart } from "./line-chart";
import { figure } from "./numbers";
import { ReturnBars } from "./return-bars";
import type { ShownRow, ShownTrackRecord } from "./shown";

interface EngineTrackRecordProps extends ShownTrackRecord {
  engine: Engine;
}

/** As of how many rows the table is folded away. */
const LONG = 12;

/** What following every recommendation of an engine came to, beside holding BTC. */
export function EngineTrackRecord(props: EngineTrackRecordProps) {
  const { summary, source, missing } = props;
  return (
    <section aria-labelledby="track-record">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="track-record" className="font-display text-2xl font-medium">
          Track record
        </h2>
        {source?.isSample ? <SampleBadge>Sample prices</SampleBadge> : null}
      </div>
      {summary ? (
        <Followed {...props} summary={summary} />
      ) : (
        <EmptyState className="mt-5">{whyEmpty(props)}</EmptyState>
      )}
      {missing.count ? (
        <p className="mt-4 max-w-measure text-sm text-muted">
          {plural(missing.count, "recommendation")} could not be followed, for want of closes for{" "}
          {missing.assets.join(", ")}; what was held before was kept instead.
        </p>
      ) : null}
      <NotAdvice className="mt-4" />
    </section>
  );
}

function whyEmpty({ rows, missing, engine }: EngineTrackRecordProps): string {
  const name = engineLooks[engine].name.toLowerCase();
  if (rows.length) return "Not known yet: the first recommendation is waiting for its next close.";
  if (missing.count) return `Not known: there are no closes for ${missing.assets.join(", ")}.`;
  return `No ${name} recommendation has been followed yet.`;
}

function Followed(props: EngineTrackRecordProps & { summary: RecordSummary }) {
  const { engine, summary, points, rows, rowCount, source } = props;
  const { name } = engineLooks[engine];
  const ended = rows.filter(({ until }) => until !== null).reverse();
  const hasAllBars = rows.length === rowCount && ended.length > 0;
  return (
    <>
      <p className="mt-2 max-w-measure text-base text-pretty text-muted">
        What {START_VALUE} became that followed every recommendation, beside {START_VALUE} in BTC
        held, from <DateTime value={summary.from} /> to <DateTime value={summary.until} />
        {source ? ` (${source.label})` : ""}. Each was entered at the close of the day on which it
        was made. Of all that is bought or sold {figure(FEE * 100, { digits: 1 })} % is taken off as
        a fee, also of the BTC.
      </p>
      <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <figure className="min-w-0">
          <LineChart
            title={`What ${START_VALUE} became: ${name} followed, and BTC held`}
            description={described(name, summary)}
            base={START_VALUE}
            series={[
              { name, look: engine, points },
              {
                name: "BTC held",
                look: "beside",
                points: points.map(({ day, bitcoin }) => ({ day, value: bitcoin })),
              },
            ]}
          />
          {hasAllBars ? (
            <>
              <figcaption className="mt-10 text-sm text-muted">
                Return of each recommendation until the next, in percent
              </figcaption>
              <ReturnBars rows={ended} from={summary.from} to={summary.until} />
            </>
          ) : null}
        </figure>
        <Summary name={name} summary={summary} />
      </div>
      {rows.length > LONG ? (
        <Disclosure summary={`All ${plural(rowCount, "recommendation")} in a table`}>
          <Rows {...props} />
        </Disclosure>
      ) : (
        <Rows {...props} />
      )}
    </>
  );
}

/** What the chart shows, for those who cannot see it. */
function described(name: string, { from, until, value, bitcoin }: RecordSummary): string {
  const one = (each: number) => figure(each, { digits: 1 });
  return [
    `From ${dayInWords(from)} to ${dayInWords(until)}, ${START_VALUE} became ${one(value)} by following ${name}`,
    `and ${one(bitcoin.value)} by holding BTC.`,
    "The figures and the table beside it have the numbers.",
  ].join(" ");
}

interface Figure {
  label: string;
  of: (performance: Performance) => string;
}

const change = (value: number) => `${figure(value, { isSigned: true })} %`;

const figures: readonly Figure[] = [
  { label: `${START_VALUE} became`, of: ({ value }) => figure(value) },
  { label: "Return", of: (performance) => change(performance.return) },
  { label: "Maximum drawdown", of: ({ maximumDrawdown }) => change(maximumDrawdown) },
  {
    label: "Volatility a year",
    of: ({ volatility }) => (volatility === null ? "–" : `${figure(volatility)} %`),
  },
];

function Summary({ name, summary }: { name: string; summary: RecordSummary }) {
  const { bitcoin, weeks, losers, turnover, fees } = summary;
  const rows: { label: string; own: string; beside: string }[] = [
    ...figures.map(({ label, of }) => ({ label, own: of(summary), beside: of(bitcoin) })),
    { label: "Losers", own: `${losers} of ${weeks}`, beside: "–" },
    { label: "Turnover", own: `${figure(turnover, { digits: 0 })} %`, beside: "100 %" },
    { label: "Fees", own: figure(fees), beside: figure(START_VALUE * FEE) },
  ];
  return (
    <FigureTable
      caption={`Figures of ${name} and of BTC held`}
      hasHiddenCaption
      className="self-start"
      rows={rows}
      keyOf={({ label }) => label}
      columns={[
        {
          label: <span className="sr-only">Figure</span>,
          isText: true,
          cell: ({ label }) => label,
        },
        { label: name, cell: ({ own }) => <b className="font-medium">{own}</b> },
        { label: "BTC held", cell: ({ beside }) => beside },
      ]}
    />
  );
}

function Rows({ engine, rows, rowCount }: EngineTrackRecordProps) {
  const { name, list } = engineLooks[engine];
  const left = rowCount - rows.length;
  return (
    <FigureTable
      className="mt-8"
      caption={
        <>
          Every {name.toLowerCase()} recommendation that was followed, the newest first
          {left ? `; ${plural(left, "older one")} not shown here` : ""}. Turnover is what was bought
          and sold for it, in percent of the portfolio; the fee is of the {START_VALUE} that it
          began with.
        </>
      }
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: "Made on",
          isText: true,
          cell: ({ id, day }) => (
            <Link to={`${list}/${id}`} className="link whitespace-nowrap">
              <DateTime value={day} />
            </Link>
          ),
        },
        { label: "Held until", isText: true, cell: ({ until }) => <Until until={until} /> },
        {
          label: "Allocation",
          isText: true,
          cell: (row) => <span className="block min-w-36">{heldInWords(row.allocation)}</span>,
        },
        { label: "Return", cell: (row) => <Return row={row} /> },
        { label: "BTC held", cell: ({ until, bitcoin }) => (until ? change(bitcoin) : "–") },
        { label: "Turnover", cell: ({ turnover }) => `${figure(turnover, { digits: 0 })} %` },
        { label: "Fee", cell: ({ fee }) => figure(fee) },
        {
          label: `${START_VALUE} became`,
          cell: ({ value }) => (value === null ? "–" : figure(value)),
        },
      ]}
    />
  );
}

const Until = ({ until }: { until: string | null }) =>
  until ? (
    <DateTime value={until} className="whitespace-nowrap" />
  ) : (
    <span className="text-muted">not known yet</span>
  );

/** What is held, each part with its figure on one line. */
const heldInWords = (allocation: ShownRow["allocation"]): string =>
  sharesOf(allocation)
    .filter(({ percent }) => percent > 0)
    .map(({ asset, percent }) => `${asset}\u00a0${percent}%`)
    .join(", ");

/** A gain or a loss, in its colour and with its sign; one that is very small with more digits. */
function Return({ row }: { row: ShownRow }) {
  if (row.until === null) return "–";
  const tone = row.return < 0 ? "text-negative" : row.return > 0 ? "text-positive" : undefined;
  const digits = Math.abs(row.return) < 0.005 ? 4 : 2;
  return <span className={tone}>{`${figure(row.return, { digits, isSigned: true })} %`}</span>;
}
