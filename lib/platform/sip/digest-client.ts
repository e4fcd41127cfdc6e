import { randomBytes } from "node:crypto";
import { computeDigest, DIGEST_ALGORITHMS, parseDigestParameters, quote, readAlgorithm } from "./digest";
import { readHeaders, readStatus, type SipMessage } from "./message";

/** Challenges that a response may have; more are ignored. */
const MAX_CHALLENGES = 10;

export type DigestAccount = { username: string; password: string };

/**
 * Answers the best challenge of a 401 or 407 response: SHA-256 before MD5. Returns the header line with the credentials,
 * or null if no challenge can be answered.
 */
export function answerChallenge(
  response: SipMessage,
  request: { method: string; uri: string },
  account: DigestAccount,
): string | null {
  const isProxy = readStatus(response) === 407;
  const challenges = readHeaders(response, isProxy ? "proxy-authenticate" : "www-authenticate")
    .slice(0, MAX_CHALLENGES)
    .flatMap((value) => {
      const parameters = parseDigestParameters(value);
      const algorithm = parameters && readAlgorithm(parameters);
      return parameters && algorithm ? [{ parameters, algorithm }] : [];
    })
    .filter(
      ({ parameters }) => parameters.has("nonce") && parameters.has("realm") && hasUsableQop(parameters),
    )
    .sort((a, b) => DIGEST_ALGORITHMS.indexOf(a.algorithm) - DIGEST_ALGORITHMS.indexOf(b.algorithm));
  const [best] = challenges;
  if (!best) return null;
  const name = isProxy ? "Proxy-Authorization" : "Authorization";
  return `${name}: ${buildCredentials(best, request, account)}`;
}

function hasUsableQop(parameters: ReadonlyMap<string, string>): boolean {
  const qop = parameters.get("qop");
  return qop === undefined || listQop(qop).includes("auth");
}

function listQop(qop: string): string[] {
  return qop.split(",").map((entry) => entry.trim().toLowerCase());
}

function buildCredentials(
  { parameters, algorithm }: { parameters: Map<string, string>; algorithm: "MD5" | "SHA-256" },
  { method, uri }: { method: string; uri: string },
  { username, password }: DigestAccount,
): string {
  const nonce = parameters.get("nonce") ?? "";
  const realm = parameters.get("realm") ?? "";
  const opaque = parameters.get("opaque");
  // Each request answers a fresh challenge, so that the nonce count is always 1.
  const qop = parameters.has("qop") ? { cnonce: randomBytes(16).toString("hex"), nc: "00000001" } : null;
  const response = computeDigest({ algorithm, username, realm, password, method, uri, nonce, qop });
  return [
    `Digest username=${quote(username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(qop ? [`cnonce="${qop.cnonce}"`, "qop=auth", `nc=${qop.nc}`] : []),
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
  ].join(", ");
}
