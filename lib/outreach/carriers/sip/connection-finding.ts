import { createFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import type { OptionsResult } from "@/lib/platform/sip";

type Failure = OptionsResult & { ok: false };

/** Reasons by the step that failed. */
const STEP_REASONS = {
  dns: "dns_failed",
  connect: "connection_refused",
  tls: "sip_tls_failed",
  timeout: "no_response",
} as const;

/** Reasons for a certificate, by the error code of Node.js (the names of OpenSSL's verification errors). */
const CERTIFICATE_REASONS = {
  CERT_HAS_EXPIRED: "certificate_expired",
  CERT_NOT_YET_VALID: "certificate_not_yet_valid",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate_of_other_name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate_untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate_untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "certificate_untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate_untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate_untrusted",
} as const;

/** Reasons by the status of the response to OPTIONS. */
const STATUS_REASONS = {
  401: "password_rejected",
  403: "account_not_allowed",
  404: "account_unknown",
  407: "password_rejected",
  503: "server_out_of_service",
} as const;

/** Statuses with which a server demands a password. */
const DEMANDS_PASSWORD = new Set([401, 407]);
/** Statuses that prove that the server accepts this installation's requests, though it implements no OPTIONS. */
const WORKING = new Set([405, 501]);
/** Without an account, OPTIONS has no destination: a telephone or a PBX that accepts calls can answer it with 404. */
const NO_DESTINATION = 404;

const lookUp = <Table extends object>(table: Table, key: string | number): Table[keyof Table] | undefined =>
  Object.hasOwn(table, key) ? table[key as keyof Table] : undefined;

function statusReason(status: number, hasAccount: boolean) {
  if (!hasAccount && DEMANDS_PASSWORD.has(status)) return "account_missing";
  return lookUp(STATUS_REASONS, status) ?? "request_rejected";
}

function failureFinding(failure: Failure, hasAccount: boolean): Finding {
  if (failure.at === "response") {
    const { status } = failure;
    return createFinding(statusReason(status, hasAccount), null, { status });
  }
  const certificate = failure.at === "tls" ? lookUp(CERTIFICATE_REASONS, failure.detail) : undefined;
  return createFinding(certificate ?? STEP_REASONS[failure.at], null);
}

/**
 * Explains the server's answer to OPTIONS. `hasAccount`: the trunk has a username. A server that did not demand the password has
 * not accepted it.
 */
export function connectionFinding(result: OptionsResult, hasAccount: boolean): Finding {
  if (result.ok && result.isAuthenticated) return createFinding("trunk_authenticated", null);
  if (result.ok || (result.at === "response" && WORKING.has(result.status)))
    return createFinding(hasAccount ? "trunk_demands_no_password" : "trunk_answers", null);
  if (result.status === NO_DESTINATION && !hasAccount)
    return createFinding("trunk_without_destination", null, { status: NO_DESTINATION });
  return failureFinding(result, hasAccount);
}
