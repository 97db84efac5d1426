import { Link } from "~/components/ui/link";
import { sharesOf } from "../recommendations/allocation-colors";
import { DateTime } from "~/components/ui/date-time";
import type { Engine } from "~/domain/engines";
import { START_VALUE, FEE } from "~/domain/track-record";
import { engineDisplay } from "./engine-display";
import { DataTable } from "./data-table";
import { Gain } from "./record-parts";
import { change, figure, plural } from "~/utils/format";
import type { SerializedRow, SerializedTrackRecord } from "./serialize-track-record";
import type { Performance, RecordSummary } from "~/domain/track-record-simulation";

interface RecordRowsProps extends Pick<SerializedTrackRecord, "rows" | "rowCount"> {
  engine: Engine;
}

export function RecordRows({ engine, rows, rowCount }: RecordRowsProps) {
  const { name, list } = engineDisplay[engine];
  const hiddenCount = rowCount - rows.length;
  return (
    <DataTable
      captionId="track-record-rows"
      className="mt-8"
      caption={
        <>
          Every {name.toLowerCase()} recommendation followed, newest first
          {hiddenCount ? `; ${plural(hiddenCount, "older one")} not shown here` : ""}. Turnover is
          what was bought and sold, as a percentage of the portfolio; the fee is in units of the
          initial {START_VALUE}.
        </>
      }
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: "Made on",
          isText: true,
          cell: ({ id, day, changedTexts }) => (
            <>
              <Link to={`${list}/${id}`} className="link whitespace-nowrap">
                <DateTime value={day} />
              </Link>
              {changedTexts ? (
                <span className="block text-sm text-muted">
                  {plural(changedTexts, "text")} removed or edited
                </span>
              ) : null}
            </>
          ),
        },
        { label: "Held until", isText: true, cell: ({ until }) => <EndDate until={until} /> },
        {
          label: "Allocation",
          isText: true,
          cell: (row) => <span className="block min-w-36">{describeHoldings(row.allocation)}</span>,
        },
        { label: "Return", cell: (row) => (row.until ? <Gain percent={row.return} /> : "–") },
        { label: "BTC held", cell: ({ until, bitcoin }) => (until ? change(bitcoin) : "–") },
        { label: "Turnover", cell: ({ turnover }) => `${figure(turnover, { digits: 0 })}%` },
        { label: "Fee", cell: ({ fee }) => figure(fee) },
        {
          label: `${START_VALUE} became`,
          cell: ({ value }) => (value === null ? "–" : figure(value)),
        },
      ]}
    />
  );
}

const EndDate = ({ until }: { until: string | null }) =>
  until ? (
    <DateTime value={until} className="whitespace-nowrap" />
  ) : (
    <span className="text-muted">not known yet</span>
  );

/** The holdings as text, each symbol kept on one line with its percentage. */
const describeHoldings = (allocation: SerializedRow["allocation"]): string =>
  sharesOf(allocation)
    .filter(({ percent }) => percent > 0)
    .map(({ asset, percent }) => `${asset}\u00a0${percent}%`)
    .join(", ");

interface Figure {
  label: string;
  valueOf: (performance: Performance) => string;
}

const figures: readonly Figure[] = [
  { label: `${START_VALUE} became`, valueOf: ({ value }) => figure(value) },
  { label: "Return", valueOf: (performance) => change(performance.return) },
  { label: "Maximum drawdown", valueOf: ({ maximumDrawdown }) => change(maximumDrawdown) },
  {
    label: "Annual volatility",
    valueOf: ({ volatility }) => (volatility === null ? "–" : `${figure(volatility)}%`),
  },
];

export function RecordFigures({ name, summary }: { name: string; summary: RecordSummary }) {
  const { bitcoin, weeks, losers, turnover, fees } = summary;
  const rows: { label: string; engine: string; benchmark: string }[] = [
    ...figures.map(({ label, valueOf }) => ({
      label,
      engine: valueOf(summary),
      benchmark: valueOf(bitcoin),
    })),
    { label: "Losing weeks", engine: `${losers} of ${weeks}`, benchmark: "–" },
    { label: "Turnover", engine: `${figure(turnover, { digits: 0 })}%`, benchmark: "100%" },
    { label: "Fees", engine: figure(fees), benchmark: figure(START_VALUE * FEE) },
  ];
  return (
    <DataTable
      captionId="track-record-figures"
      caption={`Figures for ${name} and for BTC held`}
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
        { label: name, cell: ({ engine }) => <b className="font-medium">{engine}</b> },
        { label: "BTC held", cell: ({ benchmark }) => benchmark },
      ]}
    />
  );
}
