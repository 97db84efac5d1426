import type { ReactNode } from "react";
import { EmptyState } from "../ui/empty-state";
import { FormAlert } from "../ui/form-alert";
import { AwaitData } from "../ui/await-data";
import { Section } from "../ui/section";
import type { Engine } from "~/domain/engines";
import { toasts } from "~/utils/toasts/toasts";
import { RecommendationSkeletons } from "./recommendation-card";
import { GenerateButton, useGenerating } from "./generate-button";

/** Of the heading. */
const LIVE = "recommendations";

const failures: Record<Engine, string> = {
  momentum: toasts.momentumUnavailable.description,
  sentiment: toasts.sentimentUnavailable.description,
};

/** What is read for an engine's page, as far as its list goes. */
interface ListPage<Item> {
  /** The latest, or `null` when they could not be had. */
  recommendations: readonly Item[] | null;
}

interface LiveProps<Item> {
  engine: Engine;
  title: string;
  standfirst: ReactNode;
  page: ListPage<Item> | Promise<ListPage<Item>>;
  empty: string;
  /** Who may ask for another one, and who for the first. */
  mayGenerate: boolean;
  mayGenerateFirst: boolean;
  /** What a button reads while it waits; without it only a wheel turns. */
  pendingLabel?: string;
  /** The first part of its screen. */
  isFirst?: boolean;
  /** Beside the heading, such as a choice of views. */
  actions?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/** An engine's latest recommendations: on their way, none, some, or not to be had. */
export function RecommendationList<Item>(props: LiveProps<Item>) {
  const { engine, title, standfirst, page, empty, actions, children } = props;
  const generating = useGenerating(engine, LIVE);
  const button = (label: string) => (
    <GenerateButton engine={engine} generating={generating} pendingLabel={props.pendingLabel}>
      {label}
    </GenerateButton>
  );
  return (
    <Section
      id={LIVE}
      isFirst={props.isFirst}
      title={title}
      standfirst={standfirst}
      actions={
        <>
          {actions}
          {props.mayGenerate ? button("Generate New") : null}
        </>
      }
    >
      <AwaitData data={page} skeleton={<RecommendationSkeletons />}>
        {({ recommendations: list }) =>
          list === null ? (
            <FormAlert>{failures[engine]}</FormAlert>
          ) : list.length === 0 ? (
            <EmptyState
              action={props.mayGenerateFirst ? button("Generate Your First Recommendation") : null}
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
