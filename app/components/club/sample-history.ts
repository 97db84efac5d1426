/**
 * Made-up history shown until the club has one of its own, and always labelled as a sample. The
 * fixed figures of the summaries follow from it, which a test verifies.
 */
export interface SampleEntry {
  /** As DD/MM/YYYY. */
  date: string;
  description: string;
  /** Signed percentage. */
  performance: `${"+" | "−"}${number}%`;
  daoApproved: "Yes" | "No";
  strategy: string;
}

export const sampleHistory: readonly SampleEntry[] = [
  {
    date: "06/10/2026",
    description: "BTC and SOL, both above their price four weeks earlier, weighted by volatility.",
    performance: "+18.4%",
    daoApproved: "Yes",
    strategy: "Momentum",
  },
  {
    date: "14/07/2026",
    description:
      "A network upgrade with a date announced in advance; the position was closed the week after.",
    performance: "+16.2%",
    daoApproved: "Yes",
    strategy: "Event Driven",
  },
  {
    date: "21/04/2026",
    description: "A token that traded below the value of its claim on the treasury.",
    performance: "+12.9%",
    daoApproved: "No",
    strategy: "Deep Value",
  },
  {
    date: "12/01/2026",
    description: "Stablecoins lent against collateral, recalled when the rate fell below the cost.",
    performance: "−4.8%",
    daoApproved: "Yes",
    strategy: "Yield Farming",
  },
];

/** The fixed figures, consistent with the sample history. */
export const sampleFigures = {
  averagePerformance: "+10.7%",
  totalReturns: "+42.7%",
  approvalRate: "75%",
  activeStrategies: "4",
} as const;

/** @returns how many entries the DAO approved */
export const countApproved = (history: readonly SampleEntry[]): number =>
  history.filter(({ daoApproved }) => daoApproved === "Yes").length;
