import { DateTime } from "~/components/ui/date-time";
import { DEAD_AFTER_DAYS } from "~/domain/track-record-prices";
import type { DeadAsset } from "~/domain/track-record-simulation";
import { SampleBadge } from "../recommendations/recommendation-parts";
import type { SerializedSource } from "./serialize-track-record";
import { figure } from "~/utils/format";

/** Lists the assets that were valued at 0 because they had no more closes. */
export const DeadAssets = ({ dead }: { dead: readonly DeadAsset[] }) =>
  dead.length ? (
    <ul className="mt-4 max-w-measure border-s-4 border-warning ps-4 text-base text-pretty">
      {dead.map(({ asset, lastClose, from, until }) => (
        <li key={`${asset} ${lastClose}`}>
          <b className="font-medium">{asset} counts as worthless</b> from <DateTime value={from} />{" "}
          to <DateTime value={until} />: its last close was on <DateTime value={lastClose} />, and
          an asset without a close for {DEAD_AFTER_DAYS} days is valued at 0.
        </li>
      ))}
    </ul>
  ) : null;

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

/** A signed and coloured percentage; very small ones get more digits. */
export function Gain({ percent }: { percent: number }) {
  const digits = Math.abs(percent) < 0.005 ? 4 : 2;
  const formatted = figure(percent, { digits, isSigned: true });
  return <span className={gainColor(formatted)}>{`${formatted}%`}</span>;
}

/** @returns the text colour of a formatted change; none if it rounds to zero */
export function gainColor(formatted: string): string | undefined {
  if (formatted.startsWith("+")) return "text-positive";
  return formatted.startsWith("−") ? "text-negative" : undefined;
}
