/** The sentiment engine's formulas and constants as its pages and its API show them. */
import {
  FULL_MOOD,
  LEAST_SCORE,
  MAX_PER_TOKEN,
  MAX_RISK_BUDGET,
  MAX_HELD_TOKENS,
} from "./allocation";
import { MAX_PER_AUTHOR, SENTIMENT_DAYS } from "./mention";
import { COPY_SIMILARITY, SHINGLE_WORDS } from "./near-copies";
import { KEPT_PER_AUTHOR } from "./recent-mentions";
import {
  ESTABLISHED_AUTHORS,
  HEARD_AUTHORS,
  HEARD_AVERAGE_AUTHORS,
  HEARD_SHARE,
  MAX_WEIGHT,
  NEUTRAL_VOICES,
  NEWCOMERS_SHARE,
  PRIOR_VARIANCE,
} from "./sentiment";
import { DAMPING, ENOUGH_ADMITTED_MEMBERS, SUPPORT_DAYS } from "./trust";

export const sentimentFormulas = {
  document: [`w = min(${MAX_WEIGHT}, 1 + ln(1 + U + 0.5 · C))`, "a = Σ w·p / Σ w"],
  trust: [`x = s + ${DAMPING} · Σ x′ / n′, over the author’s supporters`, "t = min(1, x)"],
  score: [
    "N = Σ t",
    `μ = Σ t·a / (N + ${NEUTRAL_VOICES})`,
    `v = (Σ t·(a − μ)² + ${PRIOR_VARIANCE} · ${NEUTRAL_VOICES}) / (N + ${NEUTRAL_VOICES})`,
    `se = √(v / (N + ${NEUTRAL_VOICES}))`,
    "S = max(0, μ − se) if μ is above 0, otherwise min(0, μ + se)",
  ],
  mood: ["M = Σ N·S / Σ N, over the tokens that were heard"],
  riskBudget: [
    `R = floor(${MAX_RISK_BUDGET} · min(1, M / ${FULL_MOOD})), or 0 unless M is above 0`,
  ],
  allocation: [
    "raw = S · ln(1 + N)",
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
  mostTokens: MAX_HELD_TOKENS,
  mostPerToken: MAX_PER_TOKEN,
  mostWeight: MAX_WEIGHT,
  damping: DAMPING,
  supportDays: SUPPORT_DAYS,
  enoughAdmittedMembers: ENOUGH_ADMITTED_MEMBERS,
  shingleWords: SHINGLE_WORDS,
  copySimilarity: COPY_SIMILARITY,
  neutralVoices: NEUTRAL_VOICES,
  priorVariance: PRIOR_VARIANCE,
  heardAuthors: HEARD_AUTHORS,
  heardAverageAuthors: HEARD_AVERAGE_AUTHORS,
  heardShare: HEARD_SHARE,
  establishedAuthors: ESTABLISHED_AUTHORS,
  newcomersShare: NEWCOMERS_SHARE,
};
