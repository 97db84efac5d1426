import { DateTime } from "~/components/ui/date-time";
import { START_VALUE } from "~/domain/track-record";
import type { StrategyName } from "~/domain/track-record-analysis";
import { BEST_WEEKS, type Weeks } from "~/domain/track-record-robustness";
import { change, figure, figureOrDash, formatNumber, plural } from "~/utils/format";
import { DataTable } from "./data-table";
import type { SerializedAnalysis, SerializedStrategy } from "./serialize-track-record";

interface RobustnessProps {
  name: string;
  labels: Record<StrategyName, string>;
  analysis: SerializedAnalysis;
  isBacktest: boolean;
}

const WORDS = ["On the day itself", "One day later", "Two days later", "Three days later"];

/** What the result of an engine hangs on: its best weeks, the day of entry, and the weeks without a recommendation. */
export function Robustness({ name, labels, analysis, isBacktest }: RobustnessProps) {
  const { strategies, delays, missedWeeks } = analysis;
  return (
    <>
      <h3 className="mt-10 font-display text-xl font-medium">What the result hangs on</h3>
      <BestWeeksNote name={name} engine={strategies[0]} />
      <DataTable
        className="mt-4"
        caption={`Without the best ${BEST_WEEKS} weeks of each; and the longest and the present time under water, in days`}
        rows={strategies}
        keyOf={(one) => one.name}
        columns={[
          {
            label: <span className="sr-only">Strategy</span>,
            isText: true,
            cell: (one) => (
              <span className={one.name === "engine" ? "font-medium" : "font-normal"}>
                {labels[one.name]}
              </span>
            ),
          },
          {
            label: `${START_VALUE} became`,
            cell: ({ results }) => figureOrDash(results[0]?.value ?? null),
          },
          {
            label: `Without ${BEST_WEEKS} weeks`,
            cell: ({ best }) => figureOrDash(best?.without ?? null),
          },
          { label: "Share of the gain", cell: ({ best }) => shareOf(best?.share ?? null) },
          { label: "Longest time", cell: ({ longest }) => formatNumber(longest) },
          { label: "Time now", cell: ({ current }) => formatNumber(current) },
        ]}
      />
      <DataTable
        className="mt-8"
        caption={`${name} entered later: each allocation at the close of a later day, and everything in USDT until the first`}
        rows={delays}
        keyOf={({ delay }) => String(delay)}
        columns={[
          { label: "Entered", isText: true, cell: ({ delay }) => WORDS[delay] },
          { label: `${START_VALUE} became`, cell: ({ value }) => figureOrDash(value) },
          {
            label: "Return",
            cell: (one) => (one.return === null ? "–" : change(one.return)),
          },
        ]}
      />
      <MissedWeeks weeks={missedWeeks} isBacktest={isBacktest} />
    </>
  );
}

const shareOf = (share: number | null) =>
  share === null ? "–" : `${figure(share, { digits: 0 })}%`;

function BestWeeksNote({ name, engine }: { name: string; engine?: SerializedStrategy }) {
  const { best, results } = engine ?? {};
  const value = results?.[0]?.value;
  if (!best || value === undefined) return null;
  return (
    <p className="mt-2 max-w-measure text-base text-pretty">
      Without its best {BEST_WEEKS} weeks, {name} would have turned {START_VALUE} into{" "}
      {figure(best.without)} instead of {figure(value)}.{" "}
      {best.share === null
        ? "There is no gain of which these weeks could be a share."
        : `These weeks made ${shareOf(best.share)} of the gain${best.share > 100 ? ": all others together lost" : ""}.`}
    </p>
  );
}

/** Names the weeks without a recommendation, in which what was held before was kept. */
function MissedWeeks({ weeks, isBacktest }: { weeks: readonly Weeks[]; isBacktest: boolean }) {
  const count = weeks.reduce((sum, one) => sum + one.count, 0);
  return (
    <p className="mt-8 max-w-measure text-base text-pretty">
      {count === 0 ? (
        isBacktest ? (
          "A decision could be computed in each week."
        ) : (
          "The schedule missed no week."
        )
      ) : (
        <>
          <b className="font-medium">
            {isBacktest
              ? `No decision could be computed in ${plural(count, "week")}`
              : `The schedule missed ${plural(count, "week")}`}
          </b>
          , which began on{" "}
          {weeks.map(({ first, last }, index) => (
            <span key={first}>
              {index ? ", " : ""}
              <DateTime value={first} className="whitespace-nowrap" />
              {last === first ? null : (
                <>
                  {" "}
                  to <DateTime value={last} className="whitespace-nowrap" />
                </>
              )}
            </span>
          ))}
          . What was held before was kept until the next one.
        </>
      )}
    </p>
  );
}
