import { clsx } from "clsx";
import { useId } from "react";
import type { Day } from "~/domain/calendar-days";
import { dateTicks, toY, linePoints, spreadLabels, roundScale } from "./chart-geometry";
import { figure } from "~/utils/format";

export interface Series {
  name: string;
  points: readonly { day: Day; value: number }[];
  /** Solid for an engine, thin and dashed for the benchmark: distinguishable without colour. */
  style: "momentum" | "sentiment" | "benchmark";
}

interface LineChartProps {
  /** A short title. */
  title: string;
  /** Text alternative for screen readers. */
  description: string;
  /** All over the same days; the first is drawn on top. */
  series: readonly Series[];
  /** The common start value, whose grid line is emphasised. */
  base: number;
}

/** Height of the plot in CSS pixels; the SVG's height class must match. */
const HEIGHT = 288;
const LABEL_SPACING = 44;

const strokes: Record<Series["style"], string> = {
  momentum: "stroke-accent stroke-2",
  sentiment: "stroke-sentiment stroke-2",
  benchmark: "stroke-muted stroke-[1.5px] [stroke-dasharray:5_4]",
};
const dots: Record<Series["style"], string> = {
  momentum: "fill-accent",
  sentiment: "fill-sentiment",
  benchmark: "fill-paper stroke-muted stroke-[1.5px]",
};
const names: Record<Series["style"], string> = {
  momentum: "fill-accent",
  sentiment: "fill-sentiment",
  benchmark: "fill-muted",
};

/**
 * A line chart with a name and end value beside each line. Only the lines stretch with the page:
 * text, dots and strokes keep their size.
 */
export function LineChart({ title, description, series, base }: LineChartProps) {
  const id = useId();
  const scale = roundScale([base, ...series.flatMap(({ points }) => points.map(valueOf))]);
  const days = series[0]?.points ?? [];
  const [from, to] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const ends = series.map(({ points }) => toY(points.at(-1)?.value ?? base, scale, HEIGHT));
  const labels = spreadLabels(ends, LABEL_SPACING, HEIGHT);
  return (
    <svg
      role="img"
      aria-labelledby={`${id}title ${id}text`}
      className="chart mt-6 mb-12 block h-[288px] overflow-visible tabular-nums"
    >
      <title id={`${id}title`}>{title}</title>
      <desc id={`${id}text`}>{description}</desc>
      <g aria-hidden="true">
        {scale.steps.map((step) => {
          const y = toY(step, scale, HEIGHT);
          const isBase = step === base;
          return (
            <g key={step}>
              <line
                x1="0"
                x2="100%"
                y1={y}
                y2={y}
                className={clsx("stroke-1", isBase ? "stroke-edge" : "stroke-line")}
              />
              <text x="-10" y={y} dy="0.35em" textAnchor="end" className="fill-muted">
                {figure(step, { digits: Number.isInteger(step) ? 0 : 1 })}
              </text>
            </g>
          );
        })}
        {dateTicks(from, to).map(({ at, label, year }) => (
          <g key={at}>
            <line x1={`${at}%`} x2={`${at}%`} y1={HEIGHT} y2={HEIGHT + 5} className="stroke-edge" />
            <text
              x={`${at}%`}
              y={HEIGHT + 22}
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
          height={HEIGHT}
          viewBox={`0 0 1000 ${HEIGHT}`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          {[...series].reverse().map(({ name, points, style }) => (
            <polyline
              key={name}
              points={linePoints(points, scale, HEIGHT)}
              vectorEffect="non-scaling-stroke"
              className={clsx("fill-none [stroke-linejoin:round]", strokes[style])}
            />
          ))}
        </svg>
        {series.map(({ name, points, style }, index) => (
          <g key={name}>
            <circle cx="100%" cy={ends[index]} r="3.5" className={dots[style]} />
            <text x="100%" y={labels[index]} className={names[style]}>
              <tspan x="100%" dx="10" dy="-0.1em" className="text-[1.3em] font-medium">
                {figure(points.at(-1)?.value ?? base, { digits: 1 })}
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

const valueOf = ({ value }: { value: number }): number => value;
