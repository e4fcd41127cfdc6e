import { createHmac, randomBytes } from "node:crypto";
import {
  areEqualSecrets,
  computeDigest,
  DIGEST_ALGORITHMS,
  type DigestAlgorithm,
  parseDigestParameters,
  quote,
  readAlgorithm,
} from "./digest";
import type { DigestAccount } from "./digest-client";
import { isDigestUriAccepted } from "./digest-uri";

/** A nonce is accepted for 5 minutes. */
const NONCE_MS = 300_000;
/** Nonces whose count is remembered. Nonces as old as a forgotten nonce are stale. */
const MAX_NONCES = 10_000;

export type DigestVerdict = "valid" | "invalid" | "stale";

/** Challenges requests, and verifies their Authorization (RFC 7616, RFC 8760). Nonces are signed and expire. */
export class DigestServer {
  readonly #secret = randomBytes(32);
  readonly #counts = new Map<string, number>();
  #forgottenUntil = 0;

  constructor(readonly realm: string) {}

  /** The WWW-Authenticate lines of a 401, in the order of preference. */
  createChallenges(now: number, isStale: boolean, algorithms?: readonly DigestAlgorithm[]): string[] {
    const nonce = this.#createNonce(now);
    const stale = isStale ? ", stale=true" : "";
    return (algorithms ?? DIGEST_ALGORITHMS).map(
      (algorithm) =>
        `WWW-Authenticate: Digest realm=${quote(this.realm)}, nonce="${nonce}", algorithm=${algorithm}, qop="auth"${stale}`,
    );
  }

  /** The username of an Authorization value, or null. */
  static readUsername(value: string | null): string | null {
    return (value && parseDigestParameters(value)?.get("username")) || null;
  }

  /**
   * Verifies the Authorization value of a request. `stale`: the password is right, but the nonce is over or was used before.
   * Credentials for another URI are invalid (`isDigestUriAccepted`).
   */
  verify(
    value: string | null,
    { method, uri }: { method: string; uri: string },
    account: DigestAccount & { algorithms?: readonly DigestAlgorithm[] },
    now: number,
  ): DigestVerdict {
    const parameters = value && parseDigestParameters(value);
    if (!parameters) return "invalid";
    const read = (name: string) => parameters.get(name) ?? "";
    const algorithm = readAlgorithm(parameters);
    if (!algorithm || !(account.algorithms ?? DIGEST_ALGORITHMS).includes(algorithm)) return "invalid";
    if (!isDigestUriAccepted(read("uri"), uri)) return "invalid";
    if (read("qop") !== "auth" || read("realm") !== this.realm) return "invalid";
    const expected = computeDigest({
      ...{ algorithm, method, realm: this.realm, uri: read("uri"), nonce: read("nonce") },
      ...{ username: account.username, password: account.password },
      qop: { cnonce: read("cnonce"), nc: read("nc") },
    });
    const isAccount = areEqualSecrets(read("username"), account.username);
    if (!areEqualSecrets(expected, read("response").toLowerCase()) || !isAccount) return "invalid";
    return this.#consumeNonce(read("nonce"), Number.parseInt(read("nc"), 16), now) ? "valid" : "stale";
  }

  #sign(text: string): string {
    return createHmac("sha256", this.#secret).update(text).digest("base64url").slice(0, 32);
  }

  #createNonce(now: number): string {
    const text = `${Math.floor(now).toString(36)}.${randomBytes(9).toString("base64url")}`;
    return `${text}.${this.#sign(text)}`;
  }

  /** False for a nonce that this server did not make, that expired, or whose count does not grow. */
  #consumeNonce(nonce: string, count: number, now: number): boolean {
    const [time = "", random = "", signature = ""] = nonce.split(".");
    if (!areEqualSecrets(this.#sign(`${time}.${random}`), signature)) return false;
    const created = Number.parseInt(time, 36);
    if (now - created > NONCE_MS || created <= this.#forgottenUntil) return false;
    if (!(count > (this.#counts.get(nonce) ?? 0))) return false;
    this.#counts.delete(nonce);
    this.#counts.set(nonce, count);
    this.#forgetNonces(now);
    return true;
  }

  /** Removes expired nonces, which `verify` refuses by their time, and the oldest beyond the limit. */
  #forgetNonces(now: number): void {
    for (const nonce of this.#counts.keys()) {
      const created = Number.parseInt(nonce, 36);
      const isExpired = now - created > NONCE_MS;
      if (!isExpired && this.#counts.size <= MAX_NONCES) break;
      if (!isExpired) this.#forgottenUntil = Math.max(this.#forgottenUntil, created);
      this.#counts.delete(nonce);
    }
  }
}
