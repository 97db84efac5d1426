import { FEE, START_VALUE, type Performance, type RecordSummary } from "~/domain/track-record";
import { DataTable } from "./data-table";
import { change, figure } from "~/utils/format";

interface Figure {
  label: string;
  of: (performance: Performance) => string;
}

const figures: readonly Figure[] = [
  { label: `${START_VALUE} became`, of: ({ value }) => figure(value) },
  { label: "Return", of: (performance) => change(performance.return) },
  { label: "Maximum drawdown", of: ({ maximumDrawdown }) => change(maximumDrawdown) },
  {
    label: "Volatility a year",
    of: ({ volatility }) => (volatility === null ? "–" : `${figure(volatility)}%`),
  },
];

/** How following an engine went beside holding BTC. */
export function RecordFigures({ name, summary }: { name: string; summary: RecordSummary }) {
  const { bitcoin, weeks, losers, turnover, fees } = summary;
  const rows: { label: string; own: string; beside: string }[] = [
    ...figures.map(({ label, of }) => ({ label, own: of(summary), beside: of(bitcoin) })),
    { label: "Losers", own: `${losers} of ${weeks}`, beside: "–" },
    { label: "Turnover", own: `${figure(turnover, { digits: 0 })}%`, beside: "100%" },
    { label: "Fees", own: figure(fees), beside: figure(START_VALUE * FEE) },
  ];
  return (
    <DataTable
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
