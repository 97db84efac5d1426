import type { SerializedSentiment } from "~/services/recommendations/serializers";
import { formatNumber } from "~/utils/format";
import { sharesOf } from "~/components/recommendations/allocation-colors";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { RecommendationCard } from "~/components/recommendations/recommendation-card";
import { NotAdvice } from "~/components/recommendations/not-advice";

export const SentimentCard = ({ shown }: { shown: SerializedSentiment }) => (
  <RecommendationCard
    to={`/sentiment/${shown.id}`}
    weekDate={shown.weekDate}
    createdAt={shown.createdAt}
    sample={shown.isSample ? "Sample texts" : null}
    rationale={shown.rationale}
  >
    <dl className="mt-4 grid grid-cols-2 gap-x-4 border-y border-line py-3">
      <Figure label="Top Token" value={shown.token} />
      <Figure label="Mentions" value={formatNumber(shown.mentionCount)} />
    </dl>
    <AllocationBar allocation={sharesOf(shown.allocation)} figures="lines" className="mt-4" />
    <NotAdvice className="mt-1" />
  </RecommendationCard>
);

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-display text-xl font-medium tabular-nums">{value}</dd>
  </div>
);
