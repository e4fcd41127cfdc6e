/** Results of a verification. `not_checked`: there are no trust anchors. */
export const VERIFICATION_STATUSES = ["verified", "failed", "absent", "not_checked"] as const;

/** Attestation levels of SHAKEN (RFC 8588 section 4): full, partial, gateway. */
export const ATTESTATIONS = ["A", "B", "C"] as const;

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
