import { SampleBadge } from "../recommendations/sample-badge";
import type { SerializedSource } from "./serialize-analysis";

/** A badge if the closes are made up, and a link to all numbers as CSV. */
export const Provenance = ({ source, csv }: { source: SerializedSource | null; csv: string }) => (
  <>
    {source?.isSample ? <SampleBadge>Sample prices</SampleBadge> : null}
    {/* A plain anchor, since the router does not handle files. */}
    <a href={csv} className="link print:hidden">
      Every column as CSV
    </a>
  </>
);
