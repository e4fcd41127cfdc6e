import { setTimeout as sleep } from "node:timers/promises";
import { type Egress, EgressError } from "@/lib/egress";
import { errorOfStatus, ModelError } from "./errors";
import type { ModelLimits } from "./limits";

/** Statuses that say "not now": a retry often succeeds, and nothing has been answered yet. */
const RETRIED_STATUSES = new Set([429, 502, 503]);
const RETRIES = 1;

/**
 * The `fetch` that the SDK is given: through the guard, to `base`'s origin alone, streamed, within the limits, no
 * redirect, one retry while no byte of an answer has come. A status other than 2xx is thrown as `ModelError` with
 * its body unread, as servers quote the request in it.
 */
export function modelFetch(
  egress: Egress,
  base: URL,
  limits: ModelLimits,
  firstByteMs: number,
): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== base.origin) throw new ModelError("refused");
    const endsAt = performance.now() + limits.totalMs;
    const signal = init?.signal ?? undefined;

    const once = (): Promise<Response> =>
      egress.stream(url, {
        method: init?.method ?? "GET",
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === "string" && { body: init.body }),
        signal,
        firstByteMs,
        idleMs: limits.idleMs,
        timeoutMs: Math.max(1, endsAt - performance.now()),
        maxBytes: limits.maxBytes,
      });

    for (let attempt = 0; ; attempt++) {
      const mayRetry = attempt < RETRIES;
      const response = await once().catch((error: unknown) => {
        if (mayRetry && error instanceof EgressError && error.code === "network") return null;
        throw error;
      });
      if (response?.ok) return response;
      await response?.body?.cancel();
      if (response !== null && !(mayRetry && RETRIED_STATUSES.has(response.status)))
        throw errorOfStatus(response.status);
      await sleep(limits.retryDelayMs, undefined, { signal });
    }
  };
}
