import { z } from "zod";
import { EgressError, type HttpClient } from "@/lib/platform/egress";
import type { ClientCredentials } from "../tool-credential";
import { TokenError, type TokenFailure } from "./token-error";

/** A response has one token, of a few kilobytes at most. */
const MAX_BYTES = 64 * 1024;
/** Assumed lifetime of a token without `expires_in`, which is only recommended (RFC 6749, section 5.1). */
const DEFAULT_LIFETIME_S = 300;

/** A successful response (RFC 6749, section 5.1). Some servers send the lifetime as text. */
const TokenResponse = z.looseObject({
  access_token: z.string().regex(/^[!-~]{1,8192}$/),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z
    .union([
      z.number().nonnegative(),
      z
        .string()
        .regex(/^[0-9]{1,9}$/)
        .transform(Number),
    ])
    .nullish(),
});

/** An error response (RFC 6749, section 5.2). */
const ErrorResponse = z.looseObject({ error: z.string() });
const OF_ERROR_CODE: ReadonlyMap<string, TokenFailure> = new Map([
  ["invalid_client", "token_client_refused"],
  ["invalid_scope", "token_scope_refused"],
  ["unauthorized_client", "token_grant_refused"],
  ["unsupported_grant_type", "token_grant_refused"],
]);

export type AccessToken = { token: string; lifetimeMs: number };
export type TokenRequestOptions = { egress: HttpClient; timeoutMs: number };

/** Encodes a text as application/x-www-form-urlencoded does, which the header needs too (RFC 6749, section 2.3.1). */
const formEncode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);

function authorizationOf({ clientId, clientSecret }: ClientCredentials): string {
  const pair = `${formEncode(clientId)}:${formEncode(clientSecret)}`;
  return `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
}

function bodyOf({ scope, audience, authentication, clientId, clientSecret }: ClientCredentials): string {
  return new URLSearchParams({
    grant_type: "client_credentials",
    ...(scope !== null && { scope }),
    ...(audience !== null && { audience }),
    ...(authentication === "client_secret_post" && { client_id: clientId, client_secret: clientSecret }),
  }).toString();
}

async function send(
  credential: ClientCredentials,
  { egress, timeoutMs }: TokenRequestOptions,
): Promise<Response> {
  const isBasic = credential.authentication === "client_secret_basic";
  try {
    // Redirects are not followed: the client secret belongs to this address alone.
    return await egress.fetch(credential.tokenUrl, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        "user-agent": "parley",
        ...(isBasic && { authorization: authorizationOf(credential) }),
      },
      body: bodyOf(credential),
      timeoutMs,
      maxBytes: MAX_BYTES,
    });
  } catch (error) {
    const isRefused =
      error instanceof EgressError && (error.code === "refused_address" || error.code === "not_encrypted");
    throw new TokenError(isRefused ? "token_address_refused" : "token_unreachable", 0, error);
  }
}

function refusal(status: number, content: unknown): TokenError {
  if (status === 429 || status >= 500) return new TokenError("token_server_failing", status);
  const { data } = ErrorResponse.safeParse(content);
  const reason = OF_ERROR_CODE.get(data?.error ?? "");
  if (reason !== undefined) return new TokenError(reason, status);
  return new TokenError(status === 401 ? "token_client_refused" : "token_request_refused", status);
}

/** Requests an access token by the client credentials grant. Throws `TokenError`. */
export async function requestToken(
  credential: ClientCredentials,
  options: TokenRequestOptions,
): Promise<AccessToken> {
  const response = await send(credential, options);
  const content: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusal(response.status, content);
  const parsed = TokenResponse.safeParse(content);
  if (!parsed.success) throw new TokenError("token_unusable", response.status);
  const { access_token: token, expires_in: lifetimeS } = parsed.data;
  return { token, lifetimeMs: (lifetimeS ?? DEFAULT_LIFETIME_S) * 1_000 };
}
