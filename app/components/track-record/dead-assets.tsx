import { DateTime } from "~/components/ui/date-time";
import { DEAD_AFTER_DAYS } from "~/domain/track-record-prices";
import type { DeadAsset } from "~/domain/track-record-simulation";

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
