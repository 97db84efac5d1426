/**
 * The colours of the site by role, each for light and for dark ground. `tailwind.config.ts` makes them
 * CSS variables and utilities (`bg-paper`, `text-ink`, `border-line`), and a test computes from them that
 * every pairing named in `textOn` and `markOn` can be read.
 */
export interface Shade {
  light: string;
  dark: string;
}

export const colors = {
  /** The page. */
  paper: { light: "#f7f8f4", dark: "#0f1412" },
  /** What lies on the page: cards, fields, menus. */
  raised: { light: "#ffffff", dark: "#171d1a" },
  /** A quiet ground for a hovered row, a pressed segment, a skeleton. */
  sunken: { light: "#eceee7", dark: "#222a26" },
  ink: { light: "#15201b", dark: "#e9ece7" },
  muted: { light: "#57625b", dark: "#9faaa3" },
  /** Hairlines that only arrange. */
  line: { light: "#d8dcd3", dark: "#2b332f" },
  /** Lines that mean something: the edge of a field, of a control. */
  edge: { light: "#7d877f", dark: "#6d7871" },
  accent: { light: "#0b5a3d", dark: "#74cba4" },
  "accent-strong": { light: "#07402b", dark: "#97dcbd" },
  "accent-wash": { light: "#e3efe7", dark: "#16291f" },
  "on-accent": { light: "#ffffff", dark: "#08170f" },
  positive: { light: "#16713a", dark: "#6fcf8b" },
  "positive-wash": { light: "#e3f2e6", dark: "#15291b" },
  negative: { light: "#ab2a20", dark: "#f2938a" },
  "negative-wash": { light: "#fbe9e6", dark: "#331a17" },
  warning: { light: "#855200", dark: "#e3b65f" },
  "warning-wash": { light: "#faf0d9", dark: "#2d230f" },
  sentiment: { light: "#6936a3", dark: "#bf9df0" },
  /** The one flood there is: the hero of the sentiment hub. */
  "sentiment-deep": { light: "#3f1d69", dark: "#2b1747" },
  "on-sentiment-deep": { light: "#f6f0fd", dark: "#f0e8fa" },
  "asset-allocation": { light: "#215f9a", dark: "#80b6ea" },
  tokenomics: { light: "#845a00", dark: "#dcb253" },
  macro: { light: "#a8401f", dark: "#ef9a79" },
  stocks: { light: "#0a6e70", dark: "#5fc5c4" },
  bonds: { light: "#9c3468", dark: "#ec94bd" },
  "book-nook": { light: "#5f6a1c", dark: "#b6c368" },
  /** What is allocated to what: one of these for each asset, always the same one. */
  "asset-amber": { light: "#955000", dark: "#efb264" },
  "asset-teal": { light: "#0b6a74", dark: "#67c6d0" },
  "asset-indigo": { light: "#4452ad", dark: "#a6b2f4" },
  "asset-rose": { light: "#a5305b", dark: "#f097b5" },
  "asset-olive": { light: "#636b1a", dark: "#bfca6a" },
  "asset-blue": { light: "#1f62a2", dark: "#84baee" },
  "asset-plum": { light: "#7b3b8a", dark: "#d7a1e3" },
  "asset-brick": { light: "#a33c24", dark: "#f19b82" },
  "asset-green": { light: "#2a6f37", dark: "#86cd91" },
  /** Cash lies still: a quiet ground among the hues. */
  "asset-cash": { light: "#dfe3da", dark: "#353f3a" },
  "on-asset": { light: "#ffffff", dark: "#0c1310" },
} as const satisfies Record<string, Shade>;

export type ColorName = keyof typeof colors;
export type Scheme = "light" | "dark";

const assetHues = [
  "asset-amber",
  "asset-teal",
  "asset-indigo",
  "asset-rose",
  "asset-olive",
  "asset-blue",
  "asset-plum",
  "asset-brick",
  "asset-green",
] as const satisfies readonly ColorName[];

const grounds = ["paper", "raised"] as const satisfies readonly ColorName[];
const words = [
  "muted",
  "accent",
  "accent-strong",
  "positive",
  "negative",
  "warning",
  "sentiment",
  "asset-allocation",
  "tokenomics",
  "macro",
  "stocks",
  "bonds",
  "book-nook",
  ...assetHues,
] as const satisfies readonly ColorName[];

/** Text and the grounds it stands on: 4.5:1 at least. */
export const textOn: readonly (readonly [text: ColorName, ground: ColorName])[] = [
  ...grounds.flatMap((ground) => words.map((word) => [word, ground] as const)),
  ...([...grounds, "sunken"] as const).map((ground) => ["ink", ground] as const),
  ["muted", "sunken"],
  ["accent", "sunken"],
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-sentiment-deep", "sentiment-deep"],
  ...assetHues.map((hue) => ["on-asset", hue] as const),
  ["ink", "asset-cash"],
  ...(["accent", "positive", "negative", "warning"] as const).flatMap(
    (tone) =>
      [
        [tone, `${tone}-wash`],
        ["ink", `${tone}-wash`],
        ["muted", `${tone}-wash`],
      ] as const,
  ),
];

/** Lines and marks that mean something: 3:1 at least. */
export const markOn: readonly (readonly [mark: ColorName, ground: ColorName])[] = [
  ...grounds.flatMap((ground) => [["edge", ground] as const, ["accent", ground] as const]),
];

/** What a browser paints its own bars with. */
export const themeColor: Shade = colors.paper;
