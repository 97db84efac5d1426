/** What a share image shows: finished texts and colours. */
export interface Card {
  site: string;
  /** What it is about, above the title: the category, or the engine and the week. */
  kicker: string;
  /** The colour of the kicker's mark. */
  color: string;
  title: string;
  /** Instead of a title in letters that the fonts on the server do not have. */
  plainTitle: string;
  /** By whom and from where, below the title. */
  byline?: string[];
  split?: Segment[];
  /** At the bottom, each with its unit below it. */
  figures: { value: string; unit: string }[];
  lines?: Lines;
}

export interface Segment {
  asset: string;
  percent: number;
  fill: string;
  ink: string;
}

/** The values of an engine and of BTC held, as a small chart. */
export interface Lines {
  /** Between 0 and 1, in order. */
  points: { at: number; value: number; bitcoin: number }[];
  color: string;
  /** What is written at the ends: "Momentum +1.0%". */
  labels: { value: string; bitcoin: string };
}
