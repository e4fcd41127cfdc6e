/** Runs once when the process of the pages starts, before its first request (Next's convention for this file). */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { openPagesMetrics } = await import("@/lib/data/metrics/pages");
  openPagesMetrics();
}
