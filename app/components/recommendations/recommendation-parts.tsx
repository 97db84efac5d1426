import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Badge } from "~/components/ui/badge";
import type { SerializedMomentum } from "~/presenters/recommendations";
import { markCash } from "~/domain/cash";
import type { Share } from "./allocation-colors";
import type { Close } from "~/domain/close";
import { CASH } from "~/domain/tokens";

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

export const MomentumWarnings = ({ isDegraded, hasPegWarning, notCash }: SerializedMomentum) => (
  <>
    {isDegraded ? <Badge tone="warning">Prices missing</Badge> : null}
    {hasPegWarning && !notCash ? <Badge tone="warning">USDT off its peg</Badge> : null}
    <CashWarning notCash={notCash} />
  </>
);

/** Warns that USDT does not count as cash because its last close was too far below a dollar. */
export const CashWarning = ({ notCash }: { notCash: Close | null }) =>
  notCash ? <Badge tone="warning">{CASH} is not cash</Badge> : null;

/** The same warning as a key input on a recommendation's page; an empty list if USDT counts as cash. */
export const cashFacts = (notCash: Close | null) =>
  notCash ? [{ label: `${CASH}, not cash`, value: `closed at $${notCash.close}` }] : [];

/** Disclaimer shown with every allocation. */
export const NotAdvice = ({ className }: { className?: string }) => (
  <p className={clsx("text-sm text-muted", className)}>Not investment advice</p>
);

/** An ISO date; browsers would break lines at its hyphens. */
const DAY = /(\d{4}-\d{2}-\d{2})/;

/** The engine's rationale, with every date kept on one line. */
export const Rationale = ({ children }: { children: string }) =>
  children.split(DAY).map((part, index) =>
    // `split` with a capturing group puts the dates at the odd positions.
    index % 2 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );

interface SampleBadgeProps {
  /** The label, which names what is made up, such as "Sample prices". */
  children?: ReactNode;
  className?: string;
}

/** Marks made-up content. */
export const SampleBadge = ({ children = "Sample", className }: SampleBadgeProps) => (
  <Badge tone="warning" className={className}>
    {children}
  </Badge>
);
