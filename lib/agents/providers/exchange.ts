import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import { EgressError, type EgressStreamInit, type HttpClient } from "@/lib/platform/egress";
import { baseAddress } from "./base-address";
import { type FailureKind, ProviderFailure } from "./speech-port";

/** A server of the OpenAI protocol, and its key, which is sent there and nowhere else. */
export type SpeechServer = { baseUrl: string; key: string | null };

/** Statuses that say "not now"; nothing has been answered yet. */
const RETRIED = new Set([429, 502, 503]);
const RETRY_DELAY_MS = 200;

const kindOfStatus = (status: number): FailureKind => {
  if (status === 429) return "rate_limited";
  if (status === 408 || status === 504) return "timeout";
  return status >= 500 ? "unavailable" : "refused";
};

const kindOfError = (error: unknown): FailureKind => {
  if (!(error instanceof EgressError)) return "unavailable";
  if (error.status !== undefined) return kindOfStatus(error.status);
  if (error.code === "timeout") return "timeout";
  if (error.code === "too_large") return "invalid_response";
  return error.code === "network" ? "unavailable" : "refused";
};

/** The failure that an error of an exchange is. The caller's own abort passes as it is. */
export function failureOf(provider: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof ProviderFailure) return error;
  const status = error instanceof EgressError ? error.status : undefined;
  return new ProviderFailure(provider, kindOfError(error), { cause: error, status });
}

/** Opens a WebSocket, with one retry if the server is not available. Throws ProviderFailure. */
export async function openSocket(
  provider: string,
  open: () => Promise<WebSocket>,
  signal: AbortSignal,
): Promise<WebSocket> {
  try {
    return await open();
  } catch (error) {
    const failure = failureOf(provider, error, signal);
    if (failure instanceof ProviderFailure && failure.kind === "unavailable") return open();
    throw failure;
  }
}

/**
 * Sends a request and hands on its answer as it streams. One retry, while nothing of an answer has come. The body of a
 * refusal is not read: servers quote the request in it.
 */
export async function ask(
  egress: HttpClient,
  provider: string,
  account: SpeechServer,
  path: string,
  init: Omit<EgressStreamInit, "method"> & { signal: AbortSignal },
): Promise<Response> {
  const url = new URL(`${baseAddress(account.baseUrl)}/${path}`);
  const authorization = account.key === null ? {} : { authorization: `Bearer ${account.key}` };
  const tryOnce = () =>
    egress.stream(url, { ...init, method: "POST", headers: { ...init.headers, ...authorization } });
  for (let last = false; ; last = true) {
    const response = await tryOnce().catch((error: unknown) => {
      const retried =
        !last && error instanceof EgressError && error.code === "network" && !init.signal.aborted;
      if (!retried) throw failureOf(provider, error, init.signal);
      return null;
    });
    if (response?.ok) return response;
    await response?.body?.cancel();
    if (response && (last || !RETRIED.has(response.status)))
      throw new ProviderFailure(provider, kindOfStatus(response.status), { status: response.status });
    await sleep(RETRY_DELAY_MS, undefined, { signal: init.signal });
  }
}
