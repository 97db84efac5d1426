import { useId } from "react";
import { DRAWS } from "~/domain/stationary-bootstrap";
import type { Bar, RecordStatistics } from "~/domain/track-record-statistics";
import { change, figure, formatNumber } from "~/utils/format";
import { Disclosure } from "./calculation-steps";
import { round } from "./chart-geometry";
import { DataTable } from "./data-table";

/** Height of the plot in CSS pixels; the SVG's height class must match. */
const HEIGHT = 128;

interface DrawBarsProps extends Pick<RecordStatistics, "interval"> {
  bars: readonly Bar[];
}

/** A histogram of the means that the bootstrap drew: filled within the interval, outlined outside of it. */
export function BootstrapHistogram({ bars, interval }: DrawBarsProps) {
  const id = useId();
  const [low, high] = [bars[0]!.from, bars.at(-1)!.to];
  const most = Math.max(...bars.map(({ count }) => count));
  const toPercent = (value: number) =>
    high > low ? round(((value - low) / (high - low)) * 100) : 50;
  const isInside = (bar: Bar) => {
    const middle = (bar.from + bar.to) / 2;
    return middle >= interval.low && middle <= interval.high;
  };
  const hasZero = low < 0 && high > 0;
  return (
    <figure className="mt-8">
      <figcaption className="max-w-measure text-sm text-pretty text-muted">
        Mean weekly return above BTC in each of the {formatNumber(DRAWS)} bootstrap draws, in
        percent; bars within the confidence interval are filled
      </figcaption>
      <svg
        role="img"
        aria-labelledby={`${id}title ${id}text`}
        className="mt-6 mb-10 block h-[128px] w-full max-w-2xl overflow-visible text-sm tabular-nums"
      >
        <title id={`${id}title`}>Distribution of the bootstrap means</title>
        <desc id={`${id}text`}>
          {`The means range from ${change(low)} to ${change(high)}; the confidence interval is from ${change(interval.low)} to ${change(interval.high)}. The table has the counts.`}
        </desc>
        <g aria-hidden="true">
          {bars.map((bar) => {
            const height = round((bar.count / most) * HEIGHT);
            const width = bars.length > 1 ? toPercent(bar.to) - toPercent(bar.from) : 4;
            return (
              <rect
                key={bar.from}
                x={`${round(toPercent(bar.from) + width * 0.1)}%`}
                width={`${round(width * 0.8)}%`}
                y={HEIGHT - height}
                height={height}
                className={
                  isInside(bar) ? "fill-accent stroke-accent" : "fill-accent-wash stroke-accent"
                }
              />
            );
          })}
          <line x1="0" x2="100%" y1={HEIGHT} y2={HEIGHT} className="stroke-edge" />
          {hasZero ? (
            <line
              x1={`${toPercent(0)}%`}
              x2={`${toPercent(0)}%`}
              y1={-8}
              y2={HEIGHT + 6}
              className="stroke-ink stroke-[1.5px] [stroke-dasharray:4_3]"
            />
          ) : null}
          <Label at={0} anchor="start" text={percent(low)} />
          {hasZero && toPercent(0) > 18 && toPercent(0) < 82 ? (
            <Label at={toPercent(0)} anchor="middle" text="0" />
          ) : null}
          <Label at={100} anchor="end" text={percent(high)} />
        </g>
      </svg>
      <Disclosure summary="The draws as a table">
        <DataTable
          caption="Number of draws with a mean in each range"
          rows={bars}
          keyOf={({ from }) => String(from)}
          columns={[
            { label: "From", cell: ({ from }) => percent(from) },
            { label: "To", cell: ({ to }) => percent(to) },
            { label: "Draws", cell: ({ count }) => formatNumber(count) },
          ]}
        />
      </Disclosure>
    </figure>
  );
}

const percent = (value: number) => `${figure(value, { digits: 2, isSigned: true })}%`;

interface LabelProps {
  at: number;
  anchor: "start" | "middle" | "end";
  text: string;
}

const Label = ({ at, anchor, text }: LabelProps) => (
  <text x={`${at}%`} y={HEIGHT + 22} textAnchor={anchor} className="fill-muted">
    {text}
  </text>
);
