import type { Verification } from "@/lib/platform/stir";

/** How a call without a verified signature is refused. `phrase`: the reason phrase, if it is not the usual one. */
export type SignatureRefusal = { status: number; phrase?: string };

type Failure = NonNullable<Verification["reason"]>;

/** Source: RFC 8224, 6.2.2 and 13.2. A signature of a type that Parley does not verify counts as absent (6.2, step 1). */
const REFUSALS: Readonly<Record<Failure, SignatureRefusal>> = {
  unsupported: { status: 428 },
  stale: { status: 403, phrase: "Stale Date" },
  certificate_unavailable: { status: 436 },
  timeout: { status: 436 },
  certificate_untrusted: { status: 437 },
  malformed: { status: 438 },
  number_mismatch: { status: 438 },
  signature_invalid: { status: 438 },
};

/**
 * How to refuse a call whose trunk requires a verified signature; null if it has one. A signature that could not be checked, as there
 * are no trust anchors (437) or the check failed (null, 500), is refused too.
 */
export function signatureRefusal(verification: Verification | null): SignatureRefusal | null {
  switch (verification?.status) {
    case "verified":
      return null;
    case "absent":
      return { status: 428 };
    case "not_checked":
      return { status: 437 };
    case "failed":
      return REFUSALS[verification.reason];
    default:
      return { status: 500 };
  }
}
