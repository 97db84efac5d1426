/** The sentiment engine's formulas and constants by method, as its pages and its API show them. */
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
import { HEARD_AUTHORS_2, HEARD_DOCUMENTS, NEUTRAL_WEIGHT } from "./method-2";
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

/** The formula of the risk budget, in all methods. */
export const riskBudgetFormulas = [
  `R = floor(${RISK_BUDGET_MAX} · min(1, M / ${FULL_MOOD})), or 0 unless M is above 0`,
];

/**
 * @param voices the symbol that a method uses for the voices of a token
 * @returns the formulas that compute the allocation from the scores, which all methods share
 */
export const splitFormulas = (voices: "n" | "N") => ({
  mood: [`M = Σ ${voices}·S / Σ ${voices}, over the tokens that were heard`],
  riskBudget: riskBudgetFormulas,
  allocation: [
    `raw = S · ln(1 + ${voices})`,
    "share = R · raw / Σ raw",
    `floor(min(${MOST_PER_TOKEN}, share))`,
  ],
});

/** The formulas of the current method, by step. */
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
  ...splitFormulas("N"),
};

/** The formulas up to method 2, by step. */
export const sentimentFormulas2 = {
  document: ["w = 1 + ln(1 + upvotes + 0.5 · comments by others)"],
  score: [`S = Σ w·p / (Σ w + ${NEUTRAL_WEIGHT})`],
  ...splitFormulas("n"),
};

/** The constants that all methods share. */
const splitConstants = {
  sentimentDays: SENTIMENT_DAYS,
  mostPerAuthor: MOST_PER_AUTHOR,
  keptPerAuthor: KEPT_PER_AUTHOR,
  fullMood: FULL_MOOD,
  mostRisk: RISK_BUDGET_MAX,
  leastScore: LEAST_SCORE,
  mostTokens: HELD_TOKENS_MAX,
  mostPerToken: MOST_PER_TOKEN,
};

/** The constants of the current method. */
export const sentimentConstants = {
  ...splitConstants,
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

/** The constants up to method 2. */
export const sentimentConstants2 = {
  ...splitConstants,
  neutralWeight: NEUTRAL_WEIGHT,
  heardDocuments: HEARD_DOCUMENTS,
  heardAuthors: HEARD_AUTHORS_2,
};
