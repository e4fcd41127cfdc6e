import { z } from "zod";

/** Attestation levels of SHAKEN (RFC 8588 section 4): full, partial, gateway. */
export const Attestation = z.enum(["A", "B", "C"]);
export type Attestation = z.output<typeof Attestation>;

/** Reasons for which a signature of the caller's number does not count. */
export const VERIFICATION_FAILURES = [
  "malformed",
  "unsupported",
  "stale",
  "number_mismatch",
  "certificate_unavailable",
  "certificate_untrusted",
  "signature_invalid",
  "timeout",
] as const;
export type VerificationFailure = (typeof VERIFICATION_FAILURES)[number];

/** The result of a verification. `attestation` is null for a signature that makes no such claim. */
export type Verification =
  | { status: "absent" | "not_checked"; attestation: null; reason: null }
  | { status: "verified"; attestation: Attestation | null; reason: null }
  | { status: "failed"; attestation: null; reason: VerificationFailure };

/** Ends a verification with its reason. */
export class VerificationError extends Error {
  constructor(readonly reason: VerificationFailure) {
    super(reason);
  }
}
