import { clsx } from "clsx";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { NotAdvice, SampleBadge } from "~/components/recommendations/recommendation-parts";
import { engineDisplay } from "~/components/track-record/engine-display";
import { SmallChart, VerdictLine } from "~/components/track-record/verdict";
import { DateTime } from "~/components/ui/date-time";
import { Link } from "~/components/ui/link";
import type { Engine } from "~/domain/engines";
import type { FrontPage } from "./front-page.server";

type EnginesProps = FrontPage["engines"];

/** What both engines have earned, and what they say now. */
export const Engines = (newest: EnginesProps) => {
  const isSample = Object.values(newest).some((one) => one?.sample);
  return (
    <section aria-labelledby="engines">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="engines" className="front-kicker">
          The two engines
        </h2>
        {isSample ? <SampleBadge>Sample data</SampleBadge> : null}
      </div>
      <p className="text-sm text-pretty text-muted">
        Two published rules split money between coins each week.
      </p>
      <EngineSummary
        engine="momentum"
        newest={newest.momentum}
        method="A split between BTC, SOL and USDT from four weeks of prices, by a published rule."
      />
      <EngineSummary
        engine="sentiment"
        newest={newest.sentiment}
        method="What the community writes about tokens, counted, scored and turned into an allocation."
      />
      <NotAdvice className="mt-3" />
    </section>
  );
};

interface EngineProps {
  engine: Engine;
  newest: EnginesProps[Engine];
  method: string;
}

const EngineSummary = ({ engine, newest, method }: EngineProps) => {
  const { name, list, rule } = engineDisplay[engine];
  return (
    <article className={clsx("mt-3 border-t-2 pt-1.5", rule)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-display text-xl font-medium">
          <Link to={list} className="inline-flex items-center touch hover:text-accent">
            {name}
          </Link>
        </h3>
        {newest ? (
          <Link to={`${list}/${newest.id}`} className="link inline-flex items-center text-sm touch">
            <span>
              Week of <DateTime value={newest.weekDate} />
            </span>
          </Link>
        ) : null}
      </div>
      {newest ? (
        <>
          <VerdictLine
            engine={engine}
            verdict={newest.verdict}
            className="leading-snug font-semibold"
          />
          {newest.verdict ? <SmallChart engine={engine} verdict={newest.verdict} /> : null}
          <p className="mt-1.5 leading-snug text-pretty">{newest.reason}</p>
          <AllocationBar allocation={newest.shares} size="sm" className="mt-2" />
        </>
      ) : (
        <p className="mt-1 text-pretty text-muted">{method} No recommendation yet.</p>
      )}
    </article>
  );
};
