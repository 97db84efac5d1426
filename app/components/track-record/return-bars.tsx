import { toX, toY, roundScale } from "./line-chart-geometry";
import { figure } from "~/utils/format";
import type { SerializedRow } from "./serialize-track-record";

/** Height of the plot in CSS pixels; the SVG's height class must match. */
const HEIGHT = 96;

interface ReturnBarsProps {
  /** Prefix of the ids of the title and the description. */
  id: string;
  rows: readonly SerializedRow[];
  /** The date range of the line chart above. */
  from: string;
  to: string;
}

/** The return of each recommendation: gains as filled bars above the line, losses as outlined bars below. */
export function ReturnBars({ id, rows, from, to }: ReturnBarsProps) {
  const returns = rows.map((row) => row.return);
  const [best, worst] = [Math.max(...returns), Math.min(...returns)];
  const scale = roundScale([0, best, worst], 4);
  const zero = toY(0, scale, HEIGHT);
  const gains = returns.filter((value) => value > 0).length;
  const losses = returns.filter((value) => value < 0).length;
  const percent = (value: number) => `${figure(value, { digits: 1, isSigned: true })}%`;
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
      className="chart my-4 block h-[96px] overflow-visible tabular-nums"
    >
      <title id={`${id}-title`}>Return of each recommendation</title>
      <desc id={`${id}-text`}>
        {`${gains} gained and ${losses} lost, from ${percent(worst)} to ${percent(best)}. The table lists each of them.`}
      </desc>
      <g aria-hidden="true">
        {[scale.low, scale.high]
          .filter((step) => step !== 0)
          .map((step) => (
            <text
              key={step}
              x="-10"
              y={toY(step, scale, HEIGHT)}
              dy="0.35em"
              textAnchor="end"
              className="fill-muted"
            >
              {figure(step, { digits: Number.isInteger(step) ? 0 : 1, isSigned: true })}
            </text>
          ))}
        {rows.map((row) => {
          const start = toX(row.day, from, to);
          const end = toX(row.until ?? row.day, from, to);
          const top = Math.min(zero, toY(row.return, scale, HEIGHT));
          const height = Math.abs(toY(row.return, scale, HEIGHT) - zero);
          const width = end - start;
          return (
            <rect
              key={row.id}
              x={`${start + width * 0.15}%`}
              width={`${width * 0.7}%`}
              y={top}
              height={Math.max(1, height)}
              className={
                row.return < 0
                  ? "fill-negative-wash stroke-negative"
                  : "fill-positive stroke-positive"
              }
            />
          );
        })}
        <line x1="0" x2="100%" y1={zero} y2={zero} className="stroke-edge" />
        <text x="-10" y={zero} dy="0.35em" textAnchor="end" className="fill-muted">
          0
        </text>
        <text x="100%" y={zero} dx="10" dy="-0.1em" className="fill-ink">
          {gains} gained
        </text>
        <text x="100%" y={zero} dx="10" dy="1.15em" className="fill-ink">
          {losses} lost
        </text>
      </g>
    </svg>
  );
}
