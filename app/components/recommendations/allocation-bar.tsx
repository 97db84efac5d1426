import { clsx } from "clsx";
import { colorsOf, describeShares, type Share } from "./allocation-colors";

interface AllocationBarProps {
  /** Whole percentages that sum to 100, in drawing order. */
  allocation: readonly Share[];
  /** `lg`: labels on the bar and large figures below; `sm`: a thin bar with one line of figures. */
  size?: "lg" | "sm";
  /** Whether the figures below stand side by side or one per line. */
  figures?: "row" | "lines";
  className?: string;
}

/** An allocation as a stacked bar, with labels on it and figures below. */
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
        {segmentsOf(allocation).map((segment) => (
          <Segment key={segment.asset} {...segment} isLabelled={isLarge} />
        ))}
      </svg>
      {figures === "lines" ? (
        <ul className="mt-2 divide-y divide-line tabular-nums">
          {allocation.map(({ asset, percent, label = asset }) => (
            <li key={asset} className="flex items-center gap-2 py-1 text-base">
              <Swatch asset={asset} />
              <span className="grow">{label}</span>
              <span className="font-medium">{`${percent}%`}</span>
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
          {allocation.map(({ asset, percent, label = asset }) => (
            <li key={asset} className={isLarge ? undefined : "whitespace-nowrap"}>
              <span className="inline-flex items-center gap-1.5 text-sm text-muted">
                <Swatch asset={asset} />
                {label}
              </span>{" "}
              <span
                className={
                  isLarge ? "block font-display text-2xl leading-none font-medium" : "font-medium"
                }
              >
                {`${percent}%`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SegmentProps extends Share {
  /** Start position, in percent of the bar. */
  from: number;
}

function segmentsOf(allocation: readonly Share[]): SegmentProps[] {
  let from = 0;
  return allocation
    .filter(({ percent }) => percent > 0)
    .map((share) => {
      const segment = { ...share, from };
      from += share.percent;
      return segment;
    });
}

/** The smallest shares that have room, on a narrow card, for the symbol alone and for symbol and percentage. */
const MIN_LABEL_PERCENT = { symbol: 14, both: 23 };

function Segment({ asset, percent, from, isLabelled }: SegmentProps & { isLabelled: boolean }) {
  const { fill, text } = colorsOf(asset);
  return (
    <>
      <rect x={`${from}%`} width={`${percent}%`} height="100%" className={fill} />
      {from > 0 ? (
        // A gap separates neighbours that share a hue or are printed in grey.
        <rect x={`${from}%`} width="2" height="100%" className="-translate-x-px fill-raised" />
      ) : null}
      {isLabelled && percent >= MIN_LABEL_PERCENT.symbol ? (
        <text
          x={`${from + percent / 2}%`}
          y="50%"
          textAnchor="middle"
          dominantBaseline="central"
          className={clsx("text-[min(0.75rem,3.75cqi)] font-semibold", text)}
        >
          {percent >= MIN_LABEL_PERCENT.both ? `${asset} ${percent}%` : asset}
        </text>
      ) : null}
    </>
  );
}

/** Colour key; an SVG rather than a background so that it is printed too. */
const Swatch = ({ asset }: { asset: string }) => (
  <svg viewBox="0 0 10 10" aria-hidden="true" focusable="false" className="size-2.5 shrink-0">
    <rect width="10" height="10" rx="2" className={colorsOf(asset).fill} />
  </svg>
);
