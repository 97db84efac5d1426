/** The sentiment engine's formulas and constants as its pages and its API show them. */
import {
  FULL_MOOD,
  LEAST_SCORE,
  MOST_PER_TOKEN,
  RISK_BUDGET_MAX,
  HELD_TOKENS_MAX,
} from "./allocation";
import {
  LEAST_TRUST,
  OLDER_BY_DAYS,
  SUPPORTERS_NEEDED,
  TRUST_DAYS,
  TRUST_GROWS_DAYS,
} from "./author-trust";
import { MOST_PER_AUTHOR, SENTIMENT_DAYS } from "./mention";
import { COPY_SIMILARITY, SHINGLE_WORDS } from "./near-copies";
import { KEPT_PER_AUTHOR } from "./recent-mentions";
import {
  ESTABLISHED_AUTHORS,
  HEARD_AUTHORS,
  HEARD_AVERAGE_AUTHORS,
  HEARD_SHARE,
  MOST_WEIGHT,
  NEUTRAL_VOICES,
  NEWCOMERS_SHARE,
  PRIOR_VARIANCE,
} from "./sentiment";

/** The formulas, by step. */
export const sentimentFormulas = {
  document: [`w = min(${MOST_WEIGHT}, 1 + ln(1 + U + 0.5 · C))`, "a = Σ w·p / Σ w"],
  trust: [
    `t = max(${LEAST_TRUST}, min(1, age / ${TRUST_DAYS} days) · min(1, supporters / ${SUPPORTERS_NEEDED}))`,
  ],
  score: [
    "N = Σ t",
    `μ = Σ t·a / (N + ${NEUTRAL_VOICES})`,
    `v = (Σ t·(a − μ)² + ${PRIOR_VARIANCE} · ${NEUTRAL_VOICES}) / (N + ${NEUTRAL_VOICES})`,
    `se = √(v / (N + ${NEUTRAL_VOICES}))`,
    "S = max(0, μ − se) if μ is above 0, otherwise min(0, μ + se)",
  ],
  mood: ["M = Σ N·S / Σ N, over the tokens that were heard"],
  riskBudget: [
    `R = floor(${RISK_BUDGET_MAX} · min(1, M / ${FULL_MOOD})), or 0 unless M is above 0`,
  ],
  allocation: [
    "raw = S · ln(1 + N)",
    "share = R · raw / Σ raw",
    `floor(min(${MOST_PER_TOKEN}, share))`,
  ],
};

/** The constants. */
export const sentimentConstants = {
  sentimentDays: SENTIMENT_DAYS,
  mostPerAuthor: MOST_PER_AUTHOR,
  keptPerAuthor: KEPT_PER_AUTHOR,
  fullMood: FULL_MOOD,
  mostRisk: RISK_BUDGET_MAX,
  leastScore: LEAST_SCORE,
  mostTokens: HELD_TOKENS_MAX,
  mostPerToken: MOST_PER_TOKEN,
  mostWeight: MOST_WEIGHT,
  leastTrust: LEAST_TRUST,
  trustDays: TRUST_DAYS,
  supportersNeeded: SUPPORTERS_NEEDED,
  olderByDays: OLDER_BY_DAYS,
  trustGrowsDays: TRUST_GROWS_DAYS,
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
