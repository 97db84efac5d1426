import { CASH } from "~/domain/tokens";

export { describeShares, sharesOf, type Share } from "~/domain/allocation";

// Full class names, so that Tailwind finds them.
const fills = {
  amber: "fill-asset-amber",
  teal: "fill-asset-teal",
  indigo: "fill-asset-indigo",
  rose: "fill-asset-rose",
  olive: "fill-asset-olive",
  blue: "fill-asset-blue",
  plum: "fill-asset-plum",
  brick: "fill-asset-brick",
  green: "fill-asset-green",
};

/**
 * The hue of each token. There are more tokens than distinguishable hues, so some share one; every
 * segment is labelled in text as well.
 */
const hues = new Map<string, keyof typeof fills>(
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

/** @returns the name of a token's colour in `colors` */
export const hueOf = (asset: string) =>
  asset === CASH ? ("asset-cash" as const) : (`asset-${hues.get(asset) ?? "green"}` as const);

/**
 * @param asset a symbol in upper case
 * @returns the classes of its segment and of the text on it
 */
export const colorsOf = (asset: string): { fill: string; text: string } =>
  asset === CASH
    ? { fill: "fill-asset-cash stroke-edge", text: "fill-ink" }
    : { fill: fills[hues.get(asset) ?? "green"], text: "fill-on-asset" };
