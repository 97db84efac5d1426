import { findToken } from "~/domain/tokens";

export { describeShares, sharesOf, type Share } from "~/domain/allocation";

/** The classes of an asset's segment and of the text on it. */
interface AssetColors {
  fill: string;
  text: string;
}

// Full class names, so that Tailwind finds them.
const palette = {
  amber: { fill: "fill-asset-amber", text: "fill-on-asset" },
  teal: { fill: "fill-asset-teal", text: "fill-on-asset" },
  indigo: { fill: "fill-asset-indigo", text: "fill-on-asset" },
  rose: { fill: "fill-asset-rose", text: "fill-on-asset" },
  olive: { fill: "fill-asset-olive", text: "fill-on-asset" },
  blue: { fill: "fill-asset-blue", text: "fill-on-asset" },
  plum: { fill: "fill-asset-plum", text: "fill-on-asset" },
  brick: { fill: "fill-asset-brick", text: "fill-on-asset" },
  green: { fill: "fill-asset-green", text: "fill-on-asset" },
  cash: { fill: "fill-asset-cash stroke-edge", text: "fill-ink" },
} satisfies Record<string, AssetColors>;

/**
 * The hue of each token. There are more tokens than distinguishable hues, so some share one; every
 * segment is labelled in text as well.
 */
const hues = new Map<string, keyof typeof palette>(
  Object.entries({
    BTC: "amber",
    SOL: "teal",
    ETH: "indigo",
    XRP: "blue",
    AVAX: "brick",
    DOGE: "olive",
    ADA: "plum",
    DOT: "rose",
    LTC: "green",
    BNB: "olive",
    LINK: "blue",
    UNI: "rose",
    AAVE: "plum",
    ATOM: "green",
    NEAR: "olive",
    ONE: "blue",
    OP: "brick",
    ARB: "rose",
  } as const),
);

/** @param asset a symbol in upper case */
export const colorsOf = (asset: string): AssetColors =>
  findToken(asset)?.isStablecoin ? palette.cash : palette[hues.get(asset) ?? "green"];
