import { clsx } from "clsx";
import { DataTable } from "~/components/track-record/data-table";
import { figure, price } from "~/utils/format";
import { DateTime } from "~/components/ui/date-time";
import { addDays, type Day } from "~/domain/calendar-days";
import { MOMENTUM_DAYS, momentumAssets, type Close, type Momentum } from "~/domain/momentum";
import type { UsedClose, UsedDay } from "./calculation-steps";

/** The closes at both ends of the four weeks. */
export const EndsTable = ({ calculation: { asOf, assets } }: { calculation: Momentum }) => (
  <DataTable
    caption="The two closes of each asset that the rate of change needs"
    hasHiddenCaption
    rows={momentumAssets}
    keyOf={(asset) => asset}
    columns={[
      { label: "Asset", isText: true, cell: (asset) => <b className="font-medium">{asset}</b> },
      {
        label: `P at D−${MOMENTUM_DAYS}`,
        cell: (asset) => <End close={assets[asset].first} wanted={addDays(asOf, -MOMENTUM_DAYS)} />,
      },
      { label: "P at D", cell: (asset) => <End close={assets[asset].last} wanted={asOf} /> },
      {
        label: "Daily returns",
        cell: (asset) => (asset === "USDT" ? "not needed" : assets[asset].returns),
      },
    ]}
  />
);

const End = ({ close, wanted }: { close: Close | null; wanted: Day }) =>
  close ? (
    <>
      {price(close.close)}
      {close.day === wanted ? null : (
        <span className="block text-warning">
          stand-in of <DateTime value={close.day} />
        </span>
      )}
    </>
  ) : (
    <span className="text-warning">none</span>
  );

/** Every close that was used with its daily return, the newest first. */
export const ClosesTable = ({ days }: { days: readonly UsedDay[] }) => (
  <DataTable
    caption={
      <>
        Closes in US dollars and, below each, ln(P<sub>day</sub> / P<sub>day before</sub>). A dash
        is a day without a close; a return needs both days.
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
        cell: ({ closes }: UsedDay) => <Used close={closes[asset]} hasReturn={asset !== "USDT"} />,
      })),
    ]}
  />
);

function Used({ close, hasReturn }: { close: UsedClose | null; hasReturn: boolean }) {
  if (!close) return "–";
  const { role, isStandIn, logReturn } = close;
  const place = role === "last" ? "P at D" : `P at D−${MOMENTUM_DAYS}`;
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
          {isStandIn ? `${place}, stand-in` : place}
        </span>
      ) : null}
    </>
  );
}
