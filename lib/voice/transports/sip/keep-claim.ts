import { log } from "@/lib/platform/log";

/** A claim counts for 20 s. */
const RENEW_MS = 5_000;

/** Renews a claim until the returned function is called. */
export function keepClaim(renew: () => Promise<void>, callId: string): () => void {
  const timer = setInterval(() => {
    renew().catch((error: unknown) =>
      log.warn({ err: error, callId }, "the claim of a call could not be renewed"),
    );
  }, RENEW_MS);
  timer.unref();
  return () => clearInterval(timer);
}
