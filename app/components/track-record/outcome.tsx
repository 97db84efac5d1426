import { clsx } from "clsx";
import { SampleBadge } from "../recommendations/sample-badge";
import { DateTime } from "../ui/date-time";
import { addDays, type Day } from "~/domain/calendar-days";
import { OUTCOME_DAYS, START_VALUE, type Outcome } from "~/domain/track-record";
import { Gain } from "./gain";
import { figure, plural } from "~/utils/format";

interface OutcomeOfProps {
  /** On which it was made, and at whose close it is entered. */
  day: Day;
  outcome: Outcome;
  /** Where the closes are from; `null` where there are none. */
  source: { label: string; isSample: boolean } | null;
  /** There was none before it to be compared with. */
  isFirst: boolean;
}

/** What 100 put into one recommendation became in a week, as far as that is known. */
export function RecommendationOutcome({ day, outcome, source, isFirst }: OutcomeOfProps) {
  return (
    <section aria-labelledby="outcome" className="mt-12 border-t-2 border-edge pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="outcome" className="font-display text-2xl font-medium">
          What became of it
        </h2>
        {source?.isSample && outcome.state === "known" ? (
          <SampleBadge>Sample prices</SampleBadge>
        ) : null}
      </div>
      {outcome.state === "known" ? (
        <Known {...{ day, outcome, source, isFirst }} />
      ) : (
        <p className="mt-2 max-w-measure text-base text-pretty">
          {outcome.state === "pending" ? (
            <>
              <b className="font-medium">Not known yet.</b> It is entered at the close of{" "}
              <DateTime value={day} className="whitespace-nowrap" /> and valued at that of{" "}
              <DateTime value={addDays(day, OUTCOME_DAYS)} className="whitespace-nowrap" />.
            </>
          ) : (
            <>
              <b className="font-medium">Not known: no closes for {inSeries(outcome.assets)}.</b>{" "}
              What it returned from <DateTime value={day} /> to{" "}
              <DateTime value={addDays(day, OUTCOME_DAYS)} /> cannot be told without them.
            </>
          )}
        </p>
      )}
    </section>
  );
}

type KnownOutcome = Extract<Outcome, { state: "known" }>;

interface KnownProps extends Pick<OutcomeOfProps, "day" | "source" | "isFirst"> {
  outcome: KnownOutcome;
}

function Known({ day, outcome, source, isFirst }: KnownProps) {
  const { value, bitcoin, previous, drawdown, gaps, until } = outcome;
  return (
    <>
      <p className="mt-2 max-w-measure text-base text-pretty text-muted">
        What {START_VALUE} became from the close of <DateTime value={day} /> to that of{" "}
        <DateTime value={until} />
        {source ? ` (${source.label})` : ""}. Fees are not taken off here.
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-6 tabular-nums sm:grid-cols-4">
        <Worth label="This recommendation" value={value} isMain />
        <Worth label="BTC held" value={bitcoin} />
        <Worth
          label="The one before it"
          value={previous}
          whyNot={isFirst ? "there is none" : "no closes for it"}
        />
        <div className="border-t border-line pt-2">
          <dt className="text-sm text-muted">Drawdown</dt>
          <dd className="font-display text-2xl">{figure(drawdown)}%</dd>
          <dd className="text-sm text-muted">
            {gaps ? `${plural(gaps, "day")} without closes left out` : "deepest fall from a high"}
          </dd>
        </div>
      </dl>
    </>
  );
}

interface WorthProps {
  label: string;
  /** What 100 became; `null` where that is not known. */
  value: number | null;
  whyNot?: string;
  isMain?: boolean;
}

function Worth({ label, value, whyNot, isMain = false }: WorthProps) {
  return (
    <div className={clsx("border-t pt-2", isMain ? "border-ink" : "border-line")}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={clsx("font-display text-2xl", isMain && "font-medium")}>
        {value === null ? "–" : figure(value)}
      </dd>
      <dd className="text-sm text-muted">
        {value === null ? whyNot : <Gain percent={value - START_VALUE} />}
      </dd>
    </div>
  );
}

/** A, B and C */
const inSeries = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
