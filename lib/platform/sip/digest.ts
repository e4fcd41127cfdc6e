import { createHash, timingSafeEqual } from "node:crypto";

/** Digest algorithms, preferred first (RFC 8760). */
export const DIGEST_ALGORITHMS = ["SHA-256", "MD5"] as const;
export type DigestAlgorithm = (typeof DIGEST_ALGORITHMS)[number];

/** Values that a digest response is computed from (RFC 7616 section 3.4.1). */
export type DigestInput = {
  algorithm: DigestAlgorithm;
  username: string;
  realm: string;
  password: string;
  method: string;
  uri: string;
  nonce: string;
  /** Null if the challenge has no `qop`. */
  qop: { cnonce: string; nc: string } | null;
};

function hash(algorithm: DigestAlgorithm, text: string): string {
  return createHash(algorithm === "MD5" ? "md5" : "sha256")
    .update(text)
    .digest("hex");
}

/** The hexadecimal digest response of a request. */
export function computeDigest(input: DigestInput): string {
  const { algorithm, qop } = input;
  const account = hash(algorithm, `${input.username}:${input.realm}:${input.password}`);
  const request = hash(algorithm, `${input.method}:${input.uri}`);
  const middle = qop ? `${input.nonce}:${qop.nc}:${qop.cnonce}:auth` : input.nonce;
  return hash(algorithm, `${account}:${middle}:${request}`);
}

/** Compares two strings in a time that depends on their lengths alone. */
export function areEqualSecrets(left: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The parameters of a `Digest` header value, with lowercase names and without quotes, or null for another scheme. */
export function parseDigestParameters(value: string): Map<string, string> | null {
  const scheme = value.trimStart();
  if (scheme.slice(0, 7).toLowerCase() !== "digest ") return null;
  const parameters = new Map<string, string>();
  for (const part of splitUnquoted(scheme.slice(7))) {
    const equals = part.indexOf("=");
    if (equals === -1) continue;
    const raw = part.slice(equals + 1).trim();
    const isQuoted = raw.length > 1 && raw.startsWith('"') && raw.endsWith('"');
    const text = isQuoted ? raw.slice(1, -1).replaceAll(/\\(.)/g, "$1") : raw;
    parameters.set(part.slice(0, equals).trim().toLowerCase(), text);
  }
  return parameters;
}

/** Splits at commas outside quotes. */
export function splitUnquoted(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === "," && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** A quoted-string of a header. Control characters, which could end the line, are left out. */
export function quote(text: string): string {
  return `"${text.replaceAll(/\p{Cc}/gu, "").replaceAll(/[\\"]/g, "\\$&")}"`;
}

/** The algorithm of a challenge or an Authorization header, or null if it is not supported. */
export function readAlgorithm(parameters: ReadonlyMap<string, string>): DigestAlgorithm | null {
  const name = (parameters.get("algorithm") ?? "MD5").toUpperCase();
  return DIGEST_ALGORITHMS.find((algorithm) => algorithm === name) ?? null;
}
