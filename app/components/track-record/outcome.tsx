import { clsx } from "clsx";
import { SampleBadge } from "../recommendations/sample-badge";
import { DateTime } from "../ui/date-time";
import { addDays, type Day } from "~/domain/calendar-days";
import { OUTCOME_DAYS, START_VALUE, type Outcome } from "~/domain/track-record";
import { Settlement, type SettlementProps } from "./ledger-entry";
import { Gain } from "./gain";
import { figure, plural } from "~/utils/format";

interface RecommendationOutcomeProps {
  /** The day on which the recommendation was made; it is entered at that day's close. */
  day: Day;
  outcome: Outcome;
  /** The source of the closes; `null` if there are none. */
  source: { label: string; isSample: boolean } | null;
  /** How it was settled; `null` until it is. */
  settlement: SettlementProps | null;
  /** Whether there is no earlier recommendation to compare with. */
  isFirst: boolean;
}

/** What 100 invested in one recommendation became in a week, if known yet. */
export function RecommendationOutcome({
  day,
  outcome,
  source,
  settlement,
  isFirst,
}: RecommendationOutcomeProps) {
  return (
    <section aria-labelledby="outcome" className="mt-12 border-t-2 border-edge pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="outcome" className="section-title">
          Outcome
        </h2>
        {source?.isSample && outcome.state === "known" ? (
          <SampleBadge>Sample prices</SampleBadge>
        ) : null}
      </div>
      {outcome.state === "known" ? (
        <OutcomeDetails {...{ day, outcome, source, isFirst }} />
      ) : (
        <p className="mt-2 max-w-measure text-base text-pretty">
          {outcome.state === "pending" ? (
            <>
              <b className="font-medium">Not known yet.</b> The recommendation is entered at the
              close of <DateTime value={day} className="whitespace-nowrap" /> and valued at the
              close of <DateTime value={addDays(day, OUTCOME_DAYS)} className="whitespace-nowrap" />
              .
            </>
          ) : (
            <>
              <b className="font-medium">Not known: no closes for {joinWords(outcome.assets)}.</b>{" "}
              Its return from <DateTime value={day} /> to{" "}
              <DateTime value={addDays(day, OUTCOME_DAYS)} /> cannot be computed without them.
            </>
          )}
        </p>
      )}
      {settlement ? <Settlement {...settlement} /> : null}
    </section>
  );
}

type KnownOutcome = Extract<Outcome, { state: "known" }>;

interface OutcomeDetailsProps extends Pick<
  RecommendationOutcomeProps,
  "day" | "source" | "isFirst"
> {
  outcome: KnownOutcome;
}

function OutcomeDetails({ day, outcome, source, isFirst }: OutcomeDetailsProps) {
  const { value, bitcoin, previous, drawdown, gaps, until } = outcome;
  return (
    <>
      <p className="mt-2 max-w-measure text-base text-pretty text-muted">
        What {START_VALUE} became from the close of <DateTime value={day} /> to that of{" "}
        <DateTime value={until} />
        {source ? ` (${source.label})` : ""}. Fees are not deducted here.
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-6 tabular-nums sm:grid-cols-4">
        <OutcomeValue label="This recommendation" value={value} isMain />
        <OutcomeValue label="BTC held" value={bitcoin} />
        <OutcomeValue
          label="Previous recommendation"
          value={previous}
          missingReason={isFirst ? "there is none" : "no closes for it"}
        />
        <div className="border-t border-line pt-2">
          <dt className="text-sm text-muted">Drawdown</dt>
          <dd className="font-display text-2xl">{figure(drawdown)}%</dd>
          <dd className="text-sm text-muted">
            {gaps ? `${plural(gaps, "day")} without closes omitted` : "largest fall from a peak"}
          </dd>
        </div>
      </dl>
    </>
  );
}

interface OutcomeValueProps {
  label: string;
  /** What 100 became; `null` if unknown. */
  value: number | null;
  missingReason?: string;
  isMain?: boolean;
}

function OutcomeValue({ label, value, missingReason, isMain = false }: OutcomeValueProps) {
  return (
    <div className={clsx("border-t pt-2", isMain ? "border-ink" : "border-line")}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={clsx("font-display text-2xl", isMain && "font-medium")}>
        {value === null ? "–" : figure(value)}
      </dd>
      <dd className="text-sm text-muted">
        {value === null ? missingReason : <Gain percent={value - START_VALUE} />}
      </dd>
    </div>
  );
}

/** ["A", "B", "C"] → "A, B and C" */
const joinWords = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
