/**
 * Makes the scores of posts mean what people say. Irony and exaggeration are common in posts, so that a high score is
 * right less often than in a headline. docs/sentiment-evaluation.md has the figures.
 */
import { NEUTRAL_BELOW } from "./evaluation";
import type { DocumentKind } from "./mention";

/**
 * By how much a post's score counts beyond ±0.05: the slope that fits people's labels of 1,000 forum posts best (0.82),
 * rounded.
 */
export const POST_CALIBRATION = 0.8;

/**
 * Scales the part of a score that exceeds ±0.05. This is odd and increasing, and changes no label.
 *
 * @param p the score of a document, from −1 to 1
 * @returns it for an article; for all other kinds `±(0.05 + 0.8 · (|p| − 0.05))` if |p| is above 0.05; to four digits
 */
export function calibrate(kind: DocumentKind, p: number): number {
  const excess = Math.abs(p) - NEUTRAL_BELOW;
  if (kind === "article" || excess <= 0) return p;
  const size = NEUTRAL_BELOW + POST_CALIBRATION * excess;
  return (Math.sign(p) * Math.round(size * 10_000)) / 10_000;
}
