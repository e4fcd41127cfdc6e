import { createHash } from "node:crypto";
import type { HttpClient } from "@/lib/platform/egress";
import { ExpiringMap } from "@/lib/platform/expiring-map";
import { globalSingleton } from "@/lib/platform/global-singleton";
import { withTimeout } from "@/lib/platform/with-timeout";
import type { ClientCredentials, HeaderCredential, ToolCredential } from "../tool-credential";
import { endOnAbort } from "./end-on-abort";
import { requestToken, type TokenRequestOptions } from "./request-token";
import { TokenError } from "./token-error";

/** Time limit of a request for a token, which concurrent calls share. A caller waits for it before the tool's request. */
const TIMEOUT_MS = 5_000;
/** Maximum tokens of a process; beyond it, the least recently used one is requested again. */
const MAX_TOKENS = 2_000;
/** A token is requested again after this time, even if it lives longer. */
const MAX_AGE_MS = 60 * 60_000;
/** A token is replaced this long before its expiry, or after half of a shorter lifetime. */
const REFRESH_MS = 60_000;

type CachedToken = { token: string; refreshAtMs: number };

/** Tokens are only in memory: another process requests its own, and no restart finds one. */
const cache = globalSingleton("oauth2-tokens", () => ({
  tokens: new ExpiringMap<string, CachedToken>({ ttlMs: MAX_AGE_MS, limit: MAX_TOKENS }),
  pending: new Map<string, Promise<string>>(),
}));

/** A connection with another secret, scope or host has another key, and so another token. */
const keyOf = (credential: ClientCredentials): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(credential).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64");

async function loadToken(key: string, credential: ClientCredentials, egress: HttpClient): Promise<string> {
  const requestedAtMs = cache.tokens.now();
  const { token, lifetimeMs } = await requestToken(credential, { egress, timeoutMs: TIMEOUT_MS });
  const usableMs = Math.max(lifetimeMs - REFRESH_MS, lifetimeMs / 2);
  cache.tokens.set(key, { token, refreshAtMs: requestedAtMs + usableMs });
  return token;
}

/** Returns the cached token, or requests one. Concurrent calls share a request. */
function readToken(credential: ClientCredentials, egress: HttpClient): Promise<string> {
  const key = keyOf(credential);
  const cached = cache.tokens.get(key);
  if (cached !== undefined && cached.refreshAtMs > cache.tokens.now()) return Promise.resolve(cached.token);
  const pending = cache.pending.get(key);
  if (pending !== undefined) return pending;
  const loading = loadToken(key, credential, egress).finally(() => cache.pending.delete(key));
  cache.pending.set(key, loading);
  return loading;
}

type TokenOptions = {
  egress: HttpClient;
  /** Longest wait for a token. A request that takes longer continues for the next call. */
  waitMs: number;
  /** Ends the wait, not the request. */
  signal?: AbortSignal | undefined;
};

/** Requests a token past the cache, for a check. Throws `TokenError`. */
export async function requestHeaderCredential(
  credential: ClientCredentials,
  options: TokenRequestOptions,
): Promise<HeaderCredential> {
  const { token } = await requestToken(credential, options);
  return { kind: "bearer", hosts: credential.hosts, token };
}

/**
 * Returns the credential as it is sent: an OAuth 2.0 client's access token, or the credential itself. Throws
 * `TokenError`, or the reason of an abort.
 */
export async function toHeaderCredential(
  credential: ToolCredential | undefined,
  { egress, waitMs, signal }: TokenOptions,
): Promise<HeaderCredential | undefined> {
  if (credential?.kind !== "oauth2") return credential;
  signal?.throwIfAborted();
  const token = await withTimeout(endOnAbort(readToken(credential, egress), signal), waitMs, () => {
    throw new TokenError("token_unreachable");
  });
  return { kind: "bearer", hosts: credential.hosts, token };
}

/** Drops the token that a service has refused, unless it was replaced meanwhile. */
export function forgetAccessToken(
  credential: ClientCredentials,
  refused: HeaderCredential | undefined,
): void {
  const key = keyOf(credential);
  if (refused?.kind === "bearer" && cache.tokens.get(key)?.token === refused.token) cache.tokens.delete(key);
}
