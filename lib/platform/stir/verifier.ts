import type { X509Certificate } from "node:crypto";
import { compactVerify } from "jose";
import type { HttpClient } from "../egress";
import { readTrustedKey } from "./certificate-chain";
import { createCertificateSource } from "./certificate-source";
import { type IdentityHeader, parseIdentityHeader } from "./identity-header";
import { readPassport } from "./passport";
import { type Verification, VerificationError } from "./verification";

/** A signature is older or newer than the call by at most this time (RFC 8224 section 6.2.3, ATIS-1000074). */
const FRESH_S = 60;
/** The whole verification. The call continues meanwhile. */
const DEADLINE_MS = 4_000;
/** Visual separators of RFC 3966. */
const SEPARATORS = /[-.() ]/g;
const E164 = /^\+?[0-9]{3,20}$/;

/** The parts of an INVITE that are compared with the signed claims. */
export type SignedRequest = {
  /** Values of the Identity header. */
  identities: readonly string[];
  /** User part of P-Asserted-Identity, else of From. */
  caller: string;
  /** User part of To. */
  called: string;
  /** Value of the Date header. */
  date: string | null;
};

export type StirVerifier = {
  /** Verifies the caller's number. Resolves after at most four seconds. `at`: time of the request. */
  verify(request: SignedRequest, at: Date): Promise<Verification>;
};

/** The digits of a number (RFC 8224 section 8.3); null for other text. */
function canonicalNumber(text: string): string | null {
  const number = text.replaceAll(SEPARATORS, "");
  return E164.test(number) ? number.replace("+", "") : null;
}

function parseDate(text: string | null): number | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : Math.floor(time / 1_000);
}

/** The signature of the caller's number. PASSporTs of diverted calls (`div`) say who forwarded it. */
function chooseIdentity(values: readonly string[]): IdentityHeader {
  const identities = values.map(parseIdentityHeader).filter(({ ppt }) => ppt !== "div");
  const identity = identities.find(({ ppt }) => ppt === "shaken") ?? identities[0];
  if (identity === undefined) throw new VerificationError("unsupported");
  return identity;
}

/** Creates a verifier of the Identity header (RFC 8224). Without trust anchors nothing is verified. */
export function createStirVerifier(
  anchors: readonly X509Certificate[],
  httpClient: HttpClient,
): StirVerifier {
  const source = createCertificateSource(httpClient);

  async function check(request: SignedRequest, at: Date): Promise<Verification> {
    const identity = chooseIdentity(request.identities);
    const caller = canonicalNumber(request.caller);
    const called = canonicalNumber(request.called);
    if (caller === null || called === null) throw new VerificationError("number_mismatch");
    const dateS = parseDate(request.date);
    const passport = readPassport(identity, { orig: caller, dest: called, dateS });
    if (Math.abs(at.getTime() / 1_000 - passport.iat) > FRESH_S) throw new VerificationError("stale");
    if (canonicalNumber(passport.orig) !== caller) throw new VerificationError("number_mismatch");
    if (!passport.dest.some((number) => canonicalNumber(number) === called))
      throw new VerificationError("number_mismatch");
    const key = readTrustedKey(await source.load(passport.certificateUrl), anchors, at);
    await compactVerify(passport.token, key, { algorithms: ["ES256"] }).catch(() => {
      throw new VerificationError("signature_invalid");
    });
    return { status: "verified", attestation: passport.attestation, reason: null };
  }

  return {
    async verify(request, at) {
      if (request.identities.length === 0) return { status: "absent", attestation: null, reason: null };
      if (anchors.length === 0) return { status: "not_checked", attestation: null, reason: null };
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new VerificationError("timeout")), DEADLINE_MS);
      });
      try {
        return await Promise.race([check(request, at), deadline]);
      } catch (error) {
        if (!(error instanceof VerificationError)) throw error;
        return { status: "failed", attestation: null, reason: error.reason };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
