import { useEffect, useRef, useState } from "react";
import type { SerializedRecommendation } from "~/presenters/recommendations";
import type { FormResult } from "~/utils/forms/form-result";
import { DateTime } from "../ui/date-time";
import { AllocationBar } from "./allocation-bar";
import { sharesOf } from "./allocation-colors";
import { PREVIEW_ID } from "./generate-button";
import {
  momentumSample,
  momentumShares,
  MomentumWarnings,
  NotAdvice,
  Rationale,
  SampleBadge,
} from "./recommendation-parts";

interface RecommendationPreviewProps {
  /** The action's result after a native form post. */
  posted: FormResult | undefined;
  fetched: FormResult | undefined;
}

/** The last preview that was computed; it stays if a later post is rejected. */
export function RecommendationPreview({ posted, fetched }: RecommendationPreviewProps) {
  const newest = fetched?.recommendation ?? posted?.recommendation;
  const [last, setLast] = useState(newest);
  if (newest && newest !== last) setLast(newest);
  return last ? <Preview recommendation={last} /> : null;
}

function Preview({ recommendation }: { recommendation: SerializedRecommendation }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Focusing the heading scrolls to it and makes screen readers announce it.
  useEffect(() => heading.current?.focus(), [recommendation]);
  const { createdAt, rationale } = recommendation;
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
        This is a preview. Nothing was stored: members and the weekly schedule make the
        recommendations.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <span>
          Computed on <DateTime value={createdAt} withTime />
        </span>
        {sample ? <SampleBadge>{sample}</SampleBadge> : null}
        {recommendation.engine === "momentum" ? <MomentumWarnings {...recommendation} /> : null}
      </p>
      <AllocationBar allocation={shares} className="mt-5" />
      <NotAdvice className="mt-3" />
      <p className="mt-4 max-w-measure text-base text-pretty">
        <Rationale>{rationale}</Rationale>
      </p>
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
