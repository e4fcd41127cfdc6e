/** RTCP of two participants (RFC 3550, 6.2): each 5 s, varied by half, so that reports of many calls do not coincide. */
const INTERVAL_MS = 5_000;

/** When a session sends reports; the first comes after half of the interval. */
export function createReportSchedule() {
  let dueMs: number | null = null;
  const delay = () => INTERVAL_MS * (0.5 + Math.random());
  return {
    isDue(nowMs: number): boolean {
      dueMs ??= nowMs + delay() / 2;
      if (nowMs < dueMs) return false;
      dueMs = nowMs + delay();
      return true;
    },
  };
}
