import type { HttpClient } from "@/lib/platform/egress";
import { ModelError } from "./errors";
import type { ModelLimits } from "./limits";
import { statusError } from "./status-error";

/**
 * The SDK's `fetch`: guarded by the HTTP client, only to the origin of `base`, streamed, within the limits,
 * without redirects. A status other than 2xx is thrown as a `ModelError`. `resilientModel` makes retries, as
 * it knows the caller's time budget.
 */
export function modelFetch(
  egress: HttpClient,
  base: URL,
  limits: ModelLimits,
  firstByteMs: number,
): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== base.origin) throw new ModelError("refused");
    const response = await egress.stream(url, {
      method: init?.method ?? "GET",
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(typeof init?.body === "string" && { body: init.body }),
      signal: init?.signal ?? undefined,
      firstByteMs,
      idleMs: limits.idleMs,
      timeoutMs: limits.totalMs,
      maxBytes: limits.maxBytes,
    });
    if (response.ok) return response;
    throw await statusError(response);
  };
}
