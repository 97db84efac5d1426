import { Badge } from "~/components/ui/badge";
import type { SerializedMomentum } from "~/services/recommendations/serializers";
import type { Share } from "./allocation-colors";

/** The shares in their fixed display order. */
export const momentumShares = (recommendation: SerializedMomentum): Share[] => [
  { asset: "BTC", percent: recommendation.btcAllocation },
  { asset: "SOL", percent: recommendation.solAllocation },
  { asset: "USDT", percent: recommendation.usdtAllocation },
];

export const momentumRates = ({ btcRoc, solRoc, usdtRoc }: SerializedMomentum) => ({
  BTC: btcRoc,
  SOL: solRoc,
  USDT: usdtRoc,
});

/** The sample badge's label, or `null` for real data. */
export const momentumSample = ({ isSample }: SerializedMomentum): string | null =>
  isSample ? "Sample prices" : null;

/** Warning badges shown before the numbers. */
export const MomentumWarnings = ({ isDegraded, hasPegWarning }: SerializedMomentum) => (
  <>
    {isDegraded ? <Badge tone="warning">Prices missing</Badge> : null}
    {hasPegWarning ? <Badge tone="warning">USDT off its peg</Badge> : null}
  </>
);
