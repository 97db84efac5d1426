import { FEE, START_VALUE } from "~/domain/track-record";
import type { Performance, RecordSummary } from "~/domain/track-record-simulation";
import { DataTable } from "./data-table";
import { change, figure } from "~/utils/format";

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

/** Key figures of following an engine compared with holding BTC. */
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
