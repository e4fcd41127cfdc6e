/** The normal quantile of 95 %. */
const Z = 1.96;

/**
 * Wilson's score interval of a share, at 95 %: the bounds of the true pass rate after `passed` of `n` repetitions. `n` is at
 * least 1. (Wilson 1927; it stays within 0 and 1 for few repetitions.)
 */
export function wilsonInterval(passed: number, n: number): { low: number; high: number } {
  const share = passed / n;
  const z2 = Z * Z;
  const center = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
