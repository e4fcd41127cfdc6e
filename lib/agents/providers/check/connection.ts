import { EgressError, isTlsFailure, portOf } from "@/lib/platform/egress";
import type { Finding } from "./finding";
import { createFinding } from "./finding-table";

/** The host and port of an address, as TOOL_ALLOWED_HOSTS has them. */
const hostOf = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${portOf(protocol, port)}`;
};

const isEgress = (error: unknown, ...codes: EgressError["code"][]): boolean =>
  error instanceof EgressError && codes.includes(error.code);

/**
 * The finding for a failed exchange with `url`. Other errors are thrown on; the time limit of the whole check
 * is one.
 */
export function connectionFinding(
  error: unknown,
  { url, signal, subject = null }: { url: string; signal: AbortSignal; subject?: string | null },
): Finding {
  if (signal.aborted || isEgress(error, "timeout")) return createFinding("too_slow", subject);
  if (!(error instanceof EgressError)) throw error;
  if (error.code === "refused_address")
    return createFinding("address_refused", subject, { host: hostOf(url) });
  if (error.code === "not_encrypted")
    return createFinding("address_not_encrypted", subject, { host: hostOf(url) });
  if (isTlsFailure(error)) return createFinding("tls_failed", subject);
  return createFinding("address_unreachable", subject);
}

/** The finding for a status with the same meaning at every provider; null for other statuses. */
export function statusFinding(status: number, subject: string | null = null): Finding | null {
  if (status === 401) return createFinding("key_refused", null);
  if (status === 403) return createFinding("permission_missing", subject);
  if (status === 402) return createFinding("credit_missing", subject);
  if (status === 429) return createFinding("rate_limited", subject);
  if (status >= 300 && status < 400) return createFinding("address_redirects", null);
  return status >= 500 ? createFinding("server_failing", null) : null;
}
