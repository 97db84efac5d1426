import { clsx } from "clsx";
import { inkOf, describeShares, type Share } from "./allocation-colors";

interface AllocationBarProps {
  /** Whole percents that come to 100, in the order in which they are drawn. */
  allocation: readonly Share[];
  /** `lg`: labels on the bar and large figures under it; `sm`: a thin bar with a line of figures. */
  size?: "lg" | "sm";
  /** How the figures under it stand: side by side, or each on a line of its own. */
  figures?: "row" | "lines";
  className?: string;
}

/** An allocation as one bar in its parts, with what they are written on them and under them. */
export function AllocationBar(props: AllocationBarProps) {
  const { allocation, size = "lg", figures = "row", className } = props;
  const isLarge = size === "lg";
  return (
    <div className={className}>
      <svg
        role="img"
        aria-label={`Allocation: ${describeShares(allocation)}`}
        className={clsx("block w-full rounded-sm", isLarge ? "h-9" : "h-3")}
      >
        {partsOf(allocation).map((part) => (
          <Part key={part.asset} {...part} isLabelled={isLarge} />
        ))}
      </svg>
      {figures === "lines" ? (
        <ul className="mt-2 divide-y divide-line tabular-nums">
          {allocation.map(({ asset, percent }) => (
            <li key={asset} className="flex items-center gap-2 py-1 text-base">
              <Swatch asset={asset} />
              <span className="grow">{asset}</span>
              <span className="font-medium">{percent}%</span>
            </li>
          ))}
        </ul>
      ) : (
        <ul
          className={clsx(
            "flex flex-wrap tabular-nums",
            isLarge ? "mt-3 gap-x-8 gap-y-2" : "mt-1.5 gap-x-3 text-sm",
          )}
        >
          {allocation.map(({ asset, percent }) => (
            <li key={asset} className={isLarge ? undefined : "whitespace-nowrap"}>
              <span className="inline-flex items-center gap-1.5 text-sm text-muted">
                <Swatch asset={asset} />
                {asset}
              </span>{" "}
              <span
                className={
                  isLarge ? "block font-display text-2xl leading-none font-medium" : "font-medium"
                }
              >
                {percent}%
              </span>
            </li>
          ))}
        </ul>
      )}
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
          className={clsx("text-[min(0.75rem,3.75cqi)] font-semibold", text)}
        >
          {percent >= ROOM.both ? `${asset} ${percent}%` : asset}
        </text>
      ) : null}
    </>
  );
}

/** The colour of a part beside its name; drawn, so that it is printed too. */
const Swatch = ({ asset }: { asset: string }) => (
  <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false" className="size-2.5 shrink-0">
    <rect width="10" height="10" rx="2" className={inkOf(asset).fill} />
  </svg>
);
