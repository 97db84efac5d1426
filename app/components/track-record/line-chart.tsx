import { clsx } from "clsx";
import { useId } from "react";
import { figure } from "~/utils/format";
import { TALL, type LineChartGeometry } from "./line-chart-geometry";

export interface Series {
  name: string;
  /**
   * Solid for an engine, dashed for its benchmarks, each with its own pattern, so that the lines can be
   * distinguished without colour.
   */
  style: "momentum" | "sentiment" | "benchmark" | "half" | "mix";
}

interface LineChartProps {
  /** Prefix of the ids of the title and the description; unique by default. */
  id?: string;
  title: string;
  description: string;
  geometry: LineChartGeometry;
  /** The name and style of each line, in the order of `geometry.lines`; the first is drawn on top. */
  series: readonly Series[];
  /** The common start value, whose grid line is emphasised. */
  base: number;
  /** Whether the area between the first line and the base is filled. */
  isFilled?: boolean;
}

const strokes: Record<Series["style"], string> = {
  momentum: "stroke-accent stroke-2",
  sentiment: "stroke-sentiment stroke-2",
  benchmark: "stroke-muted stroke-[1.5px] [stroke-dasharray:5_4]",
  half: "stroke-asset-amber stroke-[1.5px] [stroke-dasharray:12_3]",
  mix: "stroke-asset-blue stroke-2 [stroke-dasharray:2_3]",
};
const dots: Record<Series["style"], string> = {
  momentum: "fill-accent",
  sentiment: "fill-sentiment",
  benchmark: "fill-paper stroke-muted stroke-[1.5px]",
  half: "fill-paper stroke-asset-amber stroke-[1.5px]",
  mix: "fill-paper stroke-asset-blue stroke-[1.5px]",
};
const names: Record<Series["style"], string> = {
  momentum: "fill-accent",
  sentiment: "fill-sentiment",
  benchmark: "fill-muted",
  half: "fill-asset-amber",
  mix: "fill-asset-blue",
};

/**
 * A line chart with a name and end value beside each line. Only the lines stretch with the page:
 * text, dots and strokes keep their size.
 */
export function LineChart(props: LineChartProps) {
  const { title, description, geometry, series, base, isFilled = false } = props;
  const uniqueId = useId();
  const id = props.id ?? uniqueId;
  const { height, steps, ticks, mark } = geometry;
  const lines = geometry.lines.map((line, index) => ({ ...line, ...series[index]! }));
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
      className={clsx(
        "chart mb-12 block overflow-visible tabular-nums",
        height === TALL ? "h-[288px]" : "h-[144px]",
        mark ? "mt-10" : "mt-6",
      )}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      <g aria-hidden="true">
        {steps.map(({ value, y }) => (
          <g key={value}>
            <line
              x1="0"
              x2="100%"
              y1={y}
              y2={y}
              className={clsx("stroke-1", value === base ? "stroke-edge" : "stroke-line")}
            />
            <text x="-10" y={y} dy="0.35em" textAnchor="end" className="fill-muted">
              {figure(value, { digits: Number.isInteger(value) ? 0 : 1 })}
            </text>
          </g>
        ))}
        {ticks.map(({ at, label, year }) => (
          <g key={at}>
            <line x1={`${at}%`} x2={`${at}%`} y1={height} y2={height + 5} className="stroke-edge" />
            <text
              x={`${at}%`}
              y={height + 22}
              textAnchor={at < 8 ? "start" : "middle"}
              className="fill-muted"
            >
              {label}
              {year ? (
                <tspan x={`${at}%`} dy="1.25em">
                  {year}
                </tspan>
              ) : null}
            </text>
          </g>
        ))}
        <svg
          width="100%"
          height={height}
          viewBox={`0 0 1000 ${height}`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          {isFilled && lines[0] ? (
            <polygon
              points={`0,${geometry.base} ${lines[0].points} 1000,${geometry.base}`}
              className={names[lines[0].style]}
              fillOpacity={0.14}
            />
          ) : null}
          {lines.toReversed().map(({ name, points, style }) => (
            <polyline
              key={name}
              points={points}
              vectorEffect="non-scaling-stroke"
              className={clsx("fill-none [stroke-linejoin:round]", strokes[style])}
            />
          ))}
        </svg>
        {mark ? <Mark {...mark} height={height} /> : null}
        {lines.map(({ name, end, style }) => (
          <g key={name}>
            <circle cx="100%" cy={end.y} r="3.5" className={dots[style]} />
            <text x="100%" y={end.labelY} className={names[style]}>
              <tspan x="100%" dx="10" dy="-0.1em" className="text-[1.3em] font-medium">
                {figure(end.value, { digits: 1 })}
              </tspan>
              <tspan x="100%" dx="10" dy="1.25em">
                {name}
              </tspan>
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}

/** The line between what was only computed afterwards and what has been published at the time. */
const Mark = ({ at, label, height }: { at: number; label: string; height: number }) => (
  <>
    <line
      x1={`${at}%`}
      x2={`${at}%`}
      y1={-12}
      y2={height}
      className="stroke-ink [stroke-dasharray:2_3]"
    />
    <text
      x={`${at}%`}
      y={-14}
      dx={at > 50 ? 4 : -4}
      textAnchor={at > 50 ? "end" : "start"}
      className="fill-ink"
    >
      {label}
    </text>
  </>
);
