import type { ATTESTATIONS, VERIFICATION_FAILURES } from "./values";

export type Attestation = (typeof ATTESTATIONS)[number];
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
