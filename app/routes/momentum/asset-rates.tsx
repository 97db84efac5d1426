import { clsx } from "clsx";
import { toneOf } from "~/components/track-record/gain";
import { change } from "~/utils/format";

interface RatesProps {
  /** The change in four weeks by asset, in percent; `null` where it is not known. */
  rates: Readonly<Record<string, number | null>>;
  className?: string;
}

/** A line for each rate of change that there is, with the colour of its sign. */
export function AssetRates({ rates, className }: RatesProps) {
  const known = Object.entries(rates).flatMap(([asset, rate]) =>
    rate === null ? [] : [{ asset, rate }],
  );
  return known.length ? (
    <dl className={clsx("text-sm tabular-nums", className)}>
      {known.map(({ asset, rate }) => (
        <div
          key={asset}
          className="flex justify-between gap-x-4 whitespace-nowrap @max-[18rem]/frame:flex-wrap"
        >
          <dt className="text-muted">{asset} 4-Week ROC</dt>
          <dd className={clsx("font-medium", toneOf(change(rate)))}>{change(rate)}</dd>
        </div>
      ))}
    </dl>
  ) : null;
}
