/** Runs before the pages are served: they call routes in their process, and need the secrets for it. */
export async function register(): Promise<void> {
  // Next also compiles this file for its other runtime, without what is in this block.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { requireSecrets } = await import("./bin/secrets/require-secrets");
    await requireSecrets();
  }
}
