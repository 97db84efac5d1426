import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { AllocationBar } from "~/components/recommendations/allocation-bar";
import { sharesOf } from "~/components/recommendations/allocation";
import { NotAdvice } from "~/components/recommendations/not-advice";
import { SampleBadge } from "~/components/recommendations/sample-badge";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import type { Day } from "~/domain/days";
import type { Engine } from "~/domain/engines";
import { engineLooks } from "./engines";

interface RecommendationHeadProps {
  engine: Engine;
  /** The Monday of its week. */
  weekDate: Day;
  /** ISO 8601. */
  createdAt: string;
  isSample: boolean;
  allocation: Readonly<Record<string, number>>;
  rationale: string;
  /** What else is remarkable about it, as badges. */
  badges?: ReactNode;
  /** More of its figures, below the rationale. */
  children?: ReactNode;
}

/** The head of one recommendation's page: when it was made, what it says, and why. */
export function RecommendationHead(props: RecommendationHeadProps) {
  const { engine, weekDate, createdAt, isSample, allocation, rationale, badges, children } = props;
  const { name, list, hue } = engineLooks[engine];
  return (
    <header className="max-w-measure pt-10 sm:pt-14">
      <Link to={list} className="inline-flex items-center hover:underline touch">
        <Badge hue={hue} className={engine === "sentiment" ? undefined : "text-accent"}>
          {name}
        </Badge>
      </Link>
      <h1 className="mt-3 font-display text-3xl font-medium tracking-tight text-balance sm:text-4xl">
        Week of <DateTime value={weekDate} />
      </h1>
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <span>
          Made on <DateTime value={createdAt} withTime />
        </span>
        {isSample ? <SampleBadge /> : null}
        {badges}
      </p>
      <AllocationBar allocation={sharesOf(allocation)} className="mt-8" />
      <NotAdvice className="mt-3" />
      <p className="mt-8 font-display text-lg text-pretty sm:text-xl">{rationale}</p>
      {children}
    </header>
  );
}
