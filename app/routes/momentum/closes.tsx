import { clsx } from "clsx";
import { DataTable } from "~/components/track-record/data-table";
import { figure, price } from "~/utils/format";
import { DateTime } from "~/components/ui/date-time";
import { addDays, type Day } from "~/domain/calendar-days";
import type { Close } from "~/domain/close";
import { MOMENTUM_DAYS, momentumAssets, type Momentum } from "~/domain/momentum";
import type { UsedClose, UsedDay } from "./calculation-steps";

export const EndsTable = ({ calculation: { asOf, assets } }: { calculation: Momentum }) => (
  <DataTable
    caption="The two closes of each asset used for the rate of change"
    hasHiddenCaption
    rows={momentumAssets}
    keyOf={(asset) => asset}
    columns={[
      { label: "Asset", isText: true, cell: (asset) => <b className="font-medium">{asset}</b> },
      {
        label: `P at D−${MOMENTUM_DAYS}`,
        cell: (asset) => (
          <EndCell close={assets[asset].first} expectedDay={addDays(asOf, -MOMENTUM_DAYS)} />
        ),
      },
      {
        label: "P at D",
        cell: (asset) => <EndCell close={assets[asset].last} expectedDay={asOf} />,
      },
      {
        label: "Daily returns",
        cell: (asset) => (asset === "USDT" ? "not needed" : assets[asset].returns),
      },
    ]}
  />
);

const EndCell = ({ close, expectedDay }: { close: Close | null; expectedDay: Day }) =>
  close ? (
    <>
      {price(close.close)}
      {close.day === expectedDay ? null : (
        <span className="block text-warning">
          stand-in from <DateTime value={close.day} />
        </span>
      )}
    </>
  ) : (
    <span className="text-warning">none</span>
  );

/** All closes used with their daily returns, newest first. */
export const ClosesTable = ({ days }: { days: readonly UsedDay[] }) => (
  <DataTable
    caption={
      <>
        Closes in US dollars and, below each, ln(P<sub>day</sub> / P<sub>day before</sub>). A dash
        marks a day without a close; a return needs the closes of both days.
      </>
    }
    rows={days}
    keyOf={({ day }) => day}
    columns={[
      {
        label: "Day",
        isText: true,
        cell: ({ day }) => <DateTime value={day} className="whitespace-nowrap" />,
      },
      ...momentumAssets.map((asset) => ({
        label: asset,
        cell: ({ closes }: UsedDay) => (
          <CloseCell close={closes[asset]} hasReturn={asset !== "USDT"} />
        ),
      })),
    ]}
  />
);

function CloseCell({ close, hasReturn }: { close: UsedClose | null; hasReturn: boolean }) {
  if (!close) return "–";
  const { role, isStandIn, logReturn } = close;
  const label = role === "last" ? "P at D" : `P at D−${MOMENTUM_DAYS}`;
  return (
    <>
      <span className={role ? "font-medium" : undefined}>{price(close.close)}</span>
      {hasReturn ? (
        <span className="block text-muted">
          {logReturn === null ? "no return" : figure(logReturn, { digits: 6, isSigned: true })}
        </span>
      ) : null}
      {role ? (
        <span className={clsx("block", isStandIn ? "text-warning" : "text-muted")}>
          {isStandIn ? `${label}, stand-in` : label}
        </span>
      ) : null}
    </>
  );
}
