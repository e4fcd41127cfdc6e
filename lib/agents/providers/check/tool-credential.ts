import { isListed } from "@/lib/platform/egress";
import { env } from "@/lib/platform/env";
import { requestHeaderCredential } from "../oauth2/access-token";
import { describeTokenError, TokenError } from "../oauth2/token-error";
import { credentialHeaders, type HeaderCredential, type ToolCredential } from "../tool-credential";
import { connectionFinding, statusFinding } from "./connection";
import type { Finding } from "./finding";
import { createFinding, FINDINGS } from "./finding-table";
import { MAX_BYTES } from "./limits";
import type { Probe } from "./probe";

/** The host and port of an entry of an integration's hosts, as the operator's list has them. */
const isOperatorListed = (host: string): boolean => {
  const { hostname, port } = new URL(`http://${host}`);
  return isListed(env.TOOL_ALLOWED_HOSTS, hostname, port === "" ? "80" : port);
};

/** Asks for the head of a host's first page (RFC 9110, "safe methods"): it changes nothing, and redirects are not followed. */
async function headOf(
  { egress, limits, signal }: Probe,
  credential: HeaderCredential | undefined,
  url: URL,
): Promise<number> {
  const { status } = await egress.fetch(url, {
    method: "HEAD",
    headersFor: (hop) => credentialHeaders(credential, hop),
    signal,
    timeoutMs: limits.requestMs,
    maxBytes: MAX_BYTES,
  });
  return status;
}

function answerFinding(status: number, host: string): Finding {
  if (status === 401) return createFinding("host_key_refused", host);
  const general = status >= 500 ? statusFinding(status) : null;
  return general !== null ? { ...general, subject: host } : createFinding("host_reached", host, { status });
}

async function hostFinding(
  probe: Probe,
  credential: HeaderCredential | undefined,
  host: string,
): Promise<Finding> {
  if (!URL.canParse(`https://${host}/`)) return createFinding("host_invalid", host);
  const failed = (error: unknown, url: URL) =>
    connectionFinding(error, { url: url.href, signal: probe.signal, subject: host });
  const secure = new URL(`https://${host}/`);
  try {
    return answerFinding(await headOf(probe, credential, secure), host);
  } catch (error) {
    const finding = failed(error, secure);
    // In the clear only where the operator says that this host may be.
    if (finding.code !== "tls" && finding.code !== "unreachable") return finding;
    if (!isOperatorListed(host)) return finding;
    const plain = new URL(`http://${host}/`);
    return headOf(probe, credential, plain).then(
      (status) => answerFinding(status, host),
      () => finding,
    );
  }
}

const hostFindings = (
  probe: Probe,
  hosts: readonly string[],
  credential: HeaderCredential | undefined,
): Promise<Finding[]> => Promise.all(hosts.map((host) => hostFinding(probe, credential, host)));

const tokenFinding = (error: TokenError): Finding => ({
  ok: false,
  code: FINDINGS[error.reason].code,
  reason: error.reason,
  subject: null,
  ...describeTokenError(error),
});

/**
 * Whether each host that a credential of HTTP tools is bound to can be reached with it; for an OAuth 2.0 client, first
 * whether its authorization server issues a token.
 */
export async function toolCredentialFindings(probe: Probe, credential: ToolCredential): Promise<Finding[]> {
  const { hosts } = credential;
  if (credential.kind !== "oauth2") return hostFindings(probe, hosts, credential);
  try {
    const { egress, limits } = probe;
    const token = await requestHeaderCredential(credential, { egress, timeoutMs: limits.requestMs });
    return [createFinding("token_issued", null), ...(await hostFindings(probe, hosts, token))];
  } catch (error) {
    if (error instanceof TokenError) return [tokenFinding(error)];
    throw error;
  }
}
