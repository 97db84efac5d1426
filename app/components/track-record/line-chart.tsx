import { clsx } from "clsx";
import { useId } from "react";
import type { Day } from "~/domain/calendar-days";
import { dateTicks, down, linePoints, moveApart, roundScale } from "./chart-geometry";
import { figure } from "~/utils/format";

export interface Series {
  name: string;
  points: readonly { day: Day; value: number }[];
  /** Drawn strong and whole, or thin and broken: what is told apart without colour too. */
  look: "momentum" | "sentiment" | "beside";
}

interface LineChartProps {
  /** What it shows, in a few words. */
  title: string;
  /** What can be seen in it, for those who cannot. */
  description: string;
  /** All over the same days; the first is drawn on top. */
  series: readonly Series[];
  /** The value that everything began with: its line is drawn stronger. */
  base: number;
}

/** Room for the frame, in CSS pixels; its class below says the same. */
const HEIGHT = 288;
const LABEL_APART = 44;

const strokes: Record<Series["look"], string> = {
  momentum: "stroke-accent stroke-2",
  sentiment: "stroke-sentiment stroke-2",
  beside: "stroke-muted stroke-[1.5px] [stroke-dasharray:5_4]",
};
const dots: Record<Series["look"], string> = {
  momentum: "fill-accent",
  sentiment: "fill-sentiment",
  beside: "fill-paper stroke-muted stroke-[1.5px]",
};
const names: Record<Series["look"], string> = {
  momentum: "fill-accent",
  sentiment: "fill-sentiment",
  beside: "fill-muted",
};

/**
 * Values over days as thin lines, each with its name and end value written beside it. Only the lines
 * stretch with the page: letters, dots and strokes keep their size.
 */
export function LineChart({ title, description, series, base }: LineChartProps) {
  const id = useId();
  const scale = roundScale([base, ...series.flatMap(({ points }) => points.map(valueOf))]);
  const days = series[0]?.points ?? [];
  const [from, to] = [days[0]?.day ?? "", days.at(-1)?.day ?? ""];
  const ends = series.map(({ points }) => down(points.at(-1)?.value ?? base, scale, HEIGHT));
  const labels = moveApart(ends, LABEL_APART, HEIGHT);
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
          const y = down(step, scale, HEIGHT);
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
          {[...series].reverse().map(({ name, points, look }) => (
            <polyline
              key={name}
              points={linePoints(points, scale, HEIGHT)}
              vectorEffect="non-scaling-stroke"
              className={clsx("fill-none [stroke-linejoin:round]", strokes[look])}
            />
          ))}
        </svg>
        {series.map(({ name, points, look }, index) => (
          <g key={name}>
            <circle cx="100%" cy={ends[index]} r="3.5" className={dots[look]} />
            <text x="100%" y={labels[index]} className={names[look]}>
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
