import { Badge } from "~/components/ui/badge";
import type { SerializedMomentum } from "~/presenters/recommendations";
import { markCash } from "~/domain/cash";
import type { Share } from "./allocation-colors";
import { CashWarning } from "./cash-warning";

/** The shares in their fixed display order. */
export const momentumShares = (recommendation: SerializedMomentum): readonly Share[] =>
  markCash(
    [
      { asset: "BTC", percent: recommendation.btcAllocation },
      { asset: "SOL", percent: recommendation.solAllocation },
      { asset: "USDT", percent: recommendation.usdtAllocation },
    ],
    recommendation.notCash,
  );

export const momentumRates = ({ btcRoc, solRoc, usdtRoc }: SerializedMomentum) => ({
  BTC: btcRoc,
  SOL: solRoc,
  USDT: usdtRoc,
});

/** The sample badge's label, or `null` for real data. */
export const momentumSample = ({ isSample }: SerializedMomentum): string | null =>
  isSample ? "Sample prices" : null;

/** Warning badges shown before the numbers. */
export const MomentumWarnings = ({ isDegraded, hasPegWarning, notCash }: SerializedMomentum) => (
  <>
    {isDegraded ? <Badge tone="warning">Prices missing</Badge> : null}
    {hasPegWarning && !notCash ? <Badge tone="warning">USDT off its peg</Badge> : null}
    <CashWarning notCash={notCash} />
  </>
);
