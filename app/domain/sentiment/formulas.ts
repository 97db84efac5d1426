/** The sentiment engine's formulas and constants as its pages and its API show them. */
import { FULL_MOOD, LEAST_SCORE, MAX_PER_TOKEN, MAX_RISK_BUDGET } from "./allocation";
import { MAX_PER_AUTHOR, SENTIMENT_DAYS } from "./mention";
import { COPY_SIMILARITY, SHORT_COPY_SIMILARITY, SHORT_WORDS } from "./near-copies";
import { KEPT_PER_AUTHOR } from "./recent-mentions";
import {
  COVERED_SHARE,
  COVERED_VOICES,
  MAX_WEIGHT,
  NEUTRAL_VOICES,
  PRIOR_VARIANCE,
  UNCOVERED_SHARE,
  UNCOVERED_VOICES,
  UNTRUSTED_SHARE,
  UNTRUSTED_WEIGHT,
} from "./sentiment";
import { DAMPING, ENOUGH_ADMITTED_MEMBERS, MIN_PARTS, SUPPORT_DAYS } from "./trust";

const figureOf = (value: number) => Number(value.toFixed(4));

export const sentimentFormulas = {
  document: [`w = min(${MAX_WEIGHT}, 1 + ln(1 + U + 0.5 · C))`, "a = Σ w·p / Σ w"],
  trust: [
    `x = s + ${DAMPING} · Σ x′ / max(${MIN_PARTS}, n′), over the author’s supporters`,
    "t = min(1, x)",
  ],
  author: [
    `u = min(1, ${UNTRUSTED_SHARE} · Σ t / Σ ${UNTRUSTED_WEIGHT} · (1 − t)), over all authors`,
    `v = t + u · ${UNTRUSTED_WEIGHT} · (1 − t)`,
  ],
  score: [
    "N = Σ v",
    `μ = Σ v·a / (N + ${NEUTRAL_VOICES})`,
    `s = (Σ v·(a − μ)² + ${PRIOR_VARIANCE} · ${NEUTRAL_VOICES}) / (N + ${NEUTRAL_VOICES})`,
    `se = √(s / (N + ${NEUTRAL_VOICES}))`,
    "S = max(0, μ − se) if μ is above 0, otherwise min(0, μ + se)",
  ],
  coverage: [
    `L = max(${UNCOVERED_VOICES}, ${UNCOVERED_SHARE} · Σ t), over all authors`,
    `H = max(${COVERED_VOICES}, ${COVERED_SHARE} · Σ t)`,
    "c = min(1, max(0, N − L) / (H − L)), or 0 for a stablecoin",
  ],
  mood: ["M = Σ c·N·S / Σ c·N"],
  riskBudget: [
    `R = ${MAX_RISK_BUDGET} · min(1, max(0, M − ${LEAST_SCORE}) / ${figureOf(FULL_MOOD - LEAST_SCORE)}) · max c`,
  ],
  allocation: [
    `raw = c · max(0, S − ${LEAST_SCORE}) · ln(1 + N)`,
    "share = R · raw / Σ raw",
    `floor(min(${MAX_PER_TOKEN}, share))`,
  ],
};

export const sentimentConstants = {
  sentimentDays: SENTIMENT_DAYS,
  mostPerAuthor: MAX_PER_AUTHOR,
  keptPerAuthor: KEPT_PER_AUTHOR,
  fullMood: FULL_MOOD,
  mostRisk: MAX_RISK_BUDGET,
  leastScore: LEAST_SCORE,
  mostPerToken: MAX_PER_TOKEN,
  mostWeight: MAX_WEIGHT,
  damping: DAMPING,
  minParts: MIN_PARTS,
  supportDays: SUPPORT_DAYS,
  enoughAdmittedMembers: ENOUGH_ADMITTED_MEMBERS,
  copySimilarity: COPY_SIMILARITY,
  shortWords: SHORT_WORDS,
  shortCopySimilarity: SHORT_COPY_SIMILARITY,
  neutralVoices: NEUTRAL_VOICES,
  priorVariance: PRIOR_VARIANCE,
  untrustedWeight: UNTRUSTED_WEIGHT,
  untrustedShare: UNTRUSTED_SHARE,
  uncoveredVoices: UNCOVERED_VOICES,
  uncoveredShare: UNCOVERED_SHARE,
  coveredVoices: COVERED_VOICES,
  coveredShare: COVERED_SHARE,
};
