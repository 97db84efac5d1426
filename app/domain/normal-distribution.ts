/** The probability beyond this many standard deviations is below the precision of a number. */
const MAX_DEVIATIONS = 8.5;
/** So many halvings of an interval of length 17 leave less than the precision of a number. */
const HALVINGS = 60;

/**
 * `Φ(x) = 1/2 + φ(x)·(x + x³/3 + x⁵/(3·5) + x⁷/(3·5·7) + …)`, by G. Marsaglia, "Evaluating the normal
 * distribution", Journal of Statistical Software 11(4), 2004.
 *
 * @returns the probability of at most `x`, from 0 to 1
 */
export function normalProbability(x: number): number {
  if (x < -MAX_DEVIATIONS) return 0;
  if (x > MAX_DEVIATIONS) return 1;
  let [sum, term, before] = [x, x, Number.NaN];
  for (let odd = 3; sum !== before; odd += 2) {
    before = sum;
    term *= (x * x) / odd;
    sum += term;
  }
  const probability = 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, probability));
}

/**
 * The inverse of `normalProbability`, by bisection.
 *
 * @param probability from 0 to 1
 * @returns the `x` that is not exceeded with that probability, at most 8.5 from 0
 */
export function normalQuantile(probability: number): number {
  let [low, high] = [-MAX_DEVIATIONS, MAX_DEVIATIONS];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (normalProbability(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
