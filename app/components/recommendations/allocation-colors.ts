import { findToken } from "~/domain/tokens";

export { describeShares, sharesOf, type Share } from "~/domain/allocation";

/** What an asset's part is drawn in, and what is written on it. */
interface Ink {
  fill: string;
  text: string;
}

// Written out, so that the stylesheet's builder finds them.
const inks = {
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
} satisfies Record<string, Ink>;

/**
 * Who has which. There are more tokens than hues that the eye tells apart, so some share one; what a
 * part is always stands beside it in letters.
 */
const hues = new Map<string, keyof typeof inks>(
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
export const inkOf = (asset: string): Ink =>
  findToken(asset)?.isStablecoin ? inks.cash : inks[hues.get(asset) ?? "green"];
