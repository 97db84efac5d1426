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
import { RecommendationList } from "~/components/recommendations/recommendation-list";
import { SentimentCard } from "./sentiment-card";
import { EngineTrackRecord } from "~/components/track-record/engine-track-record";
import { FeedLinks } from "~/components/ui/feed-links";
import { AwaitData } from "~/components/ui/await-data";
import { Page } from "~/components/ui/page";
import { lazySection, SplitSection } from "~/components/ui/section";
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
        <RecommendationList
          engine="sentiment"
          title="Live Sentiment Recommendations"
          standfirst="What a week of community posts says about each token."
          page={loaded}
          empty="No sentiment recommendations available yet."
          posted={result}
        >
          {(items) => <RecommendationGrid items={items} card={SentimentCard} />}
        </RecommendationList>
        <FeedLinks path="/sentiment" of="the recommendations" className="mt-6" />
        <AwaitData data={loaded} skeleton={null}>
          {({ recommendations, total, week, example, trackRecord }) => (
            <>
              {recommendations?.[0] ? (
                <Insights latest={recommendations[0]} {...{ total, week }} />
              ) : null}
              <CachedMarkup
                className={lazySection}
                component={Method}
                props={{ latest: recommendations?.[0], calculation: example }}
              />
              <CachedMarkup component={Attacks} props={{}} />
              {trackRecord ? (
                <SplitSection>
                  <CachedMarkup
                    className={lazySection}
                    component={EngineTrackRecord}
                    props={{ engine: "sentiment", ...trackRecord }}
                  />
                </SplitSection>
              ) : null}
            </>
          )}
        </AwaitData>
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
