import { clsx } from "clsx";
import { useId } from "react";
import { mapLookbacks, mapWeekdays, METHOD_CELL, type MapCell } from "~/domain/momentum-map";
import { START_VALUE } from "~/domain/track-record";
import { describeDay } from "~/utils/dates";
import { figure, ordinal, plural } from "~/utils/format";
import { Disclosure } from "./calculation-steps";
import { round } from "./line-chart-geometry";
import { DataTable } from "./data-table";
import type { SerializedMap } from "./serialize-track-record";

const WEEKDAYS = [
  ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
] as const;
/** The heights of the weekday labels and of a row in CSS pixels; the SVG's height class must match. */
const HEAD = 28;
const ROW = 34;
/** If the method's own choice ranks within this share of the best, the text warns of overfitting. */
const SUSPICIOUS = 0.1;

interface VariantsMapProps {
  map: SerializedMap;
  from: string;
  until: string;
}

/** A heat map of the values that other periods and weekdays would have led to. */
export function VariantsMap({ map, from, until }: VariantsMapProps) {
  const id = useId();
  const { cells, chosen, best, worst } = map;
  const sorted = cells.map(({ value }) => value).sort((one, other) => one - other);
  return (
    <figure className="mt-4">
      <p className="max-w-measure text-base text-pretty">
        <Verdict map={map} from={from} until={until} />
      </p>
      <svg
        role="img"
        aria-labelledby={`${id}title ${id}text`}
        className="ms-[4em] mt-6 block h-[334px] w-[calc(100%-4em)] max-w-2xl overflow-visible text-sm tabular-nums"
      >
        <title id={`${id}title`}>
          {`What ${START_VALUE} became, by lookback period and weekday of the decision`}
        </title>
        <desc id={`${id}text`}>
          {`From ${describe(worst)} (${figure(worst.value)}) to ${describe(best)} (${figure(best.value)}). ${describe(chosen)}, the method’s own choice, led to ${figure(chosen.value)}. The table lists all values.`}
        </desc>
        <g aria-hidden="true">
          {mapWeekdays.map((weekday) => (
            <text
              key={weekday}
              x={`${center(weekday)}%`}
              y="14"
              textAnchor="middle"
              className="fill-muted"
            >
              {WEEKDAYS[weekday]!.slice(0, 2)}
            </text>
          ))}
          {mapLookbacks.map((lookback, row) => (
            <text
              key={lookback}
              x="-8"
              y={HEAD + (row + 0.5) * ROW}
              dy="0.35em"
              textAnchor="end"
              className="fill-muted"
            >
              {lookback} d
            </text>
          ))}
          {cells.map((cell) => (
            <Cell
              key={`${cell.lookback} ${cell.weekday}`}
              cell={cell}
              shade={sorted.indexOf(cell.value) / (sorted.length - 1)}
            />
          ))}
          <rect
            x={`${(METHOD_CELL.weekday * 100) / WEEKDAYS.length}%`}
            y={HEAD + mapLookbacks.indexOf(METHOD_CELL.lookback) * ROW}
            width={`${100 / WEEKDAYS.length}%`}
            height={ROW}
            className="fill-none stroke-ink stroke-[2.5px]"
          />
        </g>
      </svg>
      <figcaption className="mt-3 max-w-measure text-sm text-pretty text-muted">
        What {START_VALUE} became, by the lookback period of the rate of change in days and the
        weekday of the decision, at the usual fee. The stronger the colour, the higher the rank; the
        frame marks the method’s own choice.
      </figcaption>
      <Disclosure summary="The map as a table">
        <MapTable cells={cells} />
      </Disclosure>
    </figure>
  );
}

const describe = ({ lookback, weekday }: Pick<MapCell, "lookback" | "weekday">) =>
  `${lookback} days on ${WEEKDAYS[weekday]}s`;
const center = (weekday: number) => round(((weekday + 0.5) * 100) / WEEKDAYS.length);

function Verdict({ map, from, until }: VariantsMapProps) {
  const { rank, of, best, worst, median, chosen } = map;
  const made = ({ value }: Pick<MapCell, "value">) => figure(value, { digits: 1 });
  return (
    <>
      <b className="font-medium">
        {describe(chosen)} ranked {ordinal(rank)} of {of} variants from {describeDay(from)} to{" "}
        {describeDay(until)},
      </b>{" "}
      turning {START_VALUE} into {made(chosen)}. The best variant, {describe(best)}, made{" "}
      {made(best)}, the median variant {figure(median, { digits: 1 })}, and the worst,{" "}
      {describe(worst)}, {made(worst)}.{" "}
      {rank <= of * SUSPICIOUS
        ? "A choice that ranks among the best may be overfitted: the median is the better estimate of what to expect."
        : `${plural(rank - 1, "other")} did better: nothing here singles out this period and this weekday, and choosing the best variant now would be choosing in hindsight.`}
    </>
  );
}

function Cell({ cell, shade }: { cell: MapCell; shade: number }) {
  const { lookback, weekday, value } = cell;
  const y = HEAD + mapLookbacks.indexOf(lookback) * ROW;
  const isChosen = lookback === METHOD_CELL.lookback && weekday === METHOD_CELL.weekday;
  return (
    <>
      <rect
        x={`${round((weekday * 100) / WEEKDAYS.length)}%`}
        y={y}
        width={`${round(100 / WEEKDAYS.length)}%`}
        height={ROW}
        fillOpacity={round(0.04 + shade * 0.42)}
        className="fill-accent stroke-paper"
      />
      <text
        x={`${center(weekday)}%`}
        y={y + ROW / 2}
        dy="0.35em"
        textAnchor="middle"
        className={clsx("fill-ink", isChosen && "font-medium")}
      >
        {compact(value)}
      </text>
    </>
  );
}

/** Formats a value to fit a cell on a phone: 112, 2.7k, 27k */
const compact = (value: number): string =>
  value < 999.5
    ? figure(value, { digits: 0 })
    : `${figure(value / 1000, { digits: value < 9_950 ? 1 : 0 })}k`;

const MapTable = ({ cells }: { cells: readonly MapCell[] }) => (
  <DataTable
    caption={`What ${START_VALUE} became, by period and weekday`}
    rows={mapLookbacks}
    keyOf={String}
    columns={[
      { label: "Period", isText: true, cell: (lookback) => `${lookback} days` },
      ...mapWeekdays.map((weekday) => ({
        label: WEEKDAYS[weekday],
        cell: (lookback: number) =>
          figure(
            cells.find((cell) => cell.lookback === lookback && cell.weekday === weekday)!.value,
          ),
      })),
    ]}
  />
);
