/** Runs before the pages are served: they call routes in their process, and need the secrets for it. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { requireSecrets } = await import("./bin/secrets/require-secrets");
  await requireSecrets();
}
