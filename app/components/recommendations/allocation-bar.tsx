import { cx } from "~/utils/cx";
import { inkOf, inWords, type Share } from "./allocation";

interface AllocationBarProps {
  /** Whole percents that come to 100, in the order in which they are drawn. */
  allocation: readonly Share[];
  /** `lg`: labels on the bar and large figures under it; `sm`: a thin bar with a line of figures. */
  size?: "lg" | "sm";
  className?: string;
}

/** An allocation as one bar in its parts, with what they are written on them and under them. */
export function AllocationBar({ allocation, size = "lg", className }: AllocationBarProps) {
  const isLarge = size === "lg";
  return (
    <div className={className}>
      <svg
        role="img"
        aria-label={`Allocation: ${inWords(allocation)}`}
        className={cx("block w-full rounded-sm", isLarge ? "h-9" : "h-3")}
      >
        {partsOf(allocation).map((part) => (
          <Part key={part.asset} {...part} isLabelled={isLarge} />
        ))}
      </svg>
      <ul
        className={cx(
          "flex flex-wrap tabular-nums",
          isLarge ? "mt-3 gap-x-6 gap-y-1" : "mt-1.5 gap-x-3 text-sm",
        )}
      >
        {allocation.map(({ asset, percent }) => (
          <li key={asset} className="inline-flex items-baseline gap-1.5 whitespace-nowrap">
            <Swatch asset={asset} />
            <span className="text-sm text-muted">{asset}</span>
            <span className={isLarge ? "font-display text-xl font-medium" : "font-medium"}>
              {percent}%
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface PartProps extends Share {
  /** Where it begins, in percent of the bar. */
  from: number;
}

/** The parts that there are, each where the one before it ends. */
function partsOf(allocation: readonly Share[]): PartProps[] {
  let from = 0;
  return allocation
    .filter(({ percent }) => percent > 0)
    .map((share) => {
      const part = { ...share, from };
      from += share.percent;
      return part;
    });
}

/** As of which part of a narrow card's bar there is room for the symbol, and for the figure too. */
const ROOM = { symbol: 14, both: 23 };

function Part({ asset, percent, from, isLabelled }: PartProps & { isLabelled: boolean }) {
  const { fill, text } = inkOf(asset);
  return (
    <>
      <rect x={`${from}%`} width={`${percent}%`} height="100%" className={fill} />
      {from > 0 ? (
        // A gap, so that neighbours are apart also where they share a hue or are printed in grey.
        <rect x={`${from}%`} width="2" height="100%" className="-translate-x-px fill-raised" />
      ) : null}
      {isLabelled && percent >= ROOM.symbol ? (
        <text
          x={`${from + percent / 2}%`}
          y="50%"
          textAnchor="middle"
          dominantBaseline="central"
          className={cx("text-[0.75rem] font-semibold", text)}
        >
          {percent >= ROOM.both ? `${asset} ${percent}%` : asset}
        </text>
      ) : null}
    </>
  );
}

/** The colour of a part beside its name; drawn, so that it is printed too. */
const Swatch = ({ asset }: { asset: string }) => (
  <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false" className="size-2.5 self-center">
    <rect width="10" height="10" rx="2" className={inkOf(asset).fill} />
  </svg>
);
