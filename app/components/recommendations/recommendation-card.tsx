import type { ComponentType, ReactNode } from "react";
import { Link } from "~/components/ui/link";
import { CachedMarkup } from "~/utils/cached-markup";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";
import { DateTime } from "../ui/date-time";
import { ArrowRightIcon } from "../ui/icons";
import { SkeletonCards } from "~/components/ui/loading";
import { Rationale, SampleBadge } from "./recommendation-parts";

interface InList {
  /** What became of it, in words. */
  outcome?: string | null;
  /** Whether a member had it made beside the one of its week. */
  isExtra?: boolean;
}

/** A recommendation with what lists show besides. */
export type Listed<Recommendation> = Recommendation & InList;

interface RecommendationCardsProps<Item> {
  items: readonly Item[];
  card: ComponentType<{ recommendation: Item; isCurrent?: boolean }>;
}

/** The newest recommendation as a large card, and the former ones as rows below it. */
export const RecommendationCards = <Item extends { id: string }>({
  items: [newest, ...former],
  card,
}: RecommendationCardsProps<Item>) => (
  <>
    {newest ? (
      <CachedMarkup component={card} props={{ recommendation: newest, isCurrent: true }} />
    ) : null}
    {former.length ? (
      <>
        <h3 className="mt-8 border-b border-edge pb-2 text-base font-medium">Earlier weeks</h3>
        <ul className="divide-y divide-line border-b border-line">
          {former.map((recommendation) => (
            <CachedMarkup
              key={recommendation.id}
              as="li"
              component={card}
              props={{ recommendation, isCurrent: false }}
            />
          ))}
        </ul>
      </>
    ) : null}
  </>
);

export const RecommendationSkeletons = () => (
  <SkeletonCards count={4} label="Loading the recommendations" className="grid gap-5" />
);

interface RecommendationCardProps extends InList {
  to: string;
  /** The Monday of its week. */
  weekDate: string;
  createdAt: string;
  /** The label of a badge, if it is made up. */
  sample: string | null;
  badges?: ReactNode;
  /** A few figures that stand beside the date. */
  figures?: ReactNode;
  reason: string;
  rationale: string;
  split: ReactNode;
  /** Lines of further figures. */
  lines?: ReactNode;
  isCurrent: boolean;
}

/** A recommendation in a list, with its reason first: a card, or a row of several columns. */
export const RecommendationCard = (props: RecommendationCardProps) =>
  props.isCurrent ? <CurrentCard {...props} /> : <FormerRow {...props} />;

const CurrentCard = (props: RecommendationCardProps) => {
  const { to, weekDate, figures, reason, rationale, split, lines, outcome } = props;
  return (
    <Card as="article" className="group relative sm:p-7">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="text-base font-medium">
          <Link to={to} className="card-link">
            Week of <DateTime value={weekDate} />
          </Link>
        </h3>
        <Badges {...props} />
        {figures}
      </div>
      <div className="mt-3 grid grid-cols-1 gap-x-12 gap-y-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div>
          <p className="font-display text-xl font-medium text-balance sm:text-2xl">{reason}</p>
          <div className="mt-5">{split}</div>
        </div>
        <div className="flex flex-col gap-3 lg:border-s lg:border-line lg:ps-8">
          {outcome ? (
            <p className="text-base tabular-nums">
              <span className="text-muted">Outcome: </span>
              {outcome}
            </p>
          ) : null}
          {lines}
          <p className="line-clamp-3 text-base text-pretty text-muted">
            <Rationale>{rationale}</Rationale>
          </p>
          <p aria-hidden="true" className="mt-auto flex items-center gap-1.5 text-sm text-accent">
            See the full calculation <ArrowRightIcon className="size-4" />
          </p>
        </div>
      </div>
    </Card>
  );
};

const FormerRow = (props: RecommendationCardProps) => {
  const { to, weekDate, figures, reason, rationale, split, lines, outcome } = props;
  return (
    <article className="group relative grid grid-cols-1 gap-x-8 gap-y-2.5 py-4 sm:grid-cols-[12rem_minmax(0,1fr)] lg:grid-cols-[10.5rem_14rem_minmax(0,1fr)_13rem]">
      <div>
        <h4 className="text-base font-medium">
          <Link to={to} className="card-link">
            Week of <DateTime value={weekDate} />
          </Link>
        </h4>
        <Badges {...props} />
        {figures}
      </div>
      <div>{split}</div>
      <div className="sm:max-lg:col-start-2">
        <p className="text-base text-pretty">{reason}</p>
        <p className="mt-1 line-clamp-3 text-sm text-pretty text-muted">
          <Rationale>{rationale}</Rationale>
        </p>
      </div>
      <div className="flex flex-col gap-2 sm:max-lg:col-start-2">
        {outcome ? <p className="text-sm text-pretty tabular-nums">{outcome}</p> : null}
        {lines}
      </div>
    </article>
  );
};

const Badges = ({ createdAt, sample, isExtra, badges }: RecommendationCardProps) => (
  <p className="flex flex-wrap gap-2 py-1">
    <Badge>
      Created <DateTime value={createdAt} />
    </Badge>
    {isExtra ? <ExtraBadge /> : null}
    {sample ? <SampleBadge>{sample}</SampleBadge> : null}
    {badges}
  </p>
);

/** Marks a recommendation that somebody had made beside the one of its week. */
export const ExtraBadge = () => <Badge>Extra, not in the record</Badge>;
