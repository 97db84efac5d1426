import type { SerializedMomentum } from "~/services/recommendations/serializers";
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

export const MomentumCard = ({ shown }: { shown: SerializedMomentum }) => (
  <RecommendationCard
    to={`/momentum/${shown.id}`}
    weekDate={shown.weekDate}
    createdAt={shown.createdAt}
    sample={momentumSample(shown)}
    badges={<MomentumWarnings {...shown} />}
    rationale={shown.rationale}
  >
    <AllocationBar allocation={momentumShares(shown)} className="mt-4" />
    <NotAdvice className="mt-1" />
    <AssetRates rates={momentumRates(shown)} className="mt-4 border-t border-line pt-3" />
  </RecommendationCard>
);
