import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { RecommendationPage } from "~/components/recommendations/recommendation-page";
import { DateTime } from "~/components/ui/date-time";
import type { Split } from "~/domain/sentiment/allocation";
import { mentionsQuery } from "~/schemas/sentiment";
import { EFFECTS_ON_PAGE, readEffects } from "~/services/recommendations/effects.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { explainMention } from "~/services/recommendations/explain-mention.server";
import {
  readSentimentInputs,
  type SentimentInputRow,
} from "~/services/recommendations/sentiment-inputs.server";
import { figure, formatNumber } from "~/utils/format";
import { isSavedByViewer } from "~/utils/saved.server";
import { recommendationMeta } from "~/utils/seo/recommendation-meta";
import { generateClientAction } from "~/utils/engine-page";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { sentimentAction } from "~/utils/forms/generate-form.server";
import { Calculation } from "./calculation";
import { Effects } from "./effects";
import { Mentions } from "./mentions";
import { serializeEffectsOnPage } from "~/presenters/effects";
import { serializeExplanation, serializeMention } from "~/presenters/mentions";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const query = mentionsQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const sentiment = await orErrorResponse(sentimentEngine.read(params.id ?? ""));
  const { window, unlisted, ...rest } = sentiment;
  const counts = rest.calculation.tokens.map(({ token, mentionCount }) => ({
    token,
    mentionCount,
    unlisted: unlisted[token] ?? 0,
  }));
  const token = counts.find((counted) => counted.token === query.token)?.token;
  const { rows, ...pagination } = await orErrorResponse(
    readSentimentInputs(sentiment, { ...query, token }),
  );
  const opened = rows.find(({ number }) => number === query.mention);
  const effects = await orErrorResponse(
    readEffects(rest.recommendation.id, { limit: EFFECTS_ON_PAGE }),
  );
  return {
    ...rest,
    effects: effects && counts.length ? serializeEffectsOnPage(effects) : null,
    isSaved: await isSavedByViewer(args, "recommendation", rest.recommendation.id),
    window: { from: window.from.toISOString(), to: window.to.toISOString() },
    mentions: {
      counts,
      token: token ?? null,
      ...pagination,
      rows: rows.map(serializeMention),
      opened: opened ? await orErrorResponse(explain(opened)) : null,
    },
  };
}

async function explain(mention: SentimentInputRow) {
  const explanation = serializeExplanation({ ...mention, ...(await explainMention(mention)) });
  return { number: mention.number, explanation };
}

export const action = sentimentAction;
export const clientAction = generateClientAction("sentiment", "generateSentiment");
export default function SentimentRecommendationPage() {
  const read = useLoaderData<typeof loader>();
  const { recommendation, calculation, method, trust, window, outside, mentions } = read;
  return (
    <RecommendationPage
      engine="sentiment"
      read={read}
      isSaved={read.isSaved}
      posted={useActionData<typeof action>()}
      allocation={recommendation.allocation}
      facts={factsOf({ ...recommendation, method }, calculation, window)}
      calculation={
        <Calculation
          calculation={calculation}
          trust={trust}
          window={window}
          outsideSources={outside}
        />
      }
    >
      {read.effects ? <Effects id={recommendation.id} effects={read.effects} /> : null}
      <Mentions id={recommendation.id} {...mentions} />
    </RecommendationPage>
  );
}

function factsOf(
  { token, mentionCount, method }: { token: string; mentionCount: number; method: number },
  { tokens, mood, riskBudget }: Split,
  { from, to }: { from: string; to: string },
) {
  return [
    { label: "From", value: <DateTime value={from} withTime /> },
    { label: "Until", value: <DateTime value={to} withTime /> },
    { label: "Top Token", value: token },
    { label: "Mentions", value: formatNumber(mentionCount) },
    { label: "Tokens covered", value: tokens.filter(({ coverage }) => coverage > 0).length },
    { label: "Mood", value: mood === null ? "none" : figure(mood, { isSigned: true }) },
    { label: "Risk budget", value: `${figure(riskBudget, { digits: 1 })}%` },
    { label: "Method", value: `Version ${method}` },
  ];
}

export const meta: MetaFunction<typeof loader> = recommendationMeta("sentiment");
