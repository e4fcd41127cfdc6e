import { daysLeft, WARNED_BELOW_DAYS } from "./days-left";
import { codeOf, counted, type Finding, failed, passed, skipped, warning } from "./finding";
import type { Answer, RequestAddress } from "./request-address";

type Input = {
  variable: "PARLEY_BASE_URL" | "PARLEY_VOICE_URL";
  /** Value of the variable. */
  address: string | undefined;
  request: RequestAddress;
  /** Milliseconds of the epoch. */
  now: () => number;
};

const UNSET: Readonly<Record<Input["variable"], string>> = {
  PARLEY_BASE_URL: "PARLEY_BASE_URL is not set: members can sign in on this machine only",
  PARLEY_VOICE_URL: "PARLEY_VOICE_URL is not set: audio streams use PARLEY_BASE_URL",
};
const RENEW = "Renew the certificate where TLS ends: the proxy, or TLS_CERT. Then reload that server.";
const CERTIFICATE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired",
  CERT_NOT_YET_VALID: "its certificate is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is from an authority that this machine does not trust",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "it sends its certificate without the chain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is from an authority that this machine does not trust",
};
const NETWORK: Readonly<Record<string, readonly [string, string]>> = {
  ENOTFOUND: ["its host name cannot be resolved", "Correct the DNS record, or the variable."],
  EAI_AGAIN: [
    "the name service does not answer",
    "Check the name service of this machine (/etc/resolv.conf).",
  ],
  ECONNREFUSED: [
    "no server listens there",
    "Start the proxy or Parley. Parley must listen where the proxy forwards to (HOST, PORT).",
  ],
};

/** The finding for a request that failed before an answer. */
function unreachable(variable: string, error: unknown): Finding {
  const code = codeOf(error);
  const certificate = CERTIFICATE[code];
  if (certificate !== undefined) return failed(`${variable}: ${certificate}`, RENEW);
  const [summary, action] = NETWORK[code] ?? [
    `cannot be reached from this machine (${code})`,
    "Check DNS, firewall and proxy. If it is reachable from outside, this network does not lead back to its own public address.",
  ];
  return failed(`${variable}: ${summary}`, action);
}

const isHealthz = (body: string): boolean => {
  try {
    return (JSON.parse(body) as { status?: unknown }).status === "ok";
  } catch {
    return false;
  }
};

/** Whether a public address leads to a process of Parley from this machine, with a certificate that stays valid. */
export async function checkAddress({ variable, address, request, now }: Input): Promise<Finding> {
  if (address === undefined) return skipped(UNSET[variable]);
  let answer: Answer;
  try {
    answer = await request(new URL("/healthz", address).href, { followRedirects: true });
  } catch (error) {
    return unreachable(variable, error);
  }
  const { status, body, validTo, redirects, end } = answer;
  if (end === "elsewhere")
    return failed(
      `${variable} redirects to another host, or from https to http`,
      `Set ${variable} to the address that answers, or remove the redirect from the proxy. It was not followed.`,
    );
  if (end === "loop")
    return failed(
      `${variable} redirects in a loop`,
      "Correct the redirects of the proxy: Parley does not redirect /healthz. Often one server redirects to https and another back.",
    );
  if (status !== 200 || !isHealthz(body))
    return failed(
      `${variable} leads to another program, or Parley is down (status ${status})`,
      'Configure the proxy there to forward every path, and upgrade requests of /voice/, to Parley. Then look at the check "server".',
    );
  const days = validTo === null ? null : daysLeft(validTo, now());
  const summary = `${variable} answers${days === null ? ", without TLS" : `, certificate valid for ${counted(days, "more day")}`}`;
  if (days !== null && days < WARNED_BELOW_DAYS) return warning(summary, RENEW);
  if (redirects > 0)
    return warning(
      `${summary}, after ${counted(redirects, "redirect")}`,
      `Set ${variable} to the address that it redirects to. Carriers and webhooks do not follow redirects.`,
    );
  return passed(summary);
}
