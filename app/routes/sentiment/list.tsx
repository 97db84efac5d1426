import { data, type LoaderFunctionArgs } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/react";
import { GeneralErrorBoundary } from "~/components/error-boundary";
import { RecommendationGrid } from "~/components/recommendations/recommendation-card";
import { GenerateError } from "~/components/recommendations/generate-button";
import { EngineRecommendations } from "~/components/recommendations/engine-recommendations";
import { SentimentCard } from "./sentiment-card";
import { Page } from "~/components/ui/page";
import { lazySection } from "~/components/ui/section";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { loadEnginePage, generateClientAction } from "~/utils/engine-page";
import { readEnginePage } from "~/utils/engine-page.server";
import { feedLinks } from "~/utils/feeds/feed-links";
import { loaderHeaders } from "~/utils/http/headers";
import { CachedMarkup } from "~/utils/cached-markup";
import { pageMeta } from "~/utils/seo/meta";
import { skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { generateAction } from "./action.server";
import { SentimentHero } from "./hero";
import { HowItWorks } from "./how-it-works";
import { Insights } from "./insights";
import { Attacks } from "./attacks";
import { Method } from "./method";

export async function loader({ context }: LoaderFunctionArgs) {
  const loaded = await readEnginePage(context, sentimentEngine);
  return data({ loaded }, { status: loaded.recommendations ? 200 : 503 });
}

export const action = generateAction;

export const clientLoader = ({ request, serverLoader }: ClientLoaderFunctionArgs) =>
  loadEnginePage("sentiment", request, () =>
    serverLoader<typeof loader>().then(({ loaded }) => loaded),
  );
// Also runs on hydration, to cache the data of the document.
clientLoader.hydrate = true;

export const clientAction = generateClientAction("sentiment", "generateSentiment");

export const shouldRevalidate = skipRevalidationWhenOffline;

export default function Sentiment() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <GenerateError result={result} />
      <SentimentHero />
      <Page>
        <HowItWorks />
        <EngineRecommendations
          engine="sentiment"
          title="Live Sentiment Recommendations"
          standfirst="What a week of community posts says about each token."
          page={loaded}
          empty="No sentiment recommendations available yet."
          posted={result}
          explain={({ recommendations, total, week, example }) => (
            <>
              {recommendations?.[0] ? (
                <Insights latest={recommendations[0]} total={total} week={week} />
              ) : null}
              <CachedMarkup
                className={lazySection}
                component={Method}
                props={{ latest: recommendations?.[0], calculation: example }}
              />
              <CachedMarkup component={Attacks} props={{}} />
            </>
          )}
        >
          {(items) => <RecommendationGrid items={items} card={SentimentCard} />}
        </EngineRecommendations>
      </Page>
    </>
  );
}

export function ErrorBoundary() {
  return <GeneralErrorBoundary />;
}

export const headers = loaderHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sentiment",
    description:
      "What the community writes about tokens, counted, scored and turned into an allocation.",
    path: "/sentiment",
    feeds: feedLinks("/sentiment", "Sentiment Recommendations"),
  });
