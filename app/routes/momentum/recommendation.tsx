import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { GenerateError } from "~/components/recommendations/generate-button";
import { CashWarning, cashFacts } from "~/components/recommendations/cash-warning";
import { describeDay } from "~/utils/dates";
import { RecommendationHeader } from "~/components/track-record/recommendation-header";
import { LedgerEntry } from "~/components/track-record/ledger-entry";
import { PreviousNextLinks } from "~/components/track-record/previous-next-links";
import { RecommendationOutcome } from "~/components/track-record/outcome";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { dayOf } from "~/domain/calendar-days";
import { momentumAssets, type Momentum } from "~/domain/momentum";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { change, figure } from "~/utils/format";
import { loaderHeaders } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";
import { breadcrumbs } from "~/utils/seo/structured-data";
import { generateClientAction } from "~/utils/engine-page";
import { skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { generateAction } from "./action.server";
import { Calculation } from "./calculation";

export async function loader({ params }: LoaderFunctionArgs) {
  return orErrorResponse(momentumEngine.read(params.id ?? ""));
}

export const action = generateAction;
export const clientAction = generateClientAction("momentum", "generateMomentum");
export const shouldRevalidate = skipRevalidationWhenOffline;

/** A momentum recommendation with its inputs, calculation and outcome. */
export default function MomentumRecommendationPage() {
  const { recommendation, inputs, calculation, newerId, olderId, ...rest } =
    useLoaderData<typeof loader>();
  const { outcome, outcomeSource, settlement, ledger, isInTrackRecord } = rest;
  const { createdAt, source, isDegraded, hasPegWarning, notCash } = recommendation;
  return (
    <>
      <GenerateError result={useActionData<typeof action>()} />
      <RecommendationHeader
        engine="momentum"
        {...recommendation}
        allocation={calculation.allocation}
        badges={
          <>
            {isDegraded ? <Badge tone="warning">An asset was left out</Badge> : null}
            {hasPegWarning && !notCash ? <Badge tone="warning">USDT was off its peg</Badge> : null}
            <CashWarning notCash={notCash} />
          </>
        }
        facts={[...factsOf(calculation, source), ...cashFacts(notCash)]}
      />
      <RecommendationOutcome
        day={dayOf(new Date(createdAt))}
        outcome={outcome}
        source={outcomeSource}
        settlement={settlement}
        isFirst={olderId === null}
      />
      <section aria-labelledby="calculation" className="mt-14 max-w-3xl">
        <h2 id="calculation" className="section-title">
          The calculation
        </h2>
        <p className="mt-2 mb-8 max-w-measure text-base text-muted">
          Every input and every step, so that you can check the result by hand. Displayed numbers
          are rounded; the calculation itself is not.
        </p>
        <Calculation inputs={inputs} calculation={calculation} source={source} />
      </section>
      <LedgerEntry {...ledger} isInTrackRecord={isInTrackRecord} />
      <PreviousNextLinks list="/momentum" olderId={olderId} newerId={newerId} />
    </>
  );
}

function factsOf({ asOf, assets, hurdle, exposure }: Momentum, source: string) {
  return [
    { label: "As of the close of", value: <DateTime value={asOf} /> },
    { label: "Prices", value: source },
    ...momentumAssets.map((asset) => {
      const { rateOfChange } = assets[asset];
      return {
        label: `${asset} 4-Week ROC`,
        value: rateOfChange === null ? "left out" : change(rateOfChange),
      };
    }),
    { label: "Hurdle", value: `${figure(hurdle)}%` },
    {
      label: "Exposure",
      value: exposure === null ? "none" : `${figure(exposure * 100, { digits: 1 })}%`,
    },
  ];
}

export const headers = loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageMeta({ matches, title: "Not found", hidden: true });
  const { id, weekDate, createdAt, rationale } = data.recommendation;
  const week = `week of ${describeDay(weekDate)}`;
  const path = `/momentum/${id}`;
  return pageMeta({
    matches,
    title: `Momentum, ${week}`,
    description: rationale,
    path,
    type: "article",
    published: createdAt,
    structured: (context) =>
      breadcrumbs(context, [
        { name: "Momentum", path: "/momentum" },
        { name: `The ${week}`, path },
      ]),
  });
};
