import type { ReactNode } from "react";
import { EmptyState } from "../ui/empty-state";
import { FormAlert } from "../ui/form-alert";
import { AwaitData } from "../ui/await-data";
import { Section } from "../ui/section";
import type { Engine } from "~/domain/engines";
import { mayGenerate, mayPreview } from "~/domain/permissions";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";
import { toasts } from "~/utils/forms/form-messages";
import { RecommendationSkeletons } from "./recommendation-card";
import { RecommendationPreview } from "./recommendation-preview";
import { GenerateButton, useGenerateFetcher } from "./generate-button";

/** The id of the heading. */
const HEADING_ID = "recommendations";

const failures: Record<Engine, string> = {
  momentum: toasts.momentumUnavailable.description,
  sentiment: toasts.sentimentUnavailable.description,
};

/** The part of an engine page's loader data that the list needs. */
interface EnginePage<Item> {
  /** The latest recommendations, or `null` if they could not be loaded. */
  recommendations: readonly Item[] | null;
}

interface RecommendationListProps<Item> {
  engine: Engine;
  title: string;
  standfirst: ReactNode;
  page: EnginePage<Item> | Promise<EnginePage<Item>>;
  empty: string;
  /** The action's result after a native form post. */
  posted: FormResult | undefined;
  /** Whether it is the first section of its screen. */
  isFirst?: boolean;
  /** Controls beside the heading, such as a view switch. */
  actions?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** An engine's latest recommendations, with their loading, empty and error states. */
export function RecommendationList<Item>(props: RecommendationListProps<Item>) {
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
            <FormAlert>{failures[engine]}</FormAlert>
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
