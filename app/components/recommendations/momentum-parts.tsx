import { Badge } from "~/components/ui/badge";
import type { SerializedMomentum } from "~/services/recommendations/serializers";
import type { Share } from "./allocation-colors";

/** In the order of the specification, which is the same on every card. */
export const momentumShares = (shown: SerializedMomentum): Share[] => [
  { asset: "BTC", percent: shown.btcAllocation },
  { asset: "SOL", percent: shown.solAllocation },
  { asset: "USDT", percent: shown.usdtAllocation },
];

export const momentumRates = ({ btcRoc, solRoc, usdtRoc }: SerializedMomentum) => ({
  BTC: btcRoc,
  SOL: solRoc,
  USDT: usdtRoc,
});

/** What is made up of it, in two words. */
export const momentumSample = ({ isSample }: SerializedMomentum): string | null =>
  isSample ? "Sample prices" : null;

/** What a reader should know before the numbers. */
export const MomentumWarnings = ({ isDegraded, hasPegWarning }: SerializedMomentum) => (
  <>
    {isDegraded ? <Badge tone="warning">Prices missing</Badge> : null}
    {hasPegWarning ? <Badge tone="warning">USDT off its peg</Badge> : null}
  </>
);
