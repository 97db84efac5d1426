import { Link } from "~/components/ui/link";
import { sharesOf } from "../recommendations/allocation-colors";
import { DateTime } from "~/components/ui/date-time";
import type { Engine } from "~/domain/engines";
import { START_VALUE } from "~/domain/track-record";
import { engineDisplay } from "./engine-display";
import { DataTable } from "./data-table";
import { Gain } from "./gain";
import { change, figure, plural } from "~/utils/format";
import type { SerializedRow, SerializedTrackRecord } from "./serialize-track-record";

interface RecordRowsProps extends Pick<SerializedTrackRecord, "rows" | "rowCount"> {
  engine: Engine;
}

/** The table of followed recommendations with their returns and costs. */
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
          cell: ({ id, day }) => (
            <Link to={`${list}/${id}`} className="link whitespace-nowrap">
              <DateTime value={day} />
            </Link>
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
