import type { SerializedSentiment } from "~/presenters/recommendations";
import { markCash } from "~/domain/cash";
import { formatNumber } from "~/utils/format";
import { sharesOf } from "~/components/recommendations/allocation-colors";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { RecommendationCard } from "~/components/recommendations/recommendation-card";
import { CashWarning } from "~/components/recommendations/cash-warning";
import { NotAdvice } from "~/components/recommendations/not-advice";

export const SentimentCard = ({ recommendation }: { recommendation: SerializedSentiment }) => (
  <RecommendationCard
    to={`/sentiment/${recommendation.id}`}
    weekDate={recommendation.weekDate}
    createdAt={recommendation.createdAt}
    sample={recommendation.isSample ? "Sample texts" : null}
    badges={<CashWarning notCash={recommendation.notCash} />}
    rationale={recommendation.rationale}
  >
    <dl className="mt-4 grid grid-cols-2 gap-x-4 border-y border-line py-3">
      <Figure label="Top Token" value={recommendation.token} />
      <Figure label="Mentions" value={formatNumber(recommendation.mentionCount)} />
    </dl>
    <AllocationBar
      allocation={markCash(sharesOf(recommendation.allocation), recommendation.notCash)}
      figures="lines"
      className="mt-4"
    />
    <NotAdvice className="mt-1" />
  </RecommendationCard>
);

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-display text-xl font-medium tabular-nums">{value}</dd>
  </div>
);
