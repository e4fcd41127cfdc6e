/** So much a second, and as much at once as `burst`: what comes beyond is refused. */
export function allowance(perSecond: number, burst: number): (amount: number, nowMs: number) => boolean {
  let left = burst;
  let atMs: number | null = null;
  return (amount, nowMs) => {
    left = Math.min(burst, left + ((nowMs - (atMs ?? nowMs)) / 1_000) * perSecond);
    atMs = nowMs;
    if (amount > left) return false;
    left -= amount;
    return true;
  };
}
