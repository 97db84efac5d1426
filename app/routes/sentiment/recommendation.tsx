import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { GenerateRefused } from "~/components/recommendations/generate-button";
import { describeDay } from "~/utils/dates";
import { PreviousNextLinks } from "~/components/track-record/previous-next-links";
import { RecommendationOutcome } from "~/components/track-record/outcome";
import { RecommendationHeader } from "~/components/track-record/recommendation-header";
import { DateTime } from "~/components/ui/date-time";
import { dayOf } from "~/domain/calendar-days";
import type { Sentiment } from "~/domain/sentiment/sentiment";
import { mentionsQuery } from "~/schemas/sentiment";
import { readSentiment, readSentimentInputs } from "~/services/recommendations/sentiment.server";
import { figure, formatNumber } from "~/utils/format";
import { loaderHeaders } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";
import { breadcrumbs } from "~/utils/seo/structured-data";
import { generateClientAction } from "~/utils/engine-page";
import { skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { orNotFound } from "~/utils/http/error-responses.server";
import { generateAction } from "./action.server";
import { Calculation } from "./calculation";
import { Mentions } from "./mentions";
import { serializeMention } from "./shown-mention";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const query = mentionsQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  const read = await orNotFound(readSentiment(params.id ?? ""));
  const { window, unlisted, ...shown } = read;
  const counts = shown.calculation.tokens.map(({ token, mentionCount }) => ({
    token,
    mentionCount,
    unlisted: unlisted[token] ?? 0,
  }));
  const token = counts.find((counted) => counted.token === query.token)?.token;
  const { rows, ...place } = await orNotFound(
    readSentimentInputs(read, { token, page: query.page }),
  );
  return {
    ...shown,
    window: { from: window.from.toISOString(), to: window.to.toISOString() },
    mentions: { counts, token: token ?? null, ...place, rows: rows.map(serializeMention) },
  };
}

export const action = generateAction;
export const clientAction = generateClientAction("sentiment", "generateSentiment");
export const shouldRevalidate = skipRevalidationWhenOffline;

/** A sentiment recommendation with all that went into it, each step, and what became of it. */
export default function SentimentRecommendationPage() {
  const {
    recommendation,
    calculation,
    window,
    outside,
    mentions,
    outcome,
    outcomeSource,
    newerId,
    olderId,
  } = useLoaderData<typeof loader>();
  const { id, createdAt } = recommendation;
  return (
    <>
      <GenerateRefused result={useActionData<typeof action>()} />
      <RecommendationHeader
        engine="sentiment"
        {...recommendation}
        facts={factsOf(recommendation, calculation, window)}
      />
      <RecommendationOutcome
        day={dayOf(new Date(createdAt))}
        outcome={outcome}
        source={outcomeSource}
        isFirst={olderId === null}
      />
      <section aria-labelledby="calculation" className="mt-14 max-w-3xl">
        <h2 id="calculation" className="font-display text-2xl font-medium">
          The calculation
        </h2>
        <p className="mt-2 mb-8 max-w-measure text-base text-muted">
          Every number that went into it and every step, to be checked by hand. What is written is
          rounded; the calculation goes on with all digits.
        </p>
        <Calculation calculation={calculation} window={window} outside={outside} />
      </section>
      <Mentions id={id} {...mentions} />
      <PreviousNextLinks list="/sentiment" olderId={olderId} newerId={newerId} />
    </>
  );
}

function factsOf(
  { token, mentionCount }: { token: string; mentionCount: number },
  { tokens, mood, riskBudget }: Sentiment,
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
    structured: (here) =>
      breadcrumbs(here, [
        { name: "Sentiment", path: "/sentiment" },
        { name: `The ${week}`, path },
      ]),
  });
};
