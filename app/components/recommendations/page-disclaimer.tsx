import { SampleBadge } from "./recommendation-parts";

/** What of a page is made up as a whole. */
export interface Samples {
  texts: boolean;
  prices: boolean;
}

/** Stands for all allocations of a page. */
export const PageDisclaimer = ({ samples: { texts, prices } }: { samples: Samples }) => {
  const made = [...(texts ? ["texts"] : []), ...(prices ? ["prices"] : [])].join(" and ");
  return (
    <p
      role="note"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1.5 border-y border-line py-2 text-sm"
    >
      <b className="font-medium">Not investment advice</b>
      {made ? (
        <span className="flex flex-wrap items-center gap-x-2 text-muted">
          <SampleBadge>Sample {made}</SampleBadge> made up for demonstration
        </span>
      ) : null}
    </p>
  );
};
