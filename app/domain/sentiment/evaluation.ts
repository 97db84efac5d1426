/** Measures how well scores agree with labels that people gave to the same texts. */

export const labels = ["negative", "neutral", "positive"] as const;
export type Label = (typeof labels)[number];

/** VADER's thresholds: a text is positive from this score on, and negative down from minus this score. */
export const NEUTRAL_BELOW = 0.05;

const byName: ReadonlyMap<string, Label> = new Map([
  ...labels.map((label) => [label, label] as const),
  ["-1", "negative"],
  ["0", "neutral"],
  ["1", "positive"],
]);

/** @returns the label that a text such as `Positive` or `-1` stands for, or `undefined` */
export const parseLabel = (text: string): Label | undefined =>
  byName.get(text.trim().toLowerCase());

/** @param score from −1 to 1 @returns the label for it */
export function labelOfScore(score: number): Label {
  if (score >= NEUTRAL_BELOW) return "positive";
  return score <= -NEUTRAL_BELOW ? "negative" : "neutral";
}

/** A confusion matrix: numbers of texts, by the label that people gave and then by the label of the score. */
export type Confusion = Record<Label, Record<Label, number>>;

export const emptyConfusion = (): Confusion => ({
  negative: { negative: 0, neutral: 0, positive: 0 },
  neutral: { negative: 0, neutral: 0, positive: 0 },
  positive: { negative: 0, neutral: 0, positive: 0 },
});

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** @returns the number of texts to which people gave a label */
export const countOf = (confusion: Confusion, label: Label): number =>
  sumOf(Object.values(confusion[label]));

/**
 * @returns the accuracy, which is the share of texts whose score gives the label that people gave; and the mean of
 *   `2·tp / (2·tp + fp + fn)` over the labels that people gave. Both are from 0 to 1, and 0 for no texts
 */
export function agreementOf(confusion: Confusion): { accuracy: number; macroF1: number } {
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

/** @returns the most frequent label, and the confusion matrix of giving it to every text */
export function majorityOf(confusion: Confusion): { label: Label; confusion: Confusion } {
  const [label] = labels.toSorted(
    (one, other) => countOf(confusion, other) - countOf(confusion, one),
  ) as [Label];
  const all = emptyConfusion();
  for (const truth of labels) all[truth][label] = countOf(confusion, truth);
  return { label, confusion: all };
}

/** Texts with scores of similar size. */
export interface CalibrationBucket {
  texts: number;
  /** The sum of the scores' sizes. */
  score: number;
  /** The number of texts whose sign people agree with. */
  right: number;
  /** The number of texts to which people gave the opposite sign. */
  wrong: number;
}

/** Texts whose scores have a sign, by the size of these: up to 0.2, 0.4, 0.6, 0.8 and 1. */
export const emptyCalibration = (): CalibrationBucket[] =>
  Array.from({ length: 5 }, () => ({ texts: 0, score: 0, right: 0, wrong: 0 }));

/** Counts a text in its bucket, unless its score is neutral. */
export function countCalibration(
  buckets: readonly CalibrationBucket[],
  score: number,
  truth: Label,
): void {
  const said = labelOfScore(score);
  if (said === "neutral") return;
  const size = Math.abs(score);
  const bucket = buckets[Math.min(Math.floor(size * buckets.length), buckets.length - 1)];
  if (!bucket) return;
  bucket.texts += 1;
  bucket.score += size;
  if (truth === said) bucket.right += 1;
  else if (truth !== "neutral") bucket.wrong += 1;
}
