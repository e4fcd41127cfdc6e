import type { HttpClient } from "../egress";
import { ExpiringMap } from "../expiring-map";
import { VerificationError } from "./verification";

/** A chain of five certificates has about 8 KB in PEM. */
const MAX_BYTES = 32_768;
/** Within the deadline of a verification. */
const FETCH_MS = 3_000;
/** Certificates are replaced after days, and a revoked one counts for at most this time. */
const TTL_MS = 3_600_000;
/** An address that failed is not requested again for each of a carrier's calls. */
const FAILURE_TTL_MS = 30_000;
/** Chains that are kept: 500 service providers, at most 16 MB. */
const MAX_ENTRIES = 500;
/** Requests at a time. A caller chooses the address, and must not make Parley send many. */
const MAX_PENDING = 20;
/** The ports of certificate repositories (ATIS-1000074): a caller must not choose another service. */
const PORTS = new Set(["", "8443"]);

export type CertificateSource = {
  /** The PEM text at an address of a PASSporT. Throws `certificate_unavailable`. */
  load(url: string): Promise<string>;
};

/** Parses the address of a certificate, which the caller's provider chose. */
function parseCertificateUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || !PORTS.has(url.port))
    throw new VerificationError("certificate_unavailable");
  return url;
}

/** Creates a source of certificates over the guarded HTTP client, which refuses internal addresses. */
export function createCertificateSource(httpClient: HttpClient): CertificateSource {
  const chains = new ExpiringMap<string, string>({ ttlMs: TTL_MS, limit: MAX_ENTRIES });
  const failures = new ExpiringMap<string, true>({ ttlMs: FAILURE_TTL_MS, limit: MAX_ENTRIES });
  const pending = new Map<string, Promise<string>>();

  async function request(url: URL): Promise<string> {
    try {
      const response = await httpClient.fetch(url, { timeoutMs: FETCH_MS, maxBytes: MAX_BYTES });
      if (response.status !== 200) throw new VerificationError("certificate_unavailable");
      const pem = await response.text();
      chains.set(url.href, pem);
      return pem;
    } catch {
      failures.set(url.href, true);
      throw new VerificationError("certificate_unavailable");
    } finally {
      pending.delete(url.href);
    }
  }

  return {
    async load(text) {
      const url = parseCertificateUrl(text);
      const chain = chains.get(url.href);
      if (chain !== undefined) return chain;
      const existing = pending.get(url.href);
      if (existing !== undefined) return existing;
      if (failures.get(url.href) || pending.size >= MAX_PENDING)
        throw new VerificationError("certificate_unavailable");
      const loading = request(url);
      pending.set(url.href, loading);
      return loading;
    },
  };
}
