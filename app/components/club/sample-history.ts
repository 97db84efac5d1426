/**
 * What the club shows of its past while it has none: made up, and labelled so wherever it stands. The
 * fixed figures of the summaries follow from it, which a test computes.
 */
export interface SampleEntry {
  /** Day, month and year. */
  date: string;
  description: string;
  /** Percent, with its sign. */
  performance: `${"+" | "−"}${number}%`;
  daoApproved: "Yes" | "No";
  strategy: string;
}

export const sampleHistory: readonly SampleEntry[] = [
  {
    date: "06/10/2026",
    description:
      "BTC and SOL, both above their price of four weeks before, weighted by volatility.",
    performance: "+18.4%",
    daoApproved: "Yes",
    strategy: "Momentum",
  },
  {
    date: "14/07/2026",
    description: "A network upgrade with a date set in advance, closed in the week after it.",
    performance: "+16.2%",
    daoApproved: "Yes",
    strategy: "Event Driven",
  },
  {
    date: "21/04/2026",
    description: "A token that traded below its share of the treasury it has a claim on.",
    performance: "+12.9%",
    daoApproved: "No",
    strategy: "Deep Value",
  },
  {
    date: "12/01/2026",
    description:
      "Stablecoins lent against collateral, called back when the rate fell below the cost.",
    performance: "−4.8%",
    daoApproved: "Yes",
    strategy: "Yield Farming",
  },
];

/** The specification's figures, which the sample history agrees with. */
export const sampleFigures = {
  averagePerformance: "+10.7%",
  totalReturns: "+42.7%",
  approvalRate: "75%",
  activeStrategies: "4",
} as const;

/** @returns how many the organisation approved */
export const approvedIn = (history: readonly SampleEntry[]): number =>
  history.filter(({ daoApproved }) => daoApproved === "Yes").length;
