import type { ComponentProps, ReactNode } from "react";
import { dayOf } from "~/domain/calendar-days";
import type { Engine } from "~/domain/engines";
import type { FormResult } from "~/utils/forms/form-result";
import { engineDisplay } from "../track-record/engine-display";
import { LedgerEntry } from "../track-record/ledger-entry";
import { RecommendationOutcome } from "../track-record/outcome";
import { PreviousNextLinks } from "../track-record/previous-next-links";
import { RecommendationHeader } from "../track-record/recommendation-header";
import { CashWarning, cashFacts } from "./cash-warning";
import { GenerateError } from "./generate-button";

type Header = ComponentProps<typeof RecommendationHeader>;
type Outcome = ComponentProps<typeof RecommendationOutcome>;
type Ledger = ComponentProps<typeof LedgerEntry>;

interface RecommendationPageProps extends Pick<Header, "badges" | "facts" | "allocation"> {
  engine: Engine;
  /** What the engine's `read` returns. */
  read: {
    recommendation: Pick<Header, "weekDate" | "createdAt" | "isSample" | "rationale" | "notCash">;
    outcome: Outcome["outcome"];
    outcomeSource: Outcome["source"];
    settlement: Outcome["settlement"];
    ledger: Omit<Ledger, "isInTrackRecord">;
    isInTrackRecord: boolean;
    newerId: string | null;
    olderId: string | null;
  };
  /** The action's result after a native form post. */
  posted: FormResult | undefined;
  calculation: ReactNode;
  /** Further sections after the calculation. */
  children?: ReactNode;
}

/** A recommendation with its calculation and outcome. */
export function RecommendationPage({
  engine,
  read,
  posted,
  badges,
  facts,
  allocation,
  calculation,
  children,
}: RecommendationPageProps) {
  const { recommendation, outcome, outcomeSource, settlement, newerId, olderId } = read;
  const { createdAt, notCash } = recommendation;
  return (
    <>
      <GenerateError result={posted} />
      <RecommendationHeader
        engine={engine}
        {...recommendation}
        allocation={allocation}
        badges={
          <>
            {badges}
            <CashWarning notCash={notCash} />
          </>
        }
        facts={[...facts, ...cashFacts(notCash)]}
      />
      <RecommendationOutcome
        day={dayOf(new Date(createdAt))}
        outcome={outcome}
        source={outcomeSource}
        settlement={settlement}
        isFirst={olderId === null}
      />
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
      {children}
      <LedgerEntry {...read.ledger} isInTrackRecord={read.isInTrackRecord} />
      <PreviousNextLinks list={engineDisplay[engine].list} olderId={olderId} newerId={newerId} />
    </>
  );
}
