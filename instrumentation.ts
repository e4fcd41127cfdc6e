/** Runs once when the process of the pages starts, before its first request (Next's convention for this file). */
export async function register(): Promise<void> {
  // Next also compiles this file for its other runtime, without what is in this block.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    // The pages call routes in their process, which open sealed data.
    const { requireSecrets } = await import("./bin/secrets/require-secrets");
    await requireSecrets();
    const { openPagesMetrics } = await import("@/lib/data/metrics/pages");
    openPagesMetrics();
  }
}
