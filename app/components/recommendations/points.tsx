import { sharesOf } from "~/domain/allocation";

/** Percentage points by asset: `BTC +4, USDT −4`, cash last. */
export const Points = ({ points }: { points: Readonly<Record<string, number>> }) => (
  <span className="flex flex-wrap gap-x-4 tabular-nums">
    {sharesOf(points).map(({ asset, percent }) => (
      <span key={asset} className="whitespace-nowrap">
        {asset} {percent > 0 ? "+" : "−"}
        {Math.abs(percent)}
      </span>
    ))}
  </span>
);
