/** The confidence with which a rate is stated. */
const CONFIDENCE = 0.95;
/** Halvings of the interval; more change nothing that is printed. */
const STEPS = 60;

/** The probability of at most `failures` in `n` cases that each fail with probability `rate`. */
function atMost(failures: number, n: number, rate: number): number {
  let logTerm = n * Math.log1p(-rate);
  let sum = Math.exp(logTerm);
  for (let k = 1; k <= failures; k++) {
    logTerm += Math.log((n - k + 1) / k) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(logTerm);
  }
  return sum;
}

/** The one-sided upper bound of Clopper and Pearson; without failures close to the rule of three (3 / n). */
export function upperBound(failures: number, n: number): number {
  if (n === 0 || failures >= n) return 1;
  let low = failures / n;
  let high = 1;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (atMost(failures, n, middle) > 1 - CONFIDENCE) low = middle;
    else high = middle;
  }
  return high;
}
