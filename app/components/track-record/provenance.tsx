import { SampleBadge } from "../recommendations/sample-badge";
import type { SerializedSource } from "./serialize-analysis";

/** Whether the closes are made up, and where all numbers are to be had. */
export const Provenance = ({ source, csv }: { source: SerializedSource | null; csv: string }) => (
  <>
    {source?.isSample ? <SampleBadge>Sample prices</SampleBadge> : null}
    {/* A plain anchor, since the router does not handle files. */}
    <a href={csv} className="link print:hidden">
      Every column as CSV
    </a>
  </>
);
