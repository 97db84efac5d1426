import type { ComponentProps, ReactNode } from "react";
import { clsx } from "clsx";
import { dayOf, type Day } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import type { FormResult } from "~/utils/forms/form-result";
import { engineDisplay } from "../track-record/engine-display";
import { LedgerEntry, RecommendationOutcome } from "../track-record/outcome";
import { describeOutcome } from "~/domain/outcome-words";
import { ExtraBadge } from "./recommendation-card";
import { CashWarning, cashFacts, NotAdvice, Rationale, SampleBadge } from "./recommendation-parts";
import { GenerateError } from "./generate-button";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { sharesOf } from "~/components/recommendations/allocation-colors";
import { SaveButton } from "~/components/saved/save-button";
import { Crumbs } from "~/components/ui/crumbs";
import { DateTime } from "~/components/ui/date-time";
import { markCash } from "~/domain/cash";
import type { Close } from "~/domain/close";
import { Pagination } from "~/components/ui/list";

type Outcome = ComponentProps<typeof RecommendationOutcome>;
type Ledger = ComponentProps<typeof LedgerEntry>;

interface RecommendationPageProps {
  engine: Engine;
  /** What the engine's `read` returns. */
  read: {
    recommendation: {
      id: string;
      /** The Monday of its week. */
      weekDate: Day;
      createdAt: string;
      isSample: boolean;
      reason: string;
      rationale: string;
      /** The last close of USDT, if it is too low for USDT to count as cash. */
      notCash: Close | null;
    };
    outcome: Outcome["outcome"];
    outcomeSource: Outcome["source"];
    settlement: Outcome["settlement"];
    ledger: Omit<Ledger, "isInTrackRecord">;
    isInTrackRecord: boolean;
    newerId: string | null;
    olderId: string | null;
  };
  isSaved: boolean;
  allocation: Readonly<Record<string, number>>;
  badges?: ReactNode;
  facts: readonly { label: ReactNode; value: ReactNode }[];
  /** The action's result after a native form post. */
  posted: FormResult | undefined;
  calculation: ReactNode;
  children?: ReactNode;
}

export function RecommendationPage(props: RecommendationPageProps) {
  const { engine, read, posted, calculation, children } = props;
  const { recommendation, outcome, outcomeSource, settlement, newerId, olderId } = read;
  const { list } = engineDisplay[engine];
  return (
    <>
      <GenerateError result={posted} />
      <RecommendationHeader {...props} />
      <RecommendationOutcome
        day={dayOf(new Date(recommendation.createdAt))}
        outcome={outcome}
        source={outcomeSource}
        settlement={settlement}
        isFirst={olderId === null}
      />
      {children}
      <section aria-labelledby="calculation" className="mt-14 max-w-3xl">
        <h2 id="calculation" className="section-title">
          The calculation
        </h2>
        <p className="mt-2 mb-8 max-w-measure text-base text-muted">
          Every input and every step, so that you can check the result by hand. Displayed numbers
          are rounded; the calculation itself is not.
        </p>
        {calculation}
      </section>
      <LedgerEntry {...read.ledger} isInTrackRecord={read.isInTrackRecord} />
      <Pagination
        label="Older and newer recommendations"
        previous={olderId && `${list}/${olderId}`}
        previousLabel="Older"
        next={newerId && `${list}/${newerId}`}
        nextLabel="Newer"
      />
    </>
  );
}

function RecommendationHeader(props: RecommendationPageProps) {
  const { engine, read, isSaved, allocation, badges, facts } = props;
  const { id, weekDate, createdAt, isSample, reason, rationale, notCash } = read.recommendation;
  const { name, list, topic, rule } = engineDisplay[engine];
  return (
    <header className="grid grid-cols-1 justify-between gap-x-16 gap-y-10 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,42rem)_minmax(14rem,18rem)]">
      <div>
        <Crumbs trail={[{ to: list, label: name, topic }]} />
        <h1 className="section-title">
          Week of <DateTime value={weekDate} className="whitespace-nowrap" />
        </h1>
        <p className="mt-3 font-display text-2xl font-medium text-balance sm:text-3xl">{reason}</p>
        <AllocationBar allocation={markCash(sharesOf(allocation), notCash)} className="mt-7" />
        <p className="mt-4 text-base tabular-nums">
          <span className="text-muted">Outcome: </span>
          {describeOutcome(read.outcome, dayOf(new Date(createdAt)))}
        </p>
        <NotAdvice className="mt-1" />
        <p className="mt-6 max-w-measure text-base text-pretty">
          <Rationale>{rationale}</Rationale>
        </p>
        <p className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
          <span>
            Made on <DateTime value={createdAt} withTime />
          </span>
          {read.isInTrackRecord ? null : <ExtraBadge />}
          {isSample ? <SampleBadge /> : null}
          {badges}
          <CashWarning notCash={notCash} />
        </p>
        <SaveButton kind="recommendation" id={id} isSaved={isSaved} className="mt-2 -ms-3" />
      </div>
      <dl className={clsx("self-start divide-y divide-line border-t-2 text-base", rule)}>
        {[...facts, ...cashFacts(notCash)].map(({ label, value }, index) => (
          <div key={index} className="flex justify-between gap-4 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}
