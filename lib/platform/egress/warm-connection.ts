import type { HttpClient } from "./http-client";
import { parseTarget } from "./url";

/** An idle connection lives for ten seconds (`http-client.ts`), so within this time it is still open. */
const RECENT_MS = 6_000;
const TIMEOUT_MS = 2_000;
const MAX_BYTES = 4_096;
/** Origins that are remembered for each client. */
const MAX_ORIGINS = 1_000;

/** When each origin was last asked, in milliseconds of the monotonic clock. */
const warmedAt = new WeakMap<HttpClient, Map<string, number>>();

/**
 * Opens a connection to the URL's origin, or keeps an idle one open, so that the next request to it waits for no handshake.
 * Sends `OPTIONS /` without a credential, at most every six seconds to one origin (undici closes a connection after `HEAD`).
 * Resolves when it is open; the answer and failures do not matter.
 */
export async function warmConnection(httpClient: HttpClient, url: string): Promise<void> {
  const origins = warmedAt.get(httpClient) ?? new Map<string, number>();
  warmedAt.set(httpClient, origins);
  try {
    const { origin } = parseTarget(url);
    const now = performance.now();
    if (now - (origins.get(origin) ?? Number.NEGATIVE_INFINITY) < RECENT_MS) return;
    if (origins.size >= MAX_ORIGINS) origins.clear();
    origins.set(origin, now);
    await httpClient.fetch(origin, { method: "OPTIONS", timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  } catch {
    // The request that needs the connection reports what is wrong.
  }
}
