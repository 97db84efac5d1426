import { Link } from "~/components/ui/link";
import { clsx } from "clsx";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { NotAdvice, SampleBadge } from "~/components/recommendations/recommendation-parts";
import { DateTime } from "~/components/ui/date-time";
import type { readFrontPage } from "./front-page.server";

type FrontPage = Awaited<ReturnType<typeof readFrontPage>>;

interface EngineProps {
  name: string;
  to: string;
  method: string;
  rule: string;
  newest: FrontPage["momentum"];
}

/** The newest recommendation of each engine, or a description of the method if there is none. */
export const NewestRecommendations = (newest: Pick<FrontPage, "momentum" | "sentiment">) => (
  <div className="grid grid-cols-1 gap-x-12 gap-y-10 md:grid-cols-2">
    <Engine
      name="Momentum"
      to="/momentum"
      method="A split between BTC, SOL and USDT from four weeks of prices, by a published rule."
      rule="border-accent"
      newest={newest.momentum}
    />
    <Engine
      name="Sentiment"
      to="/sentiment"
      method="What the community writes about tokens, counted, scored and turned into an allocation."
      rule="border-sentiment"
      newest={newest.sentiment}
    />
  </div>
);

const Engine = ({ name, to, method, rule, newest }: EngineProps) => (
  <article className={clsx("flex flex-col border-t-2 pt-4", rule)}>
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h3 className="font-display text-xl font-medium">
        <Link to={to} className="inline-flex items-center touch hover:text-accent">
          {name}
        </Link>
      </h3>
      {newest ? (
        <Link to={`${to}/${newest.id}`} className="link inline-flex items-center text-sm touch">
          <span>
            Week of <DateTime value={newest.weekDate} />
          </span>
        </Link>
      ) : null}
    </div>
    <p className="mt-1.5 text-pretty text-muted">{method}</p>
    {newest ? (
      <>
        <AllocationBar allocation={newest.shares} className="mt-5" />
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 pt-4">
          <NotAdvice />
          {newest.sample ? <SampleBadge>{newest.sample}</SampleBadge> : null}
        </div>
      </>
    ) : (
      <p className="mt-4 text-base">No recommendation yet.</p>
    )}
  </article>
);
