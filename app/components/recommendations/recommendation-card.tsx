import { clsx } from "clsx";
import { Link } from "~/components/ui/link";
import type { ComponentType, ReactNode } from "react";
import { CachedMarkup } from "~/utils/cached-markup";
import { Badge } from "../ui/badge";
import { Card, FIRST_CARDS } from "../ui/card";
import { DateTime } from "../ui/date-time";
import { ArrowRightIcon } from "../ui/icons";
import { SkeletonCards } from "~/components/ui/loading";
import { Rationale, SampleBadge } from "./recommendation-parts";

const grid = "grid gap-5 sm:grid-cols-2 lg:grid-cols-3";

interface RecommendationGridProps<Item> {
  items: readonly Item[];
  card: ComponentType<{ recommendation: Item }>;
}

export const RecommendationGrid = <Item extends { id: string }>({
  items,
  card,
}: RecommendationGridProps<Item>) => (
  <ul className={grid}>
    {items.map((recommendation, index) => (
      <CachedMarkup
        key={recommendation.id}
        as="li"
        className={clsx("grid min-w-0", index >= FIRST_CARDS && "lazy-layout")}
        component={card}
        props={{ recommendation }}
      />
    ))}
  </ul>
);

export const RecommendationSkeletons = () => (
  <SkeletonCards count={4} label="Loading the recommendations" className={grid} />
);

interface RecommendationCardProps {
  to: string;
  /** The Monday of its week. */
  weekDate: string;
  createdAt: string;
  /** The sample badge's label, or `null` for real data. */
  sample: string | null;
  badges?: ReactNode;
  rationale: string;
  children: ReactNode;
}

/** A recommendation in a list: date, content, rationale and the link to its calculation. */
export function RecommendationCard(props: RecommendationCardProps) {
  const { to, weekDate, createdAt, sample, badges, rationale, children } = props;
  return (
    <Card as="article" className="group relative">
      <h3 className="font-display text-xl font-medium">
        <Link to={to} className="card-link">
          Week of <DateTime value={weekDate} />
        </Link>
      </h3>
      <p className="mt-2 flex flex-wrap gap-2">
        <Badge>
          Created <DateTime value={createdAt} />
        </Badge>
        {sample ? <SampleBadge>{sample}</SampleBadge> : null}
        {badges}
      </p>
      {children}
      <p className="mt-4 line-clamp-3 text-base text-pretty">
        <Rationale>{rationale}</Rationale>
      </p>
      <p aria-hidden="true" className="mt-auto flex items-center gap-1.5 pt-4 text-sm text-accent">
        See the full calculation <ArrowRightIcon className="size-4" />
      </p>
    </Card>
  );
}
