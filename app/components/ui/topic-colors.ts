import { topics, type TopicSlug } from "~/domain/topics";

const slugs: ReadonlySet<string> = new Set(topics.map(({ slug }) => slug));

/** The name of a topic's colour; general categories have none. */
export type Hue = TopicSlug | "sentiment" | "none";

/** @param slug any category slug */
export const hueOf = (slug: string): Hue => (slugs.has(slug) ? (slug as TopicSlug) : "none");

// Full class names, so that Tailwind finds them.
export const hueGround: Record<Hue, string> = {
  "asset-allocation": "bg-asset-allocation",
  tokenomics: "bg-tokenomics",
  macro: "bg-macro",
  stocks: "bg-stocks",
  bonds: "bg-bonds",
  "book-nook": "bg-book-nook",
  sentiment: "bg-sentiment",
  none: "bg-muted",
};

/** Classes for the mark before a topic's name. */
export const hueMark: Record<Hue, string> = {
  "asset-allocation": "before:bg-asset-allocation",
  tokenomics: "before:bg-tokenomics",
  macro: "before:bg-macro",
  stocks: "before:bg-stocks",
  bonds: "before:bg-bonds",
  "book-nook": "before:bg-book-nook",
  sentiment: "before:bg-sentiment",
  none: "before:bg-muted",
};

export const hueText: Record<Hue, string> = {
  "asset-allocation": "text-asset-allocation",
  tokenomics: "text-tokenomics",
  macro: "text-macro",
  stocks: "text-stocks",
  bonds: "text-bonds",
  "book-nook": "text-book-nook",
  sentiment: "text-sentiment",
  none: "text-muted",
};

export const hueBorder: Record<Hue, string> = {
  "asset-allocation": "border-asset-allocation",
  tokenomics: "border-tokenomics",
  macro: "border-macro",
  stocks: "border-stocks",
  bonds: "border-bonds",
  "book-nook": "border-book-nook",
  sentiment: "border-sentiment",
  none: "border-edge",
};
