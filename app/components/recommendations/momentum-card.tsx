import type { ShownMomentum } from "~/services/recommendation-representations";
import { AllocationBar } from "./allocation-bar";
import { RecommendationCard } from "./frame";
import { momentumRates, momentumSample, momentumShares, MomentumWarnings } from "./momentum-parts";
import { NotAdvice } from "./not-advice";
import { Rates } from "./rates";

export const MomentumCard = ({ shown }: { shown: ShownMomentum }) => (
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
    <Rates rates={momentumRates(shown)} className="mt-4 border-t border-line pt-3" />
  </RecommendationCard>
);
