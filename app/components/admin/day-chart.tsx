import { useId } from "react";
import { formatNumber } from "~/utils/format";

interface DayChartProps {
  label: string;
  days: readonly string[];
  values: readonly number[];
}

const HEIGHT = 48;

/** A small bar for each day. Its numbers are in the text for who does not see it, and in the table. */
export function DayChart({ label, days, values }: DayChartProps) {
  const id = useId();
  const most = Math.max(1, ...values);
  const sum = values.reduce((all, value) => all + value, 0);
  const width = 100 / days.length;
  const today = values.at(-1) ?? 0;
  return (
    <figure className="min-w-0 border-t border-line pt-3">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{label}</span>
        <span className="text-sm text-muted tabular-nums">
          {formatNumber(today)} today, {formatNumber(sum)} in {days.length} days
        </span>
      </figcaption>
      <svg role="img" aria-labelledby={id} height={HEIGHT} className="mt-2 block w-full">
        <title id={id}>
          {`${label} by day: at most ${formatNumber(Math.max(...values))} on one day, ${formatNumber(today)} today.`}
        </title>
        <line x1="0" x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-edge" />
        {values.map((value, index) => {
          const height = value ? Math.max(2, (value / most) * (HEIGHT - 2)) : 0;
          return (
            <rect
              key={days[index]}
              x={`${(index + 0.15) * width}%`}
              width={`${width * 0.7}%`}
              y={HEIGHT - 1 - height}
              height={height}
              className="fill-accent"
            />
          );
        })}
      </svg>
    </figure>
  );
}
