import { useEffect, useRef, useState } from "react";
import { mayGenerate } from "~/domain/permissions";
import type { SerializedRecommendation } from "~/presenters/recommendations";
import { hasSucceeded, type FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";
import { DateTime } from "../ui/date-time";
import type { FormFetcher } from "../ui/form";
import { AllocationBar } from "./allocation-bar";
import { sharesOf } from "./allocation-colors";
import { PREVIEW_ID } from "./generate-button";
import { PublishForm } from "./publish-form";
import {
  momentumSample,
  momentumShares,
  MomentumWarnings,
  Rationale,
  SampleBadge,
} from "./recommendation-parts";

interface RecommendationPreviewProps {
  /** The action's result after a native form post. */
  posted: FormResult | undefined;
  fetcher: FormFetcher;
}

/** The last preview that was computed; it stays if a later post is rejected, and goes once it was published. */
export function RecommendationPreview({ posted, fetcher }: RecommendationPreviewProps) {
  const { data: fetched } = fetcher;
  const isPublished = hasSucceeded(fetched) && !fetched?.recommendation;
  const newest = isPublished ? undefined : (fetched?.recommendation ?? posted?.recommendation);
  const [last, setLast] = useState(newest);
  if (newest && newest !== last) setLast(newest);
  if (isPublished && last) setLast(undefined);
  return last && !isPublished ? (
    <Preview recommendation={last} fetcher={fetcher} isFetched={last !== posted?.recommendation} />
  ) : null;
}

interface PreviewProps {
  recommendation: SerializedRecommendation;
  fetcher: FormFetcher;
  isFetched: boolean;
}

function Preview({ recommendation, fetcher, isFetched }: PreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Focusing the heading scrolls to it and makes screen readers announce it.
  useEffect(() => heading.current?.focus(), [recommendation]);
  const mayPublish = mayGenerate(useViewer(), false);
  const { engine, createdAt, reason, rationale } = recommendation;
  const { shares, sample } = partsOf(recommendation);
  return (
    <section
      id={PREVIEW_ID}
      aria-labelledby="preview-heading"
      className="mb-10 scroll-mt-20 rounded border-2 border-dashed border-edge p-5 sm:p-6"
    >
      <h3
        id="preview-heading"
        ref={heading}
        tabIndex={-1}
        className="scroll-mt-20 font-display text-xl font-medium"
      >
        Preview
      </h3>
      <p className="mt-1 max-w-measure text-base text-pretty">
        This is a preview. Nothing was stored
        {mayPublish ? "." : ": members and the weekly schedule make the recommendations."}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <span>
          Computed on <DateTime value={createdAt} withTime />
        </span>
        {sample ? <SampleBadge>{sample}</SampleBadge> : null}
        {engine === "momentum" ? <MomentumWarnings {...recommendation} /> : null}
      </p>
      <p className="mt-4 max-w-measure font-display text-xl text-balance">{reason}</p>
      <AllocationBar allocation={shares} className="mt-4" />
      <p className="mt-4 max-w-measure text-base text-pretty text-muted">
        <Rationale>{rationale}</Rationale>
      </p>
      {mayPublish ? <PublishForm {...{ engine, fetcher, shares, isFetched }} /> : null}
    </section>
  );
}

const partsOf = (recommendation: SerializedRecommendation) =>
  recommendation.engine === "momentum"
    ? { shares: momentumShares(recommendation), sample: momentumSample(recommendation) }
    : {
        shares: sharesOf(recommendation.allocation),
        sample: recommendation.isSample ? "Sample texts" : null,
      };
