import type { ComponentProps, ReactNode } from "react";
import { EmptyState, FeedLinks } from "~/components/ui/list";
import { FormAlert } from "~/components/ui/form";
import { AwaitData } from "~/components/ui/loading";
import { lazySection, Section, SplitSection } from "~/components/ui/page";
import { CachedMarkup } from "~/utils/cached-markup";
import { engineDisplay } from "../track-record/engine-display";
import { EngineTrackRecord } from "../track-record/engine-track-record";
import { VerdictStrip } from "../track-record/verdict-strip";
import type { Engine } from "~/domain/engines";
import { mayGenerate, mayPreview } from "~/domain/permissions";
import type { Verdict } from "~/services/recommendations/verdict.server";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";
import { toasts } from "~/utils/toasts/toasts";
import { PageDisclaimer, type Samples } from "./page-disclaimer";
import { RecommendationSkeletons } from "./recommendation-card";
import { RecommendationPreview } from "./recommendation-preview";
import {
  GenerateFirstButton,
  PreviewButton,
  PreviewNote,
  useGenerateFetcher,
} from "./generate-button";

const HEADING_ID = "recommendations";

/** The parts of an engine page's loader data that are shown here; `null` if they could not be loaded. */
interface EnginePage {
  recommendations: readonly object[] | null;
  verdict: Verdict | null;
  samples: Samples;
  trackRecord: Omit<ComponentProps<typeof EngineTrackRecord>, "engine"> | null;
}

type ItemOf<Page extends EnginePage> = NonNullable<Page["recommendations"]>[number];

interface EngineRecommendationsProps<Page extends EnginePage> {
  engine: Engine;
  title: string;
  page: Page | Promise<Page>;
  empty: string;
  /** The action's result after a native form post. */
  posted: FormResult | undefined;
  actions?: ReactNode;
  children: (items: readonly ItemOf<Page>[]) => ReactNode;
  explain: (page: Page) => ReactNode;
}

/** The verdict on an engine, its latest recommendations, its track record, and what explains it. */
export const EngineRecommendations = <Page extends EnginePage>({
  explain,
  ...list
}: EngineRecommendationsProps<Page>) => (
  <>
    <AwaitData data={list.page} skeleton={null}>
      {({ verdict, samples }) => (
        <>
          <PageDisclaimer samples={samples} />
          {verdict ? (
            <CachedMarkup component={VerdictStrip} props={{ engine: list.engine, verdict }} />
          ) : null}
        </>
      )}
    </AwaitData>
    <RecommendationList {...list} />
    <FeedLinks path={engineDisplay[list.engine].list} of="the recommendations" className="mt-6" />
    <AwaitData data={list.page} skeleton={null}>
      {(page) => (
        <>
          {page.trackRecord ? (
            <SplitSection>
              <CachedMarkup
                className={lazySection}
                component={EngineTrackRecord}
                props={{ engine: list.engine, ...page.trackRecord }}
              />
            </SplitSection>
          ) : null}
          {explain(page)}
        </>
      )}
    </AwaitData>
  </>
);

function RecommendationList<Page extends EnginePage>(
  props: Omit<EngineRecommendationsProps<Page>, "explain">,
) {
  const { engine, title, page, empty, actions, children } = props;
  const fetcher = useGenerateFetcher(engine, HEADING_ID);
  const viewer = useViewer();
  return (
    <Section
      id={HEADING_ID}
      isFirst
      title={title}
      standfirst={mayPreview(viewer) ? <PreviewNote /> : undefined}
      actions={
        <>
          {actions}
          {mayPreview(viewer) ? <PreviewButton {...{ engine, fetcher }} /> : null}
        </>
      }
    >
      <RecommendationPreview posted={props.posted} fetcher={fetcher} />
      <AwaitData data={page} skeleton={<RecommendationSkeletons />}>
        {({ recommendations: list }) =>
          list === null ? (
            <FormAlert>{toasts[`${engine}Unavailable`].description}</FormAlert>
          ) : list.length === 0 ? (
            <EmptyState
              action={
                mayGenerate(viewer, true) ? <GenerateFirstButton {...{ engine, fetcher }} /> : null
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
