import { Link } from "~/components/ui/link";
import { clsx } from "clsx";
import { Rationale } from "~/components/recommendations/recommendation-parts";
import { Card } from "~/components/ui/card";
import { DateTime } from "~/components/ui/date-time";
import type { DashboardView } from "~/schemas/dashboard";
import type { BriefRecommendation } from "~/services/people/dashboard-types";

interface RecommendationsProps {
  momentum: readonly BriefRecommendation[];
  sentiment: readonly BriefRecommendation[];
  view: DashboardView;
}

export const Recommendations = ({ momentum, sentiment, view }: RecommendationsProps) => (
  <section aria-labelledby="recommendations">
    <h2 id="recommendations" className="mb-1 section-title">
      Latest recommendations
    </h2>
    <p className="mb-5 text-sm text-muted">Not investment advice.</p>
    <div className="grid grid-cols-1 gap-8">
      <Engine
        name="Momentum"
        to="/momentum"
        empty="No momentum recommendations available yet."
        rule="border-accent"
        items={momentum}
        view={view}
      />
      <Engine
        name="Sentiment"
        to="/sentiment"
        empty="No sentiment recommendations available yet."
        rule="border-sentiment"
        items={sentiment}
        view={view}
      />
    </div>
  </section>
);

interface EngineProps {
  name: string;
  to: string;
  empty: string;
  rule: string;
  items: readonly BriefRecommendation[];
  view: DashboardView;
}

const Engine = ({ name, to, empty, rule, items, view }: EngineProps) => (
  <div className={clsx("border-t-2 pt-3", rule)}>
    <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 className="text-base font-medium">{name}</h3>
      <Link to={to} className="link inline-flex items-center text-sm touch">
        All {name} recommendations
      </Link>
    </div>
    {!items.length ? (
      <p className="text-base text-muted">{empty}</p>
    ) : view === "table" ? (
      <BriefTable items={items} />
    ) : (
      <ul className="grid grid-cols-1 gap-4">
        {items.map((item) => (
          <li key={item.id}>
            <BriefCard {...item} />
          </li>
        ))}
      </ul>
    )}
  </div>
);

const BriefCard = ({ weekDate, allocation, rationale }: BriefRecommendation) => (
  <Card as="article" className="gap-3">
    <h4 className="text-sm text-muted">
      Week of <DateTime value={weekDate} />
    </h4>
    <ul className="flex flex-wrap gap-x-5 font-display text-xl font-medium tabular-nums">
      {allocation.map(({ asset, percent, label = asset }) => (
        <li key={asset}>
          <span className="font-sans text-sm font-normal text-muted">{label}</span> {percent}%
        </li>
      ))}
    </ul>
    <p className="line-clamp-3 text-sm text-pretty">
      <Rationale>{rationale}</Rationale>
    </p>
  </Card>
);

const BriefTable = ({ items }: { items: readonly BriefRecommendation[] }) => (
  <table className="w-full text-sm">
    <thead>
      <tr className="border-b border-edge text-start text-muted">
        <th scope="col" className="py-2 pe-4 text-start font-medium">
          Week of
        </th>
        <th scope="col" className="py-2 text-start font-medium">
          Allocation
        </th>
      </tr>
    </thead>
    <tbody>
      {items.map(({ id, weekDate, allocation }) => (
        <tr key={id} className="border-b border-line align-top">
          <th
            scope="row"
            className="py-3 pe-4 text-start font-normal @min-[18rem]/frame:whitespace-nowrap"
          >
            <DateTime value={weekDate} />
          </th>
          <td className="py-3 tabular-nums">
            {allocation
              .map(({ asset, percent, label = asset }) => `${label}\u00a0${percent}%`)
              .join(", ")}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
