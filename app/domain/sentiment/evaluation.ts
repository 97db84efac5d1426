/** How well scores agree with what people say of the same texts. */

export const labels = ["negative", "neutral", "positive"] as const;
export type Label = (typeof labels)[number];

/** From this score a text is positive, up to its negative negative, as VADER's authors have it. */
export const NEUTRAL_BELOW = 0.05;

const byName: ReadonlyMap<string, Label> = new Map([
  ...labels.map((label) => [label, label] as const),
  ["-1", "negative"],
  ["0", "neutral"],
  ["1", "positive"],
]);

/** @returns what a label such as `Positive` or `-1` means, or `undefined` if it is none */
export const parseLabel = (text: string): Label | undefined =>
  byName.get(text.trim().toLowerCase());

/** @param score from −1 to 1 */
export function labelOfScore(score: number): Label {
  if (score >= NEUTRAL_BELOW) return "positive";
  return score <= -NEUTRAL_BELOW ? "negative" : "neutral";
}

/** How many texts of each label were given which: first what people say, then what the scores say. */
export type Confusion = Record<Label, Record<Label, number>>;

/** @returns one of nothing, to be counted up */
export const emptyConfusion = (): Confusion => ({
  negative: { negative: 0, neutral: 0, positive: 0 },
  neutral: { negative: 0, neutral: 0, positive: 0 },
  positive: { negative: 0, neutral: 0, positive: 0 },
});

export interface Agreement {
  /** The share of texts that were given their label, from 0 to 1. */
  accuracy: number;
  /** The mean of `2·tp / (2·tp + fp + fn)` over the labels that people gave, from 0 to 1. */
  macroF1: number;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** @returns how many texts people gave a label */
export const countOf = (confusion: Confusion, label: Label): number =>
  sumOf(Object.values(confusion[label]));

/** @returns how well what was counted agrees; of no texts, 0 */
export function agreementOf(confusion: Confusion): Agreement {
  const all = sumOf(labels.map((label) => countOf(confusion, label)));
  const right = sumOf(labels.map((label) => confusion[label][label]));
  const given = labels.filter((label) => countOf(confusion, label) > 0);
  const scores = given.map((label) => {
    const said = sumOf(labels.map((truth) => confusion[truth][label]));
    return (2 * confusion[label][label]) / (said + countOf(confusion, label));
  });
  return {
    accuracy: all ? right / all : 0,
    macroF1: given.length ? sumOf(scores) / given.length : 0,
  };
}

/** @returns the most frequent label, and what would be counted if it were given to each text */
export function majorityOf(confusion: Confusion): { label: Label; confusion: Confusion } {
  const [label] = labels.toSorted(
    (one, other) => countOf(confusion, other) - countOf(confusion, one),
  ) as [Label];
  const all = emptyConfusion();
  for (const truth of labels) all[truth][label] = countOf(confusion, truth);
  return { label, confusion: all };
}
