import { EgressError, isTlsFailure, portOf } from "@/lib/platform/egress";
import { type Finding, failedFinding } from "./finding";

const settingFor = (url: string): string => {
  const { protocol, hostname, port } = new URL(url);
  return `TOOL_ALLOWED_HOSTS=${hostname}:${portOf(protocol, port)}`;
};

const isEgress = (error: unknown, ...codes: EgressError["code"][]): boolean =>
  error instanceof EgressError && codes.includes(error.code);

const tooSlow = (subject: string | null): Finding =>
  failedFinding(
    "too_slow",
    "It did not answer in time. Check again; a caller would hear silence meanwhile.",
    subject,
  );

/**
 * The finding for a failed exchange with `url`. Other errors are thrown on; the time limit of the whole check
 * is one.
 */
export function connectionFinding(
  error: unknown,
  { url, signal, subject = null }: { url: string; signal: AbortSignal; subject?: string | null },
): Finding {
  if (signal.aborted || isEgress(error, "timeout")) return tooSlow(subject);
  if (!(error instanceof EgressError)) throw error;
  if (error.code === "refused_address")
    return failedFinding(
      "refused_address",
      `The address leads into a private network and is refused. To allow it, the operator adds ${settingFor(url)} and restarts Parley.`,
      subject,
    );
  if (error.code === "not_encrypted")
    return failedFinding(
      "not_encrypted",
      `The address is not https. Use https, or the operator adds ${settingFor(url)} and restarts Parley.`,
      subject,
    );
  if (isTlsFailure(error))
    return failedFinding(
      "tls",
      "TLS does not hold: the certificate is not trusted, is for another name or has expired, or the port speaks no TLS. Mend the certificate, or correct the address.",
      subject,
    );
  return failedFinding(
    "unreachable",
    "The address cannot be reached from this machine. Correct it, start the server, or let the firewall pass it.",
    subject,
  );
}

/** The finding for a status with the same meaning at every provider; null for other statuses. */
export function statusFinding(status: number, subject: string | null = null): Finding | null {
  if (status === 401)
    return failedFinding(
      "wrong_key",
      "The provider does not accept the key. Connect it again with the right one.",
    );
  if (status === 403)
    return failedFinding(
      "no_permission",
      "The provider knows the key and does not permit this. Give the key, or the account, the permission there.",
      subject,
    );
  if (status === 402)
    return failedFinding("no_quota", "The account has no credit left. Add some at the provider.", subject);
  if (status === 429)
    return failedFinding(
      "rate_limited",
      "The provider takes no more requests for now. Check again in a minute.",
      subject,
    );
  if (status >= 300 && status < 400)
    return failedFinding(
      "redirects",
      "The address leads on to another one, which is not followed. Enter the final address.",
    );
  return status >= 500
    ? failedFinding(
        "failing",
        "The server fails. Look at its log, or at its provider's status page, and check again.",
      )
    : null;
}
