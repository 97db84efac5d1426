import { clsx } from "clsx";
import { Link } from "~/components/ui/link";
import type { Engine } from "~/domain/engines";
import { START_VALUE } from "~/domain/track-record";
import type { Verdict } from "~/services/recommendations/verdict.server";
import { figure, plural } from "~/utils/format";
import { engineDisplay } from "./engine-display";
import { linePoints, roundScale, spreadLabels, toY } from "./line-chart-geometry";

/** 1.04 → "+1.0%" */
export const shortChange = (percent: number): string =>
  `${figure(percent, { digits: 1, isSigned: true })}%`;

/** "12 weeks: +1.0%, BTC −11.9%; luck not excluded" */
export const describeVerdict = ({ weeks, value, bitcoin, isLuckExcluded }: Verdict): string =>
  `${plural(weeks, "week")}: ${shortChange(value)}, BTC ${shortChange(bitcoin)}; luck ${isLuckExcluded ? "excluded" : "not excluded"}`;

interface VerdictLineProps {
  engine: Engine;
  verdict: Verdict | null;
  className?: string;
}

/** What an engine has earned so far, in one line that leads to its track record. */
export const VerdictLine = ({ engine, verdict, className }: VerdictLineProps) => (
  <p className={clsx("text-base tabular-nums", className)}>
    <Link
      to={`${engineDisplay[engine].list}/track-record`}
      className="link inline-block py-0.5 touch"
    >
      {verdict ? describeVerdict(verdict) : "No track record yet"}
    </Link>
  </p>
);

/** Height of the plot in CSS pixels; the SVG's height class must match. */
const HEIGHT = 80;
const LABEL_SPACING = 40;

interface SmallChartProps {
  engine: Engine;
  verdict: Pick<Verdict, "points" | "value" | "bitcoin">;
}

/**
 * The lines of an engine and of BTC held, with what each has returned written beside. It has no text of its own for
 * screen readers, so the sentence of the verdict must stand beside it.
 */
export function SmallChart({ engine, verdict }: SmallChartProps) {
  const { points } = verdict;
  const days = points.map(({ day }) => day);
  const lines = [
    {
      name: engineDisplay[engine].name,
      values: points.map(({ value }) => value),
      stroke: engine === "momentum" ? "stroke-accent stroke-2" : "stroke-sentiment stroke-2",
      fill: engine === "momentum" ? "fill-accent" : "fill-sentiment",
    },
    {
      name: "BTC",
      values: points.map(({ bitcoin }) => bitcoin),
      stroke: "stroke-muted stroke-[1.5px] [stroke-dasharray:5_4]",
      fill: "fill-muted",
    },
  ];
  const scale = roundScale([START_VALUE, ...lines.flatMap(({ values }) => values)]);
  const ends = lines.map(({ values }) => values.at(-1) ?? START_VALUE);
  const changes = [verdict.value, verdict.bitcoin];
  const labels = spreadLabels(
    ends.map((value) => toY(value, scale, HEIGHT)),
    LABEL_SPACING,
    HEIGHT,
  );
  const base = toY(START_VALUE, scale, HEIGHT);
  return (
    <div aria-hidden="true" className="py-3 pe-24">
      <svg className="block h-[80px] w-full overflow-visible text-[min(0.875rem,16px)] tabular-nums">
        <line x1="0" x2="100%" y1={base} y2={base} className="stroke-line" />
        <svg
          width="100%"
          height={HEIGHT}
          viewBox={`0 0 1000 ${HEIGHT}`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          {lines.toReversed().map(({ name, values, stroke }) => (
            <polyline
              key={name}
              points={linePoints(days, values, scale, HEIGHT)}
              vectorEffect="non-scaling-stroke"
              className={clsx("fill-none [stroke-linejoin:round]", stroke)}
            />
          ))}
        </svg>
        {lines.map(({ name, fill }, index) => (
          <g key={name}>
            <circle cx="100%" cy={toY(ends[index]!, scale, HEIGHT)} r="3" className={fill} />
            <text x="100%" y={labels[index]} className={fill}>
              <tspan x="100%" dx="10" dy="-0.1em" className="text-[1.15em] font-medium">
                {shortChange(changes[index]!)}
              </tspan>
              <tspan x="100%" dx="10" dy="1.1em">
                {name}
              </tspan>
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
