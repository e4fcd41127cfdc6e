/** Why an exchange did not come about. The messages are public: they name no address, no URL and no answer. */
const MESSAGES = {
  refused_address:
    "The address leads into a private network and is refused. To allow it, the operator lists its host in TOOL_ALLOWED_HOSTS.",
  timeout: "The other side took too long to answer.",
  too_large: "The answer is larger than allowed.",
  network: "The other side could not be reached.",
  bad_url: "The URL is not one that can be called: use http or https, without a user name or password.",
  not_encrypted:
    "The other side is not reached by TLS. Use https, or have the operator list the host in TOOL_ALLOWED_HOSTS.",
  redirect: "The other side redirects in a way that is not followed.",
} as const;

export type EgressErrorCode = keyof typeof MESSAGES;

/** The one error of `lib/platform/egress`. Its message quotes nothing; what the system said lies in `cause`, for the log alone. */
export class EgressError extends Error {
  readonly code: EgressErrorCode;
  /** The HTTP status that refused a WebSocket's handshake. */
  readonly status: number | undefined;

  constructor(code: EgressErrorCode, cause?: unknown, status?: number) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause });
    this.name = "EgressError";
    this.code = code;
    this.status = status;
  }
}

/** Node's and OpenSSL's codes for a certificate or a handshake that does not hold. Source: nodejs.org/api/tls.html. */
const TLS_FAILURE =
  /^(?:ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|HOSTNAME_MISMATCH)/;

/** Whether an exchange failed at TLS: a certificate that is not trusted, or no TLS at all. */
export function isTlsFailure(error: unknown): boolean {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++, at = at.cause) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && TLS_FAILURE.test(code)) return true;
  }
  return false;
}

/** The `EgressError` that `error` is or wraps (`fetch` hides the connector's error in `cause`), else `network`. */
export function toEgressError(error: unknown): EgressError {
  let at: unknown = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++, at = at.cause) {
    if (at instanceof EgressError) return at;
  }
  return new EgressError("network", error);
}
