/** The numbers of the whitepaper are those of the program; its examples are among those of the tests of the formulas. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MIN_CASH_CLOSE } from "~/domain/cash";
import {
  MAX_REVIEW_LENGTH,
  MAX_STATEMENT_LENGTH,
  MIN_STATEMENT_LENGTH,
} from "~/domain/field-limits";
import { MAX_VOTES_NEEDED, VOTING_DAYS } from "~/domain/membership";
import {
  DAYS_PER_YEAR,
  MAX_ALLOCATION,
  MIN_RETURNS,
  MIN_VOLATILITY,
  MOMENTUM_DAYS,
  MAX_VOLATILITY,
  PEG_TOLERANCE,
} from "~/domain/momentum";
import { DEVIATION_PER_MAD, JUMP_DEVIATIONS, LEAST_JUMP, MAX_RETURNS } from "~/domain/jump-limit";
import { OTHER_SOURCE_TOLERANCE } from "~/domain/plausible-closes";
import { HOT_COMMENT_WEIGHT, HOT_SECONDS_PER_MAGNITUDE } from "~/domain/ranking";
import { POST_CALIBRATION } from "~/domain/sentiment/calibration";
import { NEUTRAL_BELOW } from "~/domain/sentiment/evaluation";
import { MOCKERY_RATING } from "~/domain/sentiment/mockery";
import { financeOverlay } from "~/domain/sentiment/overlay";
import { DIRECTION_RATING, DIRECTION_REACH } from "~/domain/sentiment/direction";
import {
  FULL_MOOD,
  LEAST_SCORE,
  MAX_PER_TOKEN,
  MAX_RISK_BUDGET,
} from "~/domain/sentiment/allocation";
import { COPY_SIMILARITY } from "~/domain/sentiment/near-copies";
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
} from "~/domain/sentiment/sentiment";
import { DAMPING, MIN_PARTS, SUPPORT_DAYS } from "~/domain/sentiment/trust";
import { FEE } from "~/domain/track-record";
import { PRIOR_COUNT, PRIOR_RATING } from "~/domain/work-score";

const text = readFileSync("content/whitepaper.md", "utf8").replace(/[_*]/g, "");
const whole = (number: number) => number.toLocaleString("en-US");

test.each([
  `W = (${PRIOR_COUNT} · ${PRIOR_RATING} + Σ r) / (${PRIOR_COUNT} + n)`,
  `at most ${whole(MAX_REVIEW_LENGTH)} characters`,
  `${HOT_COMMENT_WEIGHT} · min(u, c)) + t / ${whole(HOT_SECONDS_PER_MAGNITUDE)}`,
  `statement of ${MIN_STATEMENT_LENGTH} to ${whole(MAX_STATEMENT_LENGTH)} characters`,
  `T = max(1, min(${MAX_VOTES_NEEDED}, m))`,
  `within ${VOTING_DAYS} days`,
  `ROC = (P[D] / P[D − ${MOMENTUM_DAYS}] − 1) · 100`,
  `among the last ${MOMENTUM_DAYS + 1} closes`,
  `n ≥ ${MIN_RETURNS}`,
  `counts as ${MIN_VOLATILITY} where it is lower`,
  `√${DAYS_PER_YEAR} · 100`,
  `E = min(1, ${MAX_VOLATILITY} / v)`,
  `A = floor(min(${MAX_ALLOCATION}, 100 · E · w))`,
  `more than ${PEG_TOLERANCE} percent off one dollar`,
  `${financeOverlay.length} words with all forms`,
  `the nearest noun within ${DIRECTION_REACH} words: ${DIRECTION_RATING} where more is good`,
  `p′ = ±(${NEUTRAL_BELOW} + ${POST_CALIBRATION} · (|p| − ${NEUTRAL_BELOW}))`,
  `mocks bears counts ${MOCKERY_RATING} for that`,
  `below ${MIN_CASH_CLOSE} dollars it says that USDT is not cash`,
  `max(${LEAST_JUMP}, ${JUMP_DEVIATIONS} · ${DEVIATION_PER_MAD} · the median absolute deviation of the ${MAX_RETURNS} returns before)`,
  `another source is within ${100 * OTHER_SOURCE_TOLERANCE} percent`,
  `except of USDT within ${PEG_TOLERANCE} percent of its dollar`,
  `w = min(${MAX_WEIGHT}, 1 + ln(1 + u + 0.5 · c))`,
  `shares ${100 * COPY_SIMILARITY} percent of its words`,
  `x = s + ${DAMPING} · Σ x′ / max(${MIN_PARTS}, n′)`,
  `in the last ${SUPPORT_DAYS} days`,
  `at most ${100 * UNTRUSTED_SHARE} percent of all trust`,
  `u = min(1, ${UNTRUSTED_SHARE} · Σ t / Σ ${UNTRUSTED_WEIGHT} · (1 − t))`,
  `v = t + u · ${UNTRUSTED_WEIGHT} · (1 − t)`,
  `μ = Σ v · a / (N + ${NEUTRAL_VOICES})`,
  `s = (Σ v · (a − μ)² + ${PRIOR_VARIANCE} · ${NEUTRAL_VOICES}) / (N + ${NEUTRAL_VOICES})`,
  `L = max(${UNCOVERED_VOICES}, ${UNCOVERED_SHARE} · Σ t)`,
  `H = max(${COVERED_VOICES}, ${COVERED_SHARE} · Σ t)`,
  `R = ${MAX_RISK_BUDGET} · min(1, max(0, M − ${LEAST_SCORE}) / ${FULL_MOOD - LEAST_SCORE}) · max c`,
  `q = c · max(0, S − ${LEAST_SCORE}) · ln(1 + N)`,
  `A = floor(min(${MAX_PER_TOKEN}, R · q / Σ q))`,
  `V · U / 100 · ${FEE}`,
])("the whitepaper has the numbers of the program: %s", (said) => {
  expect(text).toContain(said);
});
