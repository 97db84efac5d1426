import { data, type LoaderFunctionArgs, type SerializeFrom } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useSearchParams,
  type MetaFunction,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import { GetStarted, ClubHero, History, Strategies, Summary } from "~/components/club/sections";
import { countApproved, sampleFigures, sampleHistory } from "~/components/club/sample-history";
import { RecommendationCards } from "~/components/recommendations/recommendation-card";
import { GenerateError } from "~/components/recommendations/generate-button";
import { EngineRecommendations } from "~/components/recommendations/engine-recommendations";
import { MomentumCard, MomentumTable } from "./views";
import { CardsIcon, TableIcon } from "~/components/ui/icons";
import { Page, lazySection } from "~/components/ui/page";
import { TabLinks } from "~/components/ui/list";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { readEnginePage } from "~/utils/engine-page.server";
import { engineClientLoader, generateClientAction } from "~/utils/engine-page";
import { feedLinks } from "~/utils/feeds/feed-links";
import { skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { CachedMarkup } from "~/utils/cached-markup";
import { pageMeta } from "~/utils/seo/meta";
import { momentumAction } from "~/utils/forms/generate-form.server";
import { Method } from "./method";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader({ context }: LoaderFunctionArgs) {
  const loaded = await readEnginePage(context, momentumEngine);
  return data({ loaded }, { status: loaded.recommendations ? 200 : 503 });
}

export const action = momentumAction;

export const clientLoader = engineClientLoader<SerializeFrom<typeof loader>["loaded"]>("momentum");
export const clientAction = generateClientAction("momentum", "generateMomentum");

/** A 403 means that the list is no longer empty; revalidate to show it. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionStatus === 403 || skipRevalidationWhenOffline(change);

export default function Momentum() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const result = useActionData<typeof action>();
  const view = useView();
  return (
    <>
      <GenerateError result={result} />
      <Page>
        <ClubHero
          kicker="Momentum"
          standfirst="Each week a split between BTC, SOL and USDT, from four weeks of prices."
        />
        <EngineRecommendations
          engine="momentum"
          title="Live Momentum Recommendations"
          page={loaded}
          empty="No momentum recommendations available yet."
          posted={result}
          actions={<ViewChoice view={view} />}
          explain={({ recommendations, example }) => (
            <CachedMarkup
              className={lazySection}
              component={Method}
              props={{ latest: recommendations?.[0], calculation: example }}
            />
          )}
        >
          {(items) =>
            view === "table" ? (
              <MomentumTable items={items} />
            ) : (
              <RecommendationCards items={items} card={MomentumCard} />
            )
          }
        </EngineRecommendations>
        <CachedMarkup component={Strategies} props={{}} />
        <History />
        <Summary
          figures={[
            {
              label: "Total Recommendations",
              value: String(sampleHistory.length),
              note: "In the sample history",
            },
            {
              label: "DAO Approved",
              value: String(countApproved(sampleHistory)),
              note: "By vote, in the sample history",
            },
            {
              label: "Avg Performance",
              value: sampleFigures.averagePerformance,
              note: "Mean of all four",
            },
          ]}
        />
        <CachedMarkup component={GetStarted} props={{}} />
      </Page>
    </>
  );
}

const views = [
  { view: "cards", label: "Cards", Icon: CardsIcon, to: "/momentum" },
  { view: "table", label: "Table", Icon: TableIcon, to: "/momentum?view=table" },
] as const;

type View = (typeof views)[number]["view"];

/** The view in the URL; cards by default. */
function useView(): View {
  const [search] = useSearchParams();
  return search.get("view") === "table" ? "table" : "cards";
}

const ViewChoice = ({ view: current }: { view: View }) => (
  <TabLinks
    label="View as"
    tabs={views.map(({ view, label, Icon, to }) => ({
      to,
      current: view === current,
      label: (
        <>
          <Icon className="size-4" />
          {label}
        </>
      ),
    }))}
  />
);

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Momentum",
    description:
      "A weekly split between BTC, SOL and USDT based on their four-week rate of change, with the method and the full calculation.",
    path: "/momentum",
    feeds: feedLinks("/momentum", "Momentum Recommendations"),
  });
