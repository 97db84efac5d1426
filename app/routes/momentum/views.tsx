import { clsx } from "clsx";
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
  NotAdvice,
  Rationale,
  SampleBadge,
} from "~/components/recommendations/recommendation-parts";
import { RecommendationCard } from "~/components/recommendations/recommendation-card";
import { gainColor } from "~/components/track-record/record-parts";
import { change } from "~/utils/format";

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

interface AssetRatesProps {
  /** Four-week change by asset, in percent; `null` if unknown. */
  rates: Readonly<Record<string, number | null>>;
  className?: string;
}

export function AssetRates({ rates, className }: AssetRatesProps) {
  const knownRates = Object.entries(rates).flatMap(([asset, rate]) =>
    rate === null ? [] : [{ asset, rate: change(rate) }],
  );
  return knownRates.length ? (
    <dl className={clsx("text-sm tabular-nums", className)}>
      {knownRates.map(({ asset, rate }) => (
        <div
          key={asset}
          className="flex justify-between gap-x-4 whitespace-nowrap @max-[18rem]/frame:flex-wrap"
        >
          <dt className="text-muted">{`${asset} 4-Week ROC`}</dt>
          <dd className={clsx("font-medium", gainColor(rate))}>{rate}</dd>
        </div>
      ))}
    </dl>
  ) : null;
}
