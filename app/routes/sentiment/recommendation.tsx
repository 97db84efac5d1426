import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { GenerateError } from "~/components/recommendations/generate-button";
import { CashWarning, cashFacts } from "~/components/recommendations/cash-warning";
import { describeDay } from "~/utils/dates";
import { LedgerEntry } from "~/components/track-record/ledger-entry";
import { PreviousNextLinks } from "~/components/track-record/previous-next-links";
import { RecommendationOutcome } from "~/components/track-record/outcome";
import { RecommendationHeader } from "~/components/track-record/recommendation-header";
import { DateTime } from "~/components/ui/date-time";
import { dayOf } from "~/domain/calendar-days";
import type { Split } from "~/domain/sentiment/allocation";
import { mentionsQuery } from "~/schemas/sentiment";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { readSentimentInputs } from "~/services/recommendations/sentiment-inputs.server";
import { figure, formatNumber } from "~/utils/format";
import { loaderHeaders } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";
import { breadcrumbs } from "~/utils/seo/structured-data";
import { generateClientAction } from "~/utils/engine-page";
import { skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { generateAction } from "./action.server";
import { Calculation } from "./calculation";
import { Mentions } from "./mentions";
import { serializeMention } from "~/services/recommendations/serialize-mention";

export async function loader({ request, params }: LoaderFunctionArgs) {
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
    readSentimentInputs(sentiment, { token, page: query.page }),
  );
  return {
    ...rest,
    window: { from: window.from.toISOString(), to: window.to.toISOString() },
    mentions: { counts, token: token ?? null, ...pagination, rows: rows.map(serializeMention) },
  };
}

export const action = generateAction;
export const clientAction = generateClientAction("sentiment", "generateSentiment");
export const shouldRevalidate = skipRevalidationWhenOffline;

/** A sentiment recommendation with its inputs, calculation and outcome. */
export default function SentimentRecommendationPage() {
  const {
    recommendation,
    calculation,
    method,
    isTrustGrowing,
    window,
    outside,
    mentions,
    outcome,
    outcomeSource,
    settlement,
    ledger,
    isInTrackRecord,
    newerId,
    olderId,
  } = useLoaderData<typeof loader>();
  const { id, createdAt, notCash } = recommendation;
  return (
    <>
      <GenerateError result={useActionData<typeof action>()} />
      <RecommendationHeader
        engine="sentiment"
        {...recommendation}
        badges={<CashWarning notCash={notCash} />}
        facts={[
          ...factsOf({ ...recommendation, method }, calculation, window),
          ...cashFacts(notCash),
        ]}
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
        <Calculation {...{ calculation, isTrustGrowing, window }} outsideSources={outside} />
      </section>
      <Mentions id={id} {...mentions} />
      <LedgerEntry {...ledger} isInTrackRecord={isInTrackRecord} />
      <PreviousNextLinks list="/sentiment" olderId={olderId} newerId={newerId} />
    </>
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
    { label: "Tokens heard", value: tokens.filter(({ isHeard }) => isHeard).length },
    { label: "Mood", value: mood === null ? "none" : figure(mood, { isSigned: true }) },
    { label: "Risk budget", value: `${riskBudget}%` },
    { label: "Method", value: `Version ${method}` },
  ];
}

export const headers = loaderHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (!data) return pageMeta({ matches, title: "Not found", hidden: true });
  const { id, weekDate, createdAt, rationale } = data.recommendation;
  const week = `week of ${describeDay(weekDate)}`;
  const path = `/sentiment/${id}`;
  return pageMeta({
    matches,
    title: `Sentiment, ${week}`,
    description: rationale,
    path,
    type: "article",
    published: createdAt,
    structured: (context) =>
      breadcrumbs(context, [
        { name: "Sentiment", path: "/sentiment" },
        { name: `The ${week}`, path },
      ]),
  });
};
