import { Link } from "~/components/ui/link";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { AllocationBar } from "../recommendations/allocation-bar";
import { sharesOf } from "../recommendations/allocation-colors";
import { NotAdvice } from "../recommendations/not-advice";
import { Rationale } from "../recommendations/rationale";
import { SampleBadge } from "../recommendations/sample-badge";
import { Badge } from "../ui/badge";
import { DateTime } from "../ui/date-time";
import type { Day } from "~/domain/calendar-days";
import { markCash } from "~/domain/cash";
import type { Engine } from "~/domain/engines";
import type { Close } from "~/domain/close";
import { engineDisplay } from "./engine-display";

interface RecommendationHeaderProps {
  engine: Engine;
  /** The Monday of its week. */
  weekDate: Day;
  /** ISO 8601. */
  createdAt: string;
  isSample: boolean;
  allocation: Readonly<Record<string, number>>;
  rationale: string;
  /** The last close of USDT, if it is too low for USDT to count as cash. */
  notCash: Close | null;
  /** Further badges, such as warnings. */
  badges?: ReactNode;
  /** Key inputs. */
  facts: readonly { label: ReactNode; value: ReactNode }[];
}

/** The header of a recommendation's page: date, allocation, rationale and key inputs. */
export function RecommendationHeader(props: RecommendationHeaderProps) {
  const { engine, weekDate, createdAt, isSample, allocation, rationale, notCash, badges, facts } =
    props;
  const { name, list, topic, rule } = engineDisplay[engine];
  return (
    <header className="grid grid-cols-1 justify-between gap-x-16 gap-y-10 pt-10 sm:pt-14 lg:grid-cols-[minmax(0,42rem)_minmax(14rem,18rem)]">
      <div>
        <Link to={list} className="inline-flex items-center hover:underline touch">
          <Badge topic={topic} className={engine === "sentiment" ? undefined : "text-accent"}>
            {name}
          </Badge>
        </Link>
        <h1 className="mt-3 page-title">
          Week of <DateTime value={weekDate} className="whitespace-nowrap" />
        </h1>
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
          <span>
            Made on <DateTime value={createdAt} withTime />
          </span>
          {isSample ? <SampleBadge /> : null}
          {badges}
        </p>
        <AllocationBar allocation={markCash(sharesOf(allocation), notCash)} className="mt-8" />
        <NotAdvice className="mt-3" />
        <p className="mt-8 font-display text-lg text-pretty sm:text-xl">
          <Rationale>{rationale}</Rationale>
        </p>
      </div>
      <dl className={clsx("self-end divide-y divide-line border-t-2 text-base", rule)}>
        {facts.map(({ label, value }, index) => (
          <div key={index} className="flex justify-between gap-4 py-2">
            <dt className="text-muted">{label}</dt>
            <dd className="text-end tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}
