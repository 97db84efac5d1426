import { clsx } from "clsx";
import { gainColor } from "~/components/track-record/gain";
import { change } from "~/utils/format";

interface AssetRatesProps {
  /** Four-week change by asset, in percent; `null` if unknown. */
  rates: Readonly<Record<string, number | null>>;
  className?: string;
}

/** The known rates of change, coloured by sign. */
export function AssetRates({ rates, className }: AssetRatesProps) {
  const knownRates = Object.entries(rates).flatMap(([asset, rate]) =>
    rate === null ? [] : [{ asset, rate: change(rate) }],
  );
  return knownRates.length ? (
    <dl className={clsx("text-sm tabular-nums", className)}>
      {knownRates.map(({ asset, rate }) => (
        <div
          key={asset}
          className="flex justify-between gap-x-4 whitespace-nowrap @max-[18rem]/frame:flex-wrap"
        >
          <dt className="text-muted">{`${asset} 4-Week ROC`}</dt>
          <dd className={clsx("font-medium", gainColor(rate))}>{rate}</dd>
        </div>
      ))}
    </dl>
  ) : null;
}
