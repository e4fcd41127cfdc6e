import { PLATFORM_DETAILS } from "@/lib/platform/reasons/platform";

type EgressReason = Extract<keyof typeof PLATFORM_DETAILS, `egress_${string}`>;
/** Why an exchange failed. The messages are public: they contain no address, URL or response. */
export type EgressErrorCode = EgressReason extends `egress_${infer Code}` ? Code : never;

/**
 * The only error of `lib/platform/egress`. Its message quotes nothing; the system's error is in `cause`, for
 * the log.
 */
export class EgressError extends Error {
  readonly code: EgressErrorCode;
  /** The HTTP status that rejected a WebSocket's handshake. */
  readonly status: number | undefined;

  constructor(code: EgressErrorCode, cause?: unknown, status?: number) {
    super(PLATFORM_DETAILS[`egress_${code}`].message, cause === undefined ? undefined : { cause });
    this.name = "EgressError";
    this.code = code;
    this.status = status;
  }
}

/**
 * Node.js and OpenSSL codes of an invalid certificate or a failed handshake. Source: nodejs.org/api/tls.html.
 */
const TLS_FAILURE =
  /^(?:ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|HOSTNAME_MISMATCH)/;

/** Whether an exchange failed at TLS: an untrusted certificate, or no TLS. */
export function isTlsFailure(error: unknown): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++, current = current.cause) {
    const { code } = current as { code?: unknown };
    if (typeof code === "string" && TLS_FAILURE.test(code)) return true;
  }
  return false;
}

/**
 * The `EgressError` that `error` is or wraps (`fetch` puts the connector's error in `cause`), else `network`.
 */
export function toEgressError(error: unknown): EgressError {
  let current: unknown = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++, current = current.cause) {
    if (current instanceof EgressError) return current;
  }
  return new EgressError("network", error);
}
