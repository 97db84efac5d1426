import { Link } from "~/components/ui/link";
import { DataTable } from "~/components/track-record/data-table";
import { DateTime } from "~/components/ui/date-time";
import type { SerializedMomentum } from "~/presenters/recommendations";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import {
  momentumRates,
  momentumSample,
  momentumShares,
  MomentumWarnings,
} from "~/components/recommendations/momentum-parts";
import { NotAdvice } from "~/components/recommendations/not-advice";
import { AssetRates } from "./asset-rates";
import { Rationale } from "~/components/recommendations/rationale";
import { SampleBadge } from "~/components/recommendations/sample-badge";

export const MomentumTable = ({ items }: { items: readonly SerializedMomentum[] }) => (
  <DataTable
    caption="The latest momentum recommendations"
    hasHiddenCaption
    rows={items}
    keyOf={({ id }) => id}
    columns={[
      { label: "Date", isText: true, cell: (recommendation) => <DateCell {...recommendation} /> },
      {
        label: "Description",
        isText: true,
        cell: ({ rationale }) => (
          <p className="line-clamp-6 min-w-64 text-pretty sm:line-clamp-none">
            <Rationale>{rationale}</Rationale>
          </p>
        ),
      },
      {
        label: "Allocation",
        isText: true,
        cell: (recommendation) => (
          <div className="w-64">
            <AllocationBar allocation={momentumShares(recommendation)} size="sm" />
            <NotAdvice className="mt-1" />
          </div>
        ),
      },
      {
        label: "ROC Data",
        isText: true,
        cell: (recommendation) => <AssetRates rates={momentumRates(recommendation)} />,
      },
    ]}
  />
);

function DateCell(recommendation: SerializedMomentum) {
  const sample = momentumSample(recommendation);
  return (
    <div className="grid justify-items-start gap-1 whitespace-nowrap">
      <Link to={`/momentum/${recommendation.id}`} className="link inline-flex items-center touch">
        <span className="sr-only">Week of </span>
        <DateTime value={recommendation.weekDate} />
      </Link>
      <span className="text-muted">
        Created <DateTime value={recommendation.createdAt} />
      </span>
      {sample ? <SampleBadge>{sample}</SampleBadge> : null}
      <MomentumWarnings {...recommendation} />
    </div>
  );
}
