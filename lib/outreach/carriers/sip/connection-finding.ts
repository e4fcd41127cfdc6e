import { failedFinding, passedFinding } from "@/lib/agents/providers";
import type { Finding } from "@/lib/agents/providers/schema";
import type { OptionsResult } from "@/lib/platform/sip";

type Failure = OptionsResult & { ok: false };

/** Remedies by the step that failed. */
const REMEDIES: Record<Failure["at"], string> = {
  dns: "The server's name has no address in the DNS. Check its spelling.",
  connect:
    "The server accepts no connection. Check the port, the transport (TLS or TCP), and whether its firewall allows this installation's address.",
  tls: "The TLS connection failed. Check that the port is the server's port for TLS.",
  timeout:
    "The server accepted the connection and did not answer. It may not recognize this installation: check its list of allowed addresses, and the user name.",
  response: "The server rejected the request.",
};

const PRIVATE_AUTHORITY =
  "The server's certificate is not from an authority that Parley trusts. Use one of a public authority, or the operator adds yours with NODE_EXTRA_CA_CERTS.";

/** Remedies for a certificate, by the error code of Node.js (the names of OpenSSL's verification errors). */
const CERTIFICATE_REMEDIES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The server's certificate has expired.",
  CERT_NOT_YET_VALID:
    "The server's certificate is not valid yet. Check the clocks of the server and of this machine.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The server's certificate is for another name. Enter the name that the certificate has.",
  DEPTH_ZERO_SELF_SIGNED_CERT: PRIVATE_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: PRIVATE_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: PRIVATE_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: PRIVATE_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: PRIVATE_AUTHORITY,
};

/** Remedies by the status of the response to OPTIONS. */
const STATUS_REMEDIES: Readonly<Record<number, string>> = {
  401: "The server rejected the user name or the password.",
  403: "The server does not allow this account or this address.",
  404: "The server has no such account or domain. Check the user name and the domain.",
  407: "The server rejected the user name or the password.",
  503: "The server is out of service.",
};

/** Remedies of a trunk without an account. */
const STATUS_REMEDIES_WITHOUT_ACCOUNT: Readonly<Record<number, string>> = {
  401: "The server demands a user name and a password, and the trunk has none.",
  407: "The server demands a user name and a password, and the trunk has none.",
};

/** Statuses that prove that the server accepts this installation's requests, though it implements no OPTIONS. */
const WORKING = new Set([405, 501]);
/** Without an account, OPTIONS has no destination: a telephone or a PBX that accepts calls can answer it with 404. */
const NO_DESTINATION = 404;

function remedyOf({ at, status, detail }: Failure, hasAccount: boolean): string {
  if (status !== null) {
    const remedy = (!hasAccount && STATUS_REMEDIES_WITHOUT_ACCOUNT[status]) || STATUS_REMEDIES[status];
    return `${remedy ?? REMEDIES[at]} (status ${status})`;
  }
  return (at === "tls" && CERTIFICATE_REMEDIES[detail]) || REMEDIES[at];
}

/**
 * Explains the server's answer to OPTIONS. `hasAccount`: the trunk has a user name. A server that did not demand the password has
 * not accepted it.
 */
export function connectionFinding(result: OptionsResult, hasAccount: boolean): Finding {
  if (result.ok && result.isAuthenticated)
    return passedFinding("connection", "The server answers, and accepts the account.");
  if (result.ok || (result.status !== null && WORKING.has(result.status)))
    return passedFinding(
      "connection",
      hasAccount
        ? "The server answers. It did not demand the password, so a wrong one is noticed only at the first call."
        : "The server answers.",
    );
  if (result.status === NO_DESTINATION && !hasAccount)
    return passedFinding(
      "connection",
      "The server answers, and has no destination for the check (status 404). Place a test call.",
    );
  return failedFinding(`sip_${result.at}`, remedyOf(result, hasAccount));
}
