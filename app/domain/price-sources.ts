/** The sources of closes. Closes of different sources are never combined in one computation. */
export const priceSourceNames = ["coinbase", "kraken", "import", "sample"] as const;
export type PriceSourceName = (typeof priceSourceNames)[number];

export interface PriceSource {
  name: PriceSourceName;
  /** Display name for use in a sentence: "closes of …", "from …". */
  label: string;
  /** Whether the prices are generated for the demo; anything computed from them must say so. */
  isSample: boolean;
}

export const priceSources: Readonly<Record<PriceSourceName, PriceSource>> = {
  coinbase: { name: "coinbase", label: "Coinbase Exchange", isSample: false },
  kraken: { name: "kraken", label: "Kraken", isSample: false },
  import: { name: "import", label: "imported closes", isSample: false },
  sample: { name: "sample", label: "sample prices", isSample: true },
};
