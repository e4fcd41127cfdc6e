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

/** Provider error bodies are shorter; the rest of a longer body is not read. */
const MAX_ERROR_BYTES = 16 * 1_024;

/** The failure that an HTTP status, or a status in a message, stands for. */
export const kindOfStatus = (status: number): FailureKind => {
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

/** The JSON body of a refusal; null if it is not JSON. */
async function readErrorBody({ body }: Response): Promise<unknown> {
  const reader = body?.getReader();
  const chunks: Uint8Array[] = [];
  try {
    let size = 0;
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      chunks.push(read.value);
      size += read.value.length;
      if (size > MAX_ERROR_BYTES) return null;
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

type AskInit = Omit<EgressStreamInit, "method"> & {
  signal: AbortSignal;
  /** Finds the provider's error code in the body of a refusal. Without it, the body is not read. */
  reasonOf?: (body: unknown) => string | undefined;
};

/**
 * Sends a request and hands on its answer as it streams. One retry, while nothing of an answer has come. Of a refusal's
 * body, only the error code is kept: servers quote the request in it.
 */
export async function ask(
  egress: HttpClient,
  provider: string,
  account: SpeechServer,
  path: string,
  { reasonOf, ...init }: AskInit,
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
    if (response && (last || !RETRIED.has(response.status))) {
      const { status } = response;
      const reason = reasonOf?.(await readErrorBody(response));
      await response.body?.cancel().catch(() => {});
      throw new ProviderFailure(provider, kindOfStatus(status), { status, reason });
    }
    await response?.body?.cancel();
    await sleep(RETRY_DELAY_MS, undefined, { signal: init.signal });
  }
}
