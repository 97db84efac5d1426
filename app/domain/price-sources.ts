/** Where closes come from. Each source is kept apart: no figure is ever made from two of them. */
export const priceSourceNames = ["coinbase", "kraken", "import", "sample"] as const;
export type PriceSourceName = (typeof priceSourceNames)[number];

export interface PriceSource {
  name: PriceSourceName;
  /** As a sentence names it: "closes of …", "from …". */
  label: string;
  /** Made up for the demonstration: whatever is computed from it says so. */
  isSample: boolean;
}

export const priceSources: Readonly<Record<PriceSourceName, PriceSource>> = {
  coinbase: { name: "coinbase", label: "Coinbase Exchange", isSample: false },
  kraken: { name: "kraken", label: "Kraken", isSample: false },
  import: { name: "import", label: "imported closes", isSample: false },
  sample: { name: "sample", label: "sample prices", isSample: true },
};
