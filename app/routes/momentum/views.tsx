import { clsx } from "clsx";
import { Link } from "~/components/ui/link";
import { DataTable } from "~/components/track-record/data-table";
import { DateTime } from "~/components/ui/date-time";
import type { SerializedMomentum } from "~/presenters/recommendations";
import type { Listed } from "~/components/recommendations/recommendation-card";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import {
  momentumRates,
  momentumSample,
  momentumShares,
  MomentumWarnings,
  Rationale,
  SampleBadge,
} from "~/components/recommendations/recommendation-parts";
import { ExtraBadge, RecommendationCard } from "~/components/recommendations/recommendation-card";
import { gainColor } from "~/components/track-record/record-parts";
import { change } from "~/utils/format";

export const MomentumTable = ({ items }: { items: readonly Listed<SerializedMomentum>[] }) => (
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
            {recommendation.outcome ? (
              <p className="mt-1.5 text-sm text-pretty tabular-nums">{recommendation.outcome}</p>
            ) : null}
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

function DateCell(recommendation: Listed<SerializedMomentum>) {
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
      {recommendation.isExtra ? <ExtraBadge /> : null}
      {sample ? <SampleBadge>{sample}</SampleBadge> : null}
      <MomentumWarnings {...recommendation} />
    </div>
  );
}

interface MomentumCardProps {
  recommendation: Listed<SerializedMomentum>;
  isCurrent?: boolean;
}

export const MomentumCard = ({ recommendation, isCurrent = true }: MomentumCardProps) => (
  <RecommendationCard
    {...recommendation}
    isCurrent={isCurrent}
    to={`/momentum/${recommendation.id}`}
    sample={momentumSample(recommendation)}
    badges={<MomentumWarnings {...recommendation} />}
    split={
      <AllocationBar allocation={momentumShares(recommendation)} size={isCurrent ? "lg" : "sm"} />
    }
    lines={<AssetRates rates={momentumRates(recommendation)} />}
  />
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
