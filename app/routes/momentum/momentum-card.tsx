import type { SerializedMomentum } from "~/presenters/recommendations";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { RecommendationCard } from "~/components/recommendations/recommendation-card";
import {
  momentumRates,
  momentumSample,
  momentumShares,
  MomentumWarnings,
} from "~/components/recommendations/momentum-parts";
import { NotAdvice } from "~/components/recommendations/not-advice";
import { AssetRates } from "./asset-rates";

export const MomentumCard = ({ recommendation }: { recommendation: SerializedMomentum }) => (
  <RecommendationCard
    to={`/momentum/${recommendation.id}`}
    weekDate={recommendation.weekDate}
    createdAt={recommendation.createdAt}
    sample={momentumSample(recommendation)}
    badges={<MomentumWarnings {...recommendation} />}
    rationale={recommendation.rationale}
  >
    <AllocationBar allocation={momentumShares(recommendation)} className="mt-4" />
    <NotAdvice className="mt-1" />
    <AssetRates rates={momentumRates(recommendation)} className="mt-4 border-t border-line pt-3" />
  </RecommendationCard>
);
