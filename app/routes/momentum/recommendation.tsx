import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RecommendationPage } from "~/components/recommendations/recommendation-page";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { momentumAssets, type Momentum } from "~/domain/momentum";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { change, figure } from "~/utils/format";
import { isSavedByViewer } from "~/utils/saved.server";
import { recommendationMeta } from "~/utils/seo/recommendation-meta";
import { generateClientAction } from "~/utils/engine-page";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { momentumAction } from "~/utils/forms/generate-form.server";
import { Calculation } from "./calculation";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const id = args.params.id ?? "";
  const read = await orErrorResponse(momentumEngine.read(id));
  return { ...read, isSaved: await isSavedByViewer(args, "recommendation", id) };
}

export const action = momentumAction;
export const clientAction = generateClientAction("momentum", "generateMomentum");
export default function MomentumRecommendationPage() {
  const read = useLoaderData<typeof loader>();
  const { recommendation, inputs, calculation } = read;
  const { source, isDegraded, hasPegWarning, notCash } = recommendation;
  return (
    <RecommendationPage
      engine="momentum"
      read={read}
      isSaved={read.isSaved}
      posted={useActionData<typeof action>()}
      allocation={calculation.allocation}
      badges={
        <>
          {isDegraded ? <Badge tone="warning">An asset was left out</Badge> : null}
          {hasPegWarning && !notCash ? <Badge tone="warning">USDT was off its peg</Badge> : null}
        </>
      }
      facts={factsOf(calculation, source)}
      calculation={<Calculation inputs={inputs} calculation={calculation} source={source} />}
    />
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

export const meta: MetaFunction<typeof loader> = recommendationMeta("momentum");
