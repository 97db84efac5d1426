import type { ComponentProps, ReactNode } from "react";
import { EmptyState, FeedLinks } from "~/components/ui/list";
import { FormAlert } from "~/components/ui/form";
import { AwaitData } from "~/components/ui/loading";
import { lazySection, Section, SplitSection } from "~/components/ui/page";
import { CachedMarkup } from "~/utils/cached-markup";
import { engineDisplay } from "../track-record/engine-display";
import { EngineTrackRecord } from "../track-record/engine-track-record";
import type { Engine } from "~/domain/engines";
import { mayGenerate, mayPreview } from "~/domain/permissions";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";
import { toasts } from "~/utils/toasts/toasts";
import { RecommendationSkeletons } from "./recommendation-card";
import { RecommendationPreview } from "./recommendation-preview";
import { GenerateButton, useGenerateFetcher } from "./generate-button";

const HEADING_ID = "recommendations";

/** The parts of an engine page's loader data that are shown here; `null` if they could not be loaded. */
interface EnginePage {
  recommendations: readonly object[] | null;
  trackRecord: Omit<ComponentProps<typeof EngineTrackRecord>, "engine"> | null;
}

type ItemOf<Page extends EnginePage> = NonNullable<Page["recommendations"]>[number];

interface EngineRecommendationsProps<Page extends EnginePage> {
  engine: Engine;
  title: string;
  standfirst: ReactNode;
  page: Page | Promise<Page>;
  empty: string;
  /** The action's result after a native form post. */
  posted: FormResult | undefined;
  isFirst?: boolean;
  actions?: ReactNode;
  children: (items: readonly ItemOf<Page>[]) => ReactNode;
  explain: (page: Page) => ReactNode;
}

/** An engine's latest recommendations, its method and its track record. */
export const EngineRecommendations = <Page extends EnginePage>({
  explain,
  ...list
}: EngineRecommendationsProps<Page>) => (
  <>
    <RecommendationList {...list} />
    <FeedLinks path={engineDisplay[list.engine].list} of="the recommendations" className="mt-6" />
    <AwaitData data={list.page} skeleton={null}>
      {(page) => (
        <>
          {explain(page)}
          {page.trackRecord ? (
            <SplitSection>
              <CachedMarkup
                className={lazySection}
                component={EngineTrackRecord}
                props={{ engine: list.engine, ...page.trackRecord }}
              />
            </SplitSection>
          ) : null}
        </>
      )}
    </AwaitData>
  </>
);

function RecommendationList<Page extends EnginePage>(
  props: Omit<EngineRecommendationsProps<Page>, "explain">,
) {
  const { engine, title, standfirst, page, empty, actions, children } = props;
  const fetcher = useGenerateFetcher(engine, HEADING_ID);
  const viewer = useViewer();
  return (
    <Section
      id={HEADING_ID}
      isFirst={props.isFirst}
      title={title}
      standfirst={standfirst}
      actions={
        <>
          {actions}
          {mayPreview(viewer) ? (
            <GenerateButton {...{ engine, fetcher }} isPreview={!mayGenerate(viewer, false)} />
          ) : null}
        </>
      }
    >
      <RecommendationPreview posted={props.posted} fetched={fetcher.data} />
      <AwaitData data={page} skeleton={<RecommendationSkeletons />}>
        {({ recommendations: list }) =>
          list === null ? (
            <FormAlert>{toasts[`${engine}Unavailable`].description}</FormAlert>
          ) : list.length === 0 ? (
            <EmptyState
              action={
                mayGenerate(viewer, true) ? (
                  <GenerateButton {...{ engine, fetcher }}>
                    Generate Your First Recommendation
                  </GenerateButton>
                ) : null
              }
            >
              {empty}
            </EmptyState>
          ) : (
            children(list)
          )
        }
      </AwaitData>
    </Section>
  );
}
