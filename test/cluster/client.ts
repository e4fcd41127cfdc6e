import { randomUUID } from "node:crypto";

/** A client that waits longer has no answer: HAProxy's own limit is a minute. */
const TIMEOUT_MS = 70_000;

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
  /** Identifier of the request; empty without an answer of the API. */
  requestId: string;
};

export type Ask = {
  key?: string;
  cookie?: string;
  body?: object;
  raw?: BodyInit;
  headers?: Record<string, string>;
};

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Sends a request through the proxy. A connection that breaks is status 0. */
export async function ask(
  origin: string,
  method: string,
  path: string,
  { key, cookie, body, raw, headers }: Ask = {},
): Promise<Answer> {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(cookie !== undefined && { cookie, origin }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    });
    const text = await response.text();
    const requestId = response.headers.get("x-request-id") ?? "";
    return { status: response.status, headers: response.headers, text, json: parse(text), requestId };
  } catch {
    return { status: 0, headers: new Headers(), text: "", json: {}, requestId: "" };
  }
}

/** Whether a client may repeat a request: no connection, or an error of a server or proxy. */
const isRetryable = ({ status }: Answer): boolean => status === 0 || status >= 500;

/** Sends a request, and once more if it failed; a POST with the same `Idempotency-Key`. `retried`: whether it did so. */
export async function askWithRetry(
  origin: string,
  method: string,
  path: string,
  options: Ask = {},
): Promise<Answer & { retried: boolean }> {
  const headers =
    method === "POST" ? { "idempotency-key": randomUUID(), ...options.headers } : (options.headers ?? {});
  const first = await ask(origin, method, path, { ...options, headers });
  if (!isRetryable(first)) return { ...first, retried: false };
  return { ...(await ask(origin, method, path, { ...options, headers })), retried: true };
}
