/** Reasons of a failed request for an access token. Tools and checks have a sentence for each, which says what to do. */
export type TokenFailure =
  | "token_client_refused"
  | "token_scope_refused"
  | "token_grant_refused"
  | "token_request_refused"
  | "token_server_failing"
  | "token_unusable"
  | "token_unreachable"
  | "token_address_refused";

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
