import { data, type LoaderFunctionArgs, type SerializeFrom } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { EngineRecommendations } from "~/components/recommendations/engine-recommendations";
import { GenerateError } from "~/components/recommendations/generate-button";
import { RecommendationCards } from "~/components/recommendations/recommendation-card";
import { Page, lazySection } from "~/components/ui/page";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { CachedMarkup } from "~/utils/cached-markup";
import { generateClientAction, engineClientLoader } from "~/utils/engine-page";
import { readEnginePage } from "~/utils/engine-page.server";
import { feedLinks } from "~/utils/feeds/feed-links";
import { useViewer } from "~/utils/root-data";
import { pageMeta } from "~/utils/seo/meta";
import { sentimentAction } from "~/utils/forms/generate-form.server";
import { Attacks, HowItWorks, Insights, SentimentCard } from "./sections";
import { Method } from "./method";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader({ context }: LoaderFunctionArgs) {
  const loaded = await readEnginePage(context, sentimentEngine);
  return data({ loaded }, { status: loaded.recommendations ? 200 : 503 });
}

export const action = sentimentAction;

export const clientLoader = engineClientLoader<SerializeFrom<typeof loader>["loaded"]>("sentiment");
export const clientAction = generateClientAction("sentiment", "generateSentiment");

export default function Sentiment() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <GenerateError result={result} />
      <SentimentHero />
      <Page className="pt-6 sm:pt-8">
        <EngineRecommendations
          engine="sentiment"
          title="Live Sentiment Recommendations"
          page={loaded}
          empty="No sentiment recommendations available yet."
          posted={result}
          explain={({ recommendations, total, week, example }) => (
            <>
              {recommendations?.[0] ? (
                <Insights latest={recommendations[0]} total={total} week={week} />
              ) : null}
              <HowItWorks />
              <CachedMarkup
                className={lazySection}
                component={Method}
                props={{ latest: recommendations?.[0], calculation: example }}
              />
              <CachedMarkup component={Attacks} props={{}} />
            </>
          )}
        >
          {(items) => <RecommendationCards items={items} card={SentimentCard} />}
        </EngineRecommendations>
      </Page>
    </>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sentiment",
    description:
      "What the community writes about tokens, counted, scored and turned into an allocation.",
    path: "/sentiment",
    feeds: feedLinks("/sentiment", "Sentiment Recommendations"),
  });

/** The sentiment page's hero, the only full-colour area of the site. */
function SentimentHero() {
  const isSignedIn = useViewer() !== null;
  return (
    // Focus outlines need a different colour to be visible on purple.
    <header className="bg-sentiment-deep text-on-sentiment-deep print:bg-transparent print:text-ink [&_:focus-visible]:outline-on-sentiment-deep">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-end justify-between gap-x-8 gap-y-6 px-4 py-8 sm:px-6 sm:py-12 lg:px-8">
        <div className="max-w-measure min-w-0">
          <h1 className="page-title">Sentiment Analysis Hub</h1>
          <p className="mt-4 font-display text-lg text-balance sm:text-xl">
            AI-powered crypto recommendations from social sentiment and community engagement
          </p>
        </div>
        {isSignedIn ? null : (
          <SignInTrigger variant="secondary">Sign In to Generate Recommendations</SignInTrigger>
        )}
      </div>
    </header>
  );
}
