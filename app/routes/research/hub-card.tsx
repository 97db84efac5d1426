import { Link } from "~/components/ui/link";
import { clsx } from "clsx";
import { Card } from "~/components/ui/card";
import { ArrowRightIcon } from "~/components/ui/icons";
import { hueGround, hueOf } from "~/components/ui/topic-colors";
import { formatNumber } from "~/utils/format";

interface HubCardProps {
  hub: {
    title: string;
    description: string;
    slug: string;
    /** `null` if counting failed. */
    papers: number | null;
    contributors: number | null;
  };
}

/** A topic's card, linking to its hub. */
export function HubCard({ hub: { title, description, slug, papers, contributors } }: HubCardProps) {
  return (
    <Card
      as="li"
      className="group relative overflow-hidden p-6 transition-colors hover:border-edge"
    >
      <span
        aria-hidden="true"
        className={clsx("absolute inset-x-0 top-0 h-[3px]", hueGround[hueOf(slug)])}
      />
      <h2 className="flex items-start justify-between gap-4 section-title">
        <Link to={`/category/${slug}`} className="card-link">
          {title}
        </Link>
        <ArrowRightIcon className="mt-1.5 text-muted group-hover:text-accent" />
      </h2>
      <p className="mt-3 text-base text-pretty">{description}</p>
      {papers === null || contributors === null ? null : (
        <dl className="mt-auto flex flex-wrap gap-x-8 pt-6">
          <Count count={papers} one="paper" many="papers" />
          <Count count={contributors} one="contributor" many="contributors" />
        </dl>
      )}
    </Card>
  );
}

const Count = ({ count, one, many }: { count: number; one: string; many: string }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-muted">{count === 1 ? one : many}</dt>
    <dd className="font-display text-xl font-medium tabular-nums">{formatNumber(count)}</dd>
  </div>
);
