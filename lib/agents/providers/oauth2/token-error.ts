import { writeSentence } from "@/lib/platform/reasons/reason-table";

/** Sentences of a failed request for an access token by reason, for tools and checks. Each says what to do. */
export const TOKEN_MESSAGES = {
  token_client_refused:
    "The authorization server refuses the client. Connect the credential again with the right client ID and secret, sent as the server expects them.",
  token_scope_refused:
    "The authorization server refuses the scope. Connect the credential again with a scope that the client has.",
  token_grant_refused:
    "The authorization server does not permit the client credentials grant for this client. Permit it there.",
  token_request_refused:
    "The authorization server refuses the request for a token (status {status}). Check the token URL, the scope and the audience.",
  token_server_failing:
    "The authorization server fails or accepts no more requests (status {status}). Try again in a minute.",
  token_unusable: "The token URL does not answer with a bearer token. Check the token URL.",
  token_unreachable: "The authorization server does not answer in time. Check the token URL.",
  token_address_refused:
    "The token URL is not allowed: it must be https and public, or its host listed by the operator in TOOL_ALLOWED_HOSTS.",
} as const;

export type TokenFailure = keyof typeof TOKEN_MESSAGES;

/** An access token that could not be obtained. The message quotes nothing of the response. */
export class TokenError extends Error {
  readonly reason: TokenFailure;
  /** HTTP status of the authorization server; 0 if there was none. */
  readonly status: number;

  constructor(reason: TokenFailure, status = 0, cause?: unknown) {
    super(`No access token: ${reason}`, cause === undefined ? undefined : { cause });
    this.name = "TokenError";
    this.reason = reason;
    this.status = status;
  }
}

/** Returns the sentence of a failure, and its parameters if it has any. */
export function describeTokenError({ reason, status }: TokenError): {
  message: string;
  params?: { status: number };
} {
  const hasStatus = reason === "token_request_refused" || reason === "token_server_failing";
  const params = hasStatus ? { status } : undefined;
  return { message: writeSentence({ message: TOKEN_MESSAGES[reason] }, params), ...(params && { params }) };
}
